import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretProblems, STAGE_SECRETS } from '../lib/secret-table.ts';
import { parseSecretList } from '../lib/stage-secrets.ts';
import { beginRotation, finishRotation, secretsFile, writeSecretsFile } from './file.ts';

const OLD = 'ab'.repeat(32);
/** Values of the operator. */
const YOURS = [
  'DatabaseUrl=postgres://postgres.abc:p@pooler.example:6543/postgres?sslmode=verify-full&sslrootcert=database-ca.pem',
  'DatabaseDirectUrl=postgres://postgres:p@db.example:5432/postgres?sslmode=verify-full',
  'SupabaseUrl=https://abc.supabase.co',
  'SupabaseAnonKey=sb_publishable_abc',
  'MailUrl=smtps://user:pass@mail.example:465',
  'MailFrom=Albumen <hello@example.com>',
].join('\n');

const filledIn = (...changes: string[]) =>
  secretProblems(parseSecretList([secretsFile('dev'), YOURS, ...changes].join('\n')));

describe('the secrets file', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'albumen-secrets-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('contains all secrets of a stage, ours generated and the operator’s empty', () => {
    const text = secretsFile('dev');
    for (const { name, generate } of STAGE_SECRETS) {
      expect(text).toMatch(new RegExp(generate ? `^${name}=[0-9a-f]{64}$` : `^# ${name}=$`, 'm'));
    }
    expect(secretsFile('dev')).not.toBe(text);
  });

  it('is valid only when filled in', () => {
    expect(filledIn()).toEqual([]);
    const empty = secretProblems(parseSecretList(secretsFile('dev')));
    expect(empty).toHaveLength(STAGE_SECRETS.filter(({ generate, optional }) => !generate && !optional).length);
  });

  it('is readable for its owner only, and never overwritten', async () => {
    const path = join(folder, 'new', 'dev.env');
    await writeSecretsFile(path, 'first');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
    await expect(writeSecretsFile(path, 'second')).rejects.toThrow(/is not overwritten/);
    expect(await readFile(path, 'utf8')).toBe('first');
  });
});

describe('secretProblems names an invalid secret without its value', () => {
  it.each([
    'ImageTokenKey=abcd',
    'OriginSecret=short',
    'ZeroApiKey=also-short',
    'ZeroAdminPassword=admin',
    'DatabaseApiPassword=short',
    'DatabaseApiPassword=pass%word/of@length',
    // zero-cache would parse these as command options.
    `ZeroApiKey=-${OLD}`,
    `ZeroApiKey=${OLD} -${OLD}`,
    `ZeroAdminPassword=-${OLD}`,
    'DatabaseUrl=mysql://hunter2@host/x?sslmode=require',
    'DatabaseUrl=postgres://a:hunter2@pooler.example:6543/postgres',
    'DatabaseUrl=postgres://a:hunter2@pooler.example:6543/postgres?sslmode=prefer',
    'DatabaseDirectUrl=postgres://a:hunter2@pooler.example:6543/postgres?sslmode=verify-full',
    'DatabaseDirectUrl=postgres://a:hunter2@db.example:5432/postgres',
    'SupabaseUrl=abc.supabase.co',
    'SupabaseAnonKey=sb_secret_hunter2',
    `SupabaseAnonKey=a.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c`,
    'MailUrl=https://mail.example',
    'MailFrom=nobody',
    'AuthProviders=google, facebook',
    'CaptchaSiteKey=not a key',
    'SentryDsn=sentry',
  ])('%s', (line) => {
    const [name] = line.split('=');
    const [problem, ...others] = filledIn(line);
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^the secret ${name} is malformed\\. `));
    expect(problem).not.toContain('hunter2');
  });
});

describe('a rotation', () => {
  it('adds the new value first, then keeps it alone', () => {
    const line = beginRotation('ImageTokenKey', OLD);
    const [, fresh] = /^ImageTokenKey=([0-9a-f]{64}) (ab){32}$/.exec(line)!;
    expect(fresh).not.toBe(OLD);
    expect(filledIn(line)).toEqual([]);
    expect(finishRotation('ImageTokenKey', `${fresh} ${OLD}`)).toBe(`ImageTokenKey=${fresh}`);
  });

  it('refuses a second start, and an end without a start', () => {
    expect(() => beginRotation('ImageTokenKey', `${OLD} ${OLD}`)).toThrow(/--finish first/);
    expect(() => finishRotation('ImageTokenKey', OLD)).toThrow(/is not being rotated/);
  });

  it('is limited to secrets of which functions accept two', () => {
    for (const name of ['OriginSecret', 'ZeroApiKey']) expect(beginRotation(name, 'x'.repeat(20))).toMatch(/ x{20}$/);
    // Stripe makes the second value of its own.
    for (const name of ['ZeroAdminPassword', 'MailUrl', 'StripeWebhookSecret', 'Nonsense']) {
      expect(() => beginRotation(name, 'x'.repeat(20))).toThrow(
        /--rotate takes one of ImageTokenKey, OriginSecret, ZeroApiKey, DatabaseApiPassword; others/,
      );
    }
  });

  it.each([undefined, '', 'hunter2'])('requires a valid current value and never quotes it: %s', (present) => {
    const begin = () => beginRotation('ImageTokenKey', present);
    expect(begin).toThrow(/^The present value of ImageTokenKey is missing or malformed\.$/);
  });
});
