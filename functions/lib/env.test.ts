import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

describe('readEnv', () => {
  it('gives what was asked for, parsed, and nothing else', () => {
    const source = {
      APP_ORIGIN: 'https://albumen.example/',
      SUPABASE_URL: 'https://auth.example///',
      MAIL_FROM: 'a@b.c',
    };
    expect(readEnv(['APP_ORIGIN', 'SUPABASE_URL', 'S3_ENDPOINT'], source)).toEqual({
      APP_ORIGIN: 'https://albumen.example',
      SUPABASE_URL: 'https://auth.example',
      S3_ENDPOINT: undefined,
    });
  });

  it('names every variable that is missing, empty or malformed, and no value', () => {
    const source = { DATABASE_URL: 'mysql://root:secret@db', ORIGIN_SECRET: '', IMAGE_TOKEN_KEY: 'secret' };
    expect(() => readEnv(['DATABASE_URL', 'ORIGIN_SECRET', 'IMAGE_TOKEN_KEY', 'AWS_REGION'], source)).toThrow(
      'Environment: missing or malformed DATABASE_URL, ORIGIN_SECRET, IMAGE_TOKEN_KEY, AWS_REGION',
    );
  });
});
