import { describe, expect, it } from 'vitest';
import { readEnv, requireEnv } from './env.ts';

describe('readEnv', () => {
  it('returns the requested variables, parsed, and no others', () => {
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

  it('names every missing, empty or malformed variable, and no value', () => {
    const source = { DATABASE_URL: 'mysql://root:secret@db', ORIGIN_SECRET: '', IMAGE_TOKEN_KEY: 'secret' };
    expect(() => readEnv(['DATABASE_URL', 'ORIGIN_SECRET', 'IMAGE_TOKEN_KEY', 'AWS_REGION'], source)).toThrow(
      'Environment: missing or malformed DATABASE_URL, ORIGIN_SECRET, IMAGE_TOKEN_KEY, AWS_REGION',
    );
  });

  it('accepts several values of a rotated secret, each of them complete', () => {
    const [old, fresh] = ['an-old-secret-of-tests', 'a-new-secret-of-tests'];
    expect(readEnv(['ORIGIN_SECRET'], { ORIGIN_SECRET: `${fresh} ${old}` })).toEqual({
      ORIGIN_SECRET: `${fresh} ${old}`,
    });
    for (const ORIGIN_SECRET of [`${fresh} short`, `${fresh}  ${old}`, `${fresh} `, ` ${old}`]) {
      expect(() => readEnv(['ORIGIN_SECRET'], { ORIGIN_SECRET })).toThrow('malformed ORIGIN_SECRET');
    }
    const IMAGE_TOKEN_KEY = `${'0f'.repeat(32)} ${'A0'.repeat(32)}`;
    expect(() => readEnv(['IMAGE_TOKEN_KEY'], { IMAGE_TOKEN_KEY })).toThrow('malformed IMAGE_TOKEN_KEY');
  });
});

describe('requireEnv', () => {
  it('returns the names, and names missing ones', () => {
    expect(requireEnv(['MAIL_FROM', 'S3_ENDPOINT'], { MAIL_FROM: 'a@b.c' })).toEqual(['MAIL_FROM', 'S3_ENDPOINT']);
    expect(() => requireEnv(['MAIL_FROM', 'MAIL_URL'], { MAIL_FROM: 'a@b.c' })).toThrow('malformed MAIL_URL');
  });
});
