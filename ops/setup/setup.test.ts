import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretProblems, STAGE_SECRETS } from '../lib/secret-table.ts';
import { parseSecretList } from '../lib/stage-secrets.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import { setUp, type SetupWorld } from './setup.ts';

const PASSWORD = 'hunter2-hunter2';
/** All answers of a person who wants nothing optional. */
const REQUIRED: Record<string, string> = {
  ALBUMEN_DOMAIN: 'example.com',
  ALBUMEN_ALERTS_TO: 'ops@example.com',
  SupabaseUrl: 'https://abcdefghijklmnopqrst.supabase.co',
  SupabaseAnonKey: 'sb_publishable_abc',
  DatabaseUrl: `postgres://postgres.abcdefghijklmnopqrst:${PASSWORD}@pooler.example:6543/postgres?sslmode=verify-full`,
  DatabaseDirectUrl: `postgres://postgres:${PASSWORD}@db.abcdefghijklmnopqrst.supabase.co:5432/postgres?sslmode=verify-full`,
  SUPABASE_ACCESS_TOKEN: 'sbp_0123456789',
  MailUrl: `smtps://user:${PASSWORD}@mail.example:465`,
  MailFrom: 'Albumen <hello@example.com>',
};

let folder: string;
let printed: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-setup-'));
  printed = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Questions whose trials accept everything but what `refused` names. */
function tried(refused: Record<string, string> = {}): Question[] {
  return questions().map((question) => ({
    ...question,
    trial: async () => (refused[question.name] === undefined ? [] : [refused[question.name]!]),
  }));
}

/** A person who answers by name, in the order of the list; what is not in it is left out. */
function person(answers: Record<string, string | string[]> = REQUIRED) {
  const asked: string[] = [];
  const left = new Map(Object.entries(answers).map(([name, value]) => [name, [value].flat()]));
  const ask: SetupWorld['ask'] = async ({ name, optional }, problems) => {
    asked.push([name, ...problems].join(' | '));
    const value = left.get(name)?.shift();
    if (value === undefined && !optional) throw new Error(`stopped at ${name}`);
    return value ?? '';
  };
  return { asked, ask };
}

function world(over: Partial<SetupWorld> = {}): SetupWorld {
  return {
    stage: 'dev',
    folder,
    env: {},
    run: async () => ({ code: 0, stdout: '123456789012\n', output: '' }),
    fetch: () => Promise.reject(new Error('no network')),
    signInToMail: async () => undefined,
    nameServers: async () => [],
    stageSecrets: async () => new Map(),
    ask: undefined,
    again: new Set(),
    untested: false,
    print: (line) => void printed.push(line),
    ...over,
  };
}

const file = (name: string) => readFile(join(folder, name), 'utf8');

describe('the setup of a stage', () => {
  it('asks for what is required, offers the rest, and writes files that the deployment accepts', async () => {
    const { ask, asked } = person();
    await setUp(tried(), world({ ask }));
    expect(asked).toEqual(expect.arrayContaining([...Object.keys(REQUIRED), 'ALBUMEN_POSTHOG_KEY', 'StripeSecretKey']));
    // Secrets of ours are generated, and values that belong to others are not offered without them.
    for (const name of [
      'ImageTokenKey',
      'SUPABASE_PROJECT_REF',
      'StripeWebhookSecret',
      'AUTH_GOOGLE_CLIENT_ID',
      'OtlpHeaders',
    ]) {
      expect(asked).not.toContain(name);
    }
    const secrets = parseSecretList(await file('dev.env'));
    expect(secretProblems(secrets)).toEqual([]);
    expect(secrets.get('DatabaseUrl')).toBe(REQUIRED['DatabaseUrl']);
    expect(await file('dev.variables.env')).toContain('\nALBUMEN_DOMAIN=example.com\n');
    expect(await file('dev.auth.env')).toContain('\nSUPABASE_ACCESS_TOKEN=sbp_0123456789\n');
    expect(await file('dev.auth.env')).toContain('\nSUPABASE_PROJECT_REF=abcdefghijklmnopqrst\n');
    for (const name of ['dev.env', 'dev.variables.env', 'dev.auth.env']) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('goes on where it was stopped, and asks for nothing twice', async () => {
    const { MailUrl, MailFrom, ...first } = REQUIRED;
    await expect(setUp(tried(), world({ ask: person(first).ask }))).rejects.toThrow('stopped at MailUrl');
    const again = person({ MailUrl: MailUrl!, MailFrom: MailFrom! });
    await setUp(tried(), world({ ask: again.ask }));
    expect(again.asked.slice(0, 2)).toEqual(['MailUrl', 'MailFrom']);
    const third = person({});
    await setUp(tried(), world({ ask: third.ask }));
    expect(third.asked).toEqual([]);
  });

  it('asks again for what is refused, with the reason', async () => {
    const { ask, asked } = person({ ...REQUIRED, ALBUMEN_DOMAIN: ['Example', 'example.com'] });
    await setUp(tried(), world({ ask }));
    expect(asked.slice(0, 2)).toEqual([
      'ALBUMEN_DOMAIN',
      expect.stringMatching(/^ALBUMEN_DOMAIN \| is not of this form: The domain/),
    ]);
  });

  it('asks for a value again on request, and keeps the others', async () => {
    await setUp(tried(), world({ ask: person().ask }));
    const { ask, asked } = person({ MailFrom: 'other@example.com' });
    await setUp(tried(), world({ ask, again: new Set(['MailFrom']) }));
    expect(asked).toEqual(['MailFrom']);
    const secrets = parseSecretList(await file('dev.env'));
    expect([secrets.get('MailFrom'), secrets.get('MailUrl')]).toEqual(['other@example.com', REQUIRED['MailUrl']]);
  });

  it('requires what another answer needs', async () => {
    const { ask, asked } = person({
      ...REQUIRED,
      AuthProviders: 'google',
      AUTH_GOOGLE_CLIENT_ID: 'id',
      AUTH_GOOGLE_CLIENT_SECRET: 'secret',
      StripeSecretKey: 'sk_test_abc',
      StripeWebhookSecret: `whsec_${'a'.repeat(16)}`,
    });
    await setUp(tried(), world({ ask }));
    expect(asked).toEqual(expect.arrayContaining(['AUTH_GOOGLE_CLIENT_SECRET', 'StripeWebhookSecret']));
    expect(asked).not.toContain('AUTH_FACEBOOK_CLIENT_ID');
  });

  it('keeps keys that the stage has, also where a file has others', async () => {
    const ofStage = new Map([['ImageTokenKey', 'ab'.repeat(32)]]);
    await writeFile(join(folder, 'dev.env'), `ImageTokenKey=${'cd'.repeat(32)}\n`);
    await setUp(tried(), world({ ask: person().ask, stageSecrets: async () => ofStage }));
    expect(await file('dev.env')).toContain(`ImageTokenKey=${'ab'.repeat(32)}`);
  });

  it('begins with AWS credentials', async () => {
    const run: SetupWorld['run'] = async () => ({ code: 253, stdout: '', output: 'Unable to locate credentials' });
    await expect(setUp(tried(), world({ run, ask: person().ask }))).rejects.toThrow(/^AWS does not accept/);
  });
});

describe('a setup without a terminal', () => {
  const env = Object.fromEntries(questions().map(({ name, variable }) => [variable, REQUIRED[name]]));

  it('takes everything from the environment', async () => {
    expect(env).toMatchObject({ DATABASE_URL: REQUIRED['DatabaseUrl'], MAIL_FROM: REQUIRED['MailFrom'] });
    await setUp(tried(), world({ env }));
    expect(secretProblems(parseSecretList(await file('dev.env')))).toEqual([]);
    expect(printed.at(-1)).toBe('All values of "dev" are there.');
    // A person may still be offered what is optional.
    expect(await file('dev.variables.env')).not.toContain('left out');
  });

  it('names everything that is missing or refused in one list, and where to get it', async () => {
    const incomplete = { ...env, MAIL_FROM: undefined, SUPABASE_URL: 'supabase' };
    const failing = setUp(tried({ DatabaseUrl: 'no answer' }), world({ env: incomplete }));
    await expect(failing).rejects.toThrow(
      /^Not complete yet:\n {2}SupabaseUrl: is not of this form: [^]*\n {2}DatabaseUrl: no answer\n[^]* {2}MailFrom: is missing \(MAIL_FROM\)\. Who mails come from/,
    );
    expect(await file('dev.env')).toContain(REQUIRED['MailUrl']);
  });

  it('shows no secret, not even one that another program quotes', async () => {
    const quoting = tried().map((question) =>
      /^Database|^MailFrom/.test(question.name)
        ? { ...question, trial: async (value: string) => [`cannot use ${value} (password ${PASSWORD})`] }
        : question,
    );
    const message = await setUp(quoting, world({ env })).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('DatabaseUrl: cannot use *** (password ***)');
    expect(message).toContain('MailFrom: cannot use Albumen <hello@example.com> (password ***)');
    const said = [message, ...printed].join('\n');
    for (const secret of [PASSWORD, 'sbp_0123456789']) expect(said).not.toContain(secret);
    expect(said).not.toMatch(/[0-9a-f]{64}/);
  });

  it('checks forms only when told to', async () => {
    const refuse: SetupWorld['run'] = () => Promise.reject(new Error('no AWS CLI'));
    await setUp(questions(), world({ env, run: refuse, untested: true }));
    expect(printed.at(-1)).toBe('All values of "dev" are there.');
  });
});

it('asks for every secret and every variable of a stage', async () => {
  const names = questions().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const settings = await readFile(new URL('../../stacks/settings.ts', import.meta.url), 'utf8');
  const computed = ['ALBUMEN_RELEASE', 'ALBUMEN_ZERO_IMAGE'];
  const variables = [...settings.matchAll(/'(ALBUMEN_\w+)'/g)].map((match) => match[1]!);
  const missing = [...variables, ...STAGE_SECRETS.map(({ name }) => name)].filter(
    (name) => !names.includes(name) && !computed.includes(name),
  );
  expect(missing).toEqual([]);
});
