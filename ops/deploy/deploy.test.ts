import { describe, expect, it } from 'vitest';
import type { RunChild } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { checkAll, nodeProblems } from './checks.ts';
import { pictureStage, runSteps } from './deploy.ts';
import { smokeTest } from './smoke.ts';
import { stepsOf } from './steps.ts';
import type { DeployWorld } from './world.ts';

const SECRETS = [
  `ImageTokenKey=${'ab'.repeat(32)}`,
  'OriginSecret=origin-secret-of-length',
  'ZeroApiKey=zero-api-key-of-length',
  'ZeroAdminPassword=zero-admin-password',
  'DatabaseApiPassword=database-api-password',
  'DatabaseUrl=postgres://postgres.abc:hunter2@pooler.example:6543/postgres?sslmode=verify-full&sslrootcert=database-ca.pem',
  'DatabaseDirectUrl=postgres://postgres:hunter2@db.example:5432/postgres?sslmode=verify-full',
  'SupabaseUrl=https://abc.supabase.co',
  'SupabaseAnonKey=sb_publishable_abc',
  'MailUrl=smtps://user:hunter2@mail.example:465',
  'MailFrom=hello@example.com',
].join('\n');

const IMAGE = `123456789012.dkr.ecr.eu-west-1.amazonaws.com/albumen/zero@sha256:${'ab'.repeat(32)}`;

/** Child processes with canned results, by the beginning of their command line; others succeed without output. */
function children(answers: Record<string, { code?: number; stdout?: string }> = {}) {
  const ran: string[] = [];
  const run: RunChild = async (file, args, options) => {
    const line = [file.split('/').at(-1), ...args].join(' ');
    ran.push(options?.env?.['ALBUMEN_RELEASE'] ? `${line} (${options.env['ALBUMEN_RELEASE']})` : line);
    const known = Object.entries<{ code?: number; stdout?: string }>({
      'sst secret list': { stdout: SECRETS },
      'aws ecr describe-images': { stdout: `123456789012\tsha256:${'ab'.repeat(32)}\n` },
      'aws sts get-caller-identity': { stdout: '123456789012\n' },
      'aws lambda get-account-settings': { stdout: '1000\n' },
      'aws apigateway get-account': { stdout: 'arn:aws:iam::123456789012:role/albumen-api-logs\n' },
      ...answers,
    });
    const { code = 0, stdout = '' } = known.findLast(([start]) => line.startsWith(start))?.[1] ?? {};
    return { code, stdout, output: stdout };
  };
  return { ran, run };
}

function world(over: Partial<DeployWorld> = {}): DeployWorld & { printed: string[] } {
  const printed: string[] = [];
  let time = 0;
  return {
    stage: 'dev',
    env: { ALBUMEN_DOMAIN: 'example.com', ALBUMEN_ALERTS_TO: 'ops@example.com' },
    run: children().run,
    print: (line) => void printed.push(line),
    now: () => (time += 1500),
    fetch: () => Promise.reject(new Error('no network')),
    socket: () => Promise.resolve(''),
    sleep: () => Promise.resolve(),
    picture: () => Promise.resolve(),
    printed,
    ...over,
  };
}

describe('the checks', () => {
  it('find no problem in a complete setup', async () => {
    expect(await checkAll(world(), false)).toEqual([]);
  });

  it('report all problems together, without values', async () => {
    const { run } = children({
      'sst secret list': { stdout: SECRETS.replace(/^MailFrom.*$/m, '').replace('ab'.repeat(32), 'hunter2') },
      'git status': { stdout: ' M a\n?? b\n' },
      'aws sts get-caller-identity': { code: 253 },
    });
    const problems = await checkAll(world({ stage: 'production', env: {}, run }), true);
    expect(problems).toEqual([
      expect.stringMatching(/^AWS credentials: AWS does not accept this machine’s/),
      'domain and alerts: Environment: missing or malformed ALBUMEN_DOMAIN',
      'secrets: the secret ImageTokenKey is malformed. Signs image tokens.',
      'secrets: the secret MailFrom is not set',
      'git: 2 files differ from the last commit',
      expect.stringMatching(/^database: The database at db\.example cannot be asked/),
    ]);
    expect(problems.join('\n')).not.toContain('hunter2');
  });

  it('allow deploying uncommitted work to an unprotected stage', async () => {
    const { run } = children({ 'git status': { stdout: ' M a\n' } });
    expect(await checkAll(world({ run }), false)).toEqual([]);
    expect(await checkAll(world({ run, stage: 'production' }), false)).toEqual([
      'git: 1 files differ from the last commit',
    ]);
  });

  it.each([
    ['10\n', ['AWS quotas: the account allows 10 concurrent executions in eu-west-1, and production needs 150']],
    ['149\n', ['AWS quotas: the account allows 149 concurrent']],
    ['150\n', []],
    ['1000\n', []],
  ])('compare the stage’s reserved functions with the account’s %j', async (stdout, expected) => {
    const { ran, run } = children({ 'aws lambda get-account-settings': { stdout } });
    const problems = await checkAll(world({ run, stage: 'production' }), false);
    expect(problems).toEqual(expected.map((begin) => expect.stringContaining(begin)));
    expect(ran.filter((line) => line.startsWith('aws lambda'))).toHaveLength(1);
  });

  it.each([
    [
      '10\n',
      [
        /^AWS quotas: the account allows 10 concurrent executions in eu-west-1, and dev needs 50: ask AWS for more \(Service Quotas\)$/,
      ],
    ],
    ['50\n', []],
  ])('compare the work of a stage without reservations with the account’s %j', async (stdout, expected) => {
    const { run } = children({ 'aws lambda get-account-settings': { stdout } });
    expect(await checkAll(world({ run }), false)).toEqual(expected.map((form) => expect.stringMatching(form)));
  });

  it('name the role that API Gateway lacks for the sockets’ log', async () => {
    const { ran, run } = children({ 'aws apigateway get-account': { stdout: 'None\n' } });
    expect(await checkAll(world({ run }), false)).toEqual([
      'API Gateway: the account has no role for logs in eu-west-1; docs/operations.md#api-gateways-role-for-logs makes it',
    ]);
    expect(ran).toContain('aws apigateway get-account --query cloudwatchRoleArn --region eu-west-1 --output text');
    const refused = world({ run: children({ 'aws apigateway get-account': { code: 254 } }).run });
    expect(await checkAll(refused, false)).toEqual([]);
    expect(refused.printed).toContain(
      'API Gateway must have a role for logs in eu-west-1 (aws apigateway get-account).',
    );
  });

  describe('of a stage that sends by Amazon SES', () => {
    const ses = SECRETS.replace('mail.example:465', 'email-smtp.eu-west-3.amazonaws.com:465');
    const there = (stage: string, account: { code?: number; stdout?: string }) =>
      world({ stage, ...children({ 'sst secret list': { stdout: ses }, 'aws sesv2 get-account': account }) });

    it.each([
      ['False\tTrue\n', 'mail: Amazon SES is in its sandbox in eu-west-3 and mails to verified addresses only'],
      ['True\tFalse\n', 'mail: AWS has stopped Amazon SES’s sending in eu-west-3'],
    ])('refuse production while the service answers %j', async (stdout, problem) => {
      expect(await checkAll(there('production', { stdout }), false)).toEqual([expect.stringContaining(problem)]);
    });

    it('accept production access, and a small stage in the sandbox', async () => {
      expect(await checkAll(there('production', { stdout: 'True\tTrue\n' }), false)).toEqual([]);
      const small = there('dev', { stdout: 'False\tTrue\n' });
      expect(await checkAll(small, false)).toEqual([]);
      expect(small.printed.join()).toContain('Amazon SES is in its sandbox in eu-west-3');
    });

    it('are not asked of another mail service', async () => {
      const { ran, run } = children();
      await checkAll(world({ run }), false);
      expect(ran.filter((line) => line.startsWith('aws sesv2'))).toEqual([]);
    });
  });

  it('print the required quota if it cannot be queried', async () => {
    const { run } = children({ 'aws lambda': { code: 254 } });
    const there = world({ run, stage: 'production' });
    expect(await checkAll(there, false)).toEqual([]);
    expect(there.printed.join()).toContain('must allow 150 concurrent executions');
  });

  it('require the AWS CLI, which the last step needs', async () => {
    const known = children().run;
    const run: RunChild = (file, args, options) =>
      file === 'aws' ? Promise.reject(new Error('not installed')) : known(file, args, options);
    expect(await checkAll(world({ run }), false)).toEqual([
      'AWS credentials: The AWS CLI cannot be started: install its version 2.',
    ]);
  });

  it('name the role that ECS lacks in a new account', async () => {
    const { run } = children({ 'aws iam get-role': { code: 254, stdout: 'An error occurred (NoSuchEntity) when …' } });
    expect(await checkAll(world({ run }), false)).toEqual([
      expect.stringMatching(/^ECS: .*aws iam create-service-linked-role --aws-service-name ecs\.amazonaws\.com$/),
    ]);
    const refused = children({ 'aws iam get-role': { code: 254, stdout: 'AccessDenied' } });
    const there = world({ run: refused.run });
    expect(await checkAll(there, false)).toEqual([]);
    expect(there.printed.join()).toContain('must have the role of ECS');
  });

  it('require a copy of zero-cache’s image in production, and none elsewhere', async () => {
    const { run } = children({ 'aws ecr describe-images': { code: 254 } });
    expect(await checkAll(world({ run }), false)).toEqual([]);
    expect(await checkAll(world({ run, stage: 'production' }), false)).toEqual([
      expect.stringMatching(
        /^zero-cache’s image: no copy of rocicorp\/zero:\d+\.\d+\.\d+ in albumen\/zero \(eu-west-1\)/,
      ),
    ]);
    const odd = children({ 'aws ecr describe-images': { stdout: '123456789012\tlatest\n' } });
    expect(await checkAll(world({ run: odd.run, stage: 'production' }), false)).toEqual([
      expect.stringContaining('malformed ALBUMEN_ZERO_IMAGE'),
    ]);
  });

  it('read the stage’s secrets once', async () => {
    const { ran, run } = children();
    await checkAll(world({ run }), true);
    expect(ran.filter((line) => line.startsWith('sst secret list'))).toHaveLength(1);
  });

  it('check the database through the pooler when migrations use it', async () => {
    const direct = { ...world().env, DATABASE_DIRECT_URL: 'postgres://a:b@given.example/x' };
    const [problem] = await checkAll(world({ pooled: true, env: direct }), true);
    expect(problem).toMatch(/^database: The database at pooler\.example cannot be asked/);
  });

  it('require the functions’ Node.js', () => {
    expect(nodeProblems('24.0.0')).toEqual([]);
    expect(nodeProblems('22.9.1')).toEqual(['version 24 or later is needed, this is 22.9.1']);
  });
});

describe('the steps', () => {
  const names = (migrations: boolean, smokeOnly = false) => stepsOf({ migrations, smokeOnly }).map(({ name }) => name);

  it('migrate before deploying, and end with the smoke test', () => {
    expect(names(true)).toEqual(['checks', 'web', 'bundle', 'migrations', 'deploy', 'smoke test']);
    expect(names(false)).toEqual(['checks', 'web', 'bundle', 'deploy', 'smoke test']);
    expect(names(true, true)).toEqual(['smoke test']);
  });

  it('run their tools in order, name the release, and test the stage’s own origin', async () => {
    const { ran, run } = children({ 'git rev-parse': { stdout: 'abc123def456\n' } });
    const asked: string[] = [];
    const there = world({ run, fetch: answering(asked) });
    const pictures: string[] = [];
    there.picture = async (origin) => void pictures.push(origin);
    await runSteps(stepsOf({ migrations: false, smokeOnly: false }), there);
    expect(pictures).toEqual(['https://dev.example.com']);
    expect(ran.filter((line) => !/^(git status|aws) /.test(`${line} `))).toEqual([
      'sst secret list --stage dev',
      'vite build',
      'node ops/bundle/main.ts',
      'git rev-parse --short=12 HEAD',
      'sst deploy --stage dev (abc123def456)',
    ]);
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set(['https://dev.example.com']));
    expect(there.printed[0]).toBe('[1/5] checks: tools, credentials, settings, secrets, git, migrations’ rule');
    expect(there.printed.at(-1)).toMatch(/^"dev" is done in \d+\.\d s\.$/);
  });

  it('pass the digest of production’s image to the deployment', async () => {
    const given: (string | undefined)[] = [];
    const known = children().run;
    const run: RunChild = (file, args, options) => {
      if (args[0] === 'deploy') given.push(options?.env?.['ALBUMEN_ZERO_IMAGE']);
      return known(file, args, options);
    };
    for (const stage of ['dev', 'production']) {
      await runSteps(stepsOf({ migrations: false, smokeOnly: false }), world({ run, stage, fetch: answering() }));
    }
    expect(given).toEqual([undefined, IMAGE]);
  });

  it.each([
    ['vite', 'web', 'Nothing was changed.'],
    ['node ops/bundle', 'bundle', 'Nothing was changed.'],
    ['sst deploy', 'deploy', 'check out the last release'],
  ])('stop when %s fails, with a hint', async (tool, step, hint) => {
    const { ran, run } = children({ [tool]: { code: 3 } });
    const failing = runSteps(stepsOf({ migrations: false, smokeOnly: false }), world({ run }));
    await expect(failing).rejects.toThrow(CommandError);
    await expect(failing).rejects.toThrow(
      new RegExp(`^The step "${step}" failed after \\d+\\.\\d s:\nexit 3\n[^]*${hint}`),
    );
    expect(ran.at(-1)).toContain(tool);
  });

  it('change nothing when a check fails', async () => {
    const { ran, run } = children({ 'sst secret list': { stdout: '' } });
    const failing = runSteps(stepsOf({ migrations: false, smokeOnly: false }), world({ run }));
    await expect(failing).rejects.toThrow(
      /"checks" failed[^]*the secret DatabaseUrl is not set[^]*Nothing was changed/,
    );
    expect(ran.filter((line) => !line.startsWith('aws '))).toEqual(['sst secret list --stage dev']);
  });

  it('keep the stack of a programming error', async () => {
    const step = {
      name: 'x',
      about: '',
      hint: '',
      run: () => Promise.reject(new TypeError('undefined is not a function')),
    };
    await expect(runSteps([step], world())).rejects.toThrow(/TypeError: undefined is not a function\n\s+at /);
  });
});

/** A healthy deployment, except for the responses of `broken`. */
function answering(asked: string[] = [], broken: (path: string) => Response | undefined = () => undefined) {
  return async (url: string) => {
    asked.push(url);
    const { pathname } = new URL(url);
    return broken(pathname) ?? answer(pathname);
  };
}

function answer(path: string): Response {
  if (path === '/') {
    return new Response('<script type="module" src="/assets/index-abc.js"></script>', {
      headers: { 'content-security-policy': "default-src 'self'" },
    });
  }
  if (path.startsWith('/assets/'))
    return new Response('', { headers: { 'cache-control': 'public, max-age=1, immutable' } });
  if (path.startsWith('/api/p/')) return Response.json({ error: { code: 'not_found', message: '' } }, { status: 404 });
  if (path.startsWith('/api/images/')) return new Response('', { status: 403 });
  return new Response('');
}

describe('the picture of the smoke test', () => {
  const bucket = (name: string) => `arn:aws:s3:::albumen-dev-${name}`;
  const found = [bucket('originals-copy-1a2b'), bucket('renditions-1a2b3c4'), bucket('originals-5d6e7f8')].join('\t');
  const credentials = JSON.stringify({ AccessKeyId: 'AKIA', SecretAccessKey: 'hunter2', SessionToken: 'token' });

  it('reaches the stage by the deployment’s own credentials', async () => {
    const { ran, run } = children({
      'aws resourcegroupstaggingapi': { stdout: `${found}\n` },
      'aws configure export-credentials': { stdout: credentials },
    });
    const stage = await pictureStage(world({ run }));
    expect(stage.database.host).toBe('db.example');
    expect(stage.imageTokenKey).toBe('ab'.repeat(32));
    const { url } = await stage.storage.presignPut('originals', 'a/b', { size: 1, contentType: 'image/jpeg' }, 60);
    expect(url).toMatch(/^https:\/\/albumen-dev-originals-5d6e7f8\.s3\.eu-west-1\.amazonaws\.com\/a\/b\?/);
    expect(ran.filter((line) => line.startsWith('sst'))).toHaveLength(1);
    expect(ran.find((line) => line.includes('get-resources'))).toContain('Key=sst:stage,Values=dev');
  });

  it('names what it cannot reach, without secrets', async () => {
    const stageOf = (answers: Parameters<typeof children>[0]) => pictureStage(world({ run: children(answers).run }));
    await expect(stageOf({})).rejects.toThrow(/^The buckets of "dev" are not found/);
    const buckets = { 'aws resourcegroupstaggingapi': { stdout: found } };
    const refused = { code: 255, stdout: credentials };
    const failing = stageOf({ ...buckets, 'aws configure export-credentials': refused });
    await expect(failing).rejects.toThrow(
      /^The AWS credentials cannot be read \(aws configure export-credentials\)\.$/,
    );
  });
});

describe('the smoke test', () => {
  const smoke = (broken: Parameters<typeof answering>[1]) =>
    smokeTest('https://x.example', world({ fetch: answering([], broken) }));

  it('passes when everything responds', async () => {
    await expect(smoke(undefined)).resolves.toBeUndefined();
  });

  it.each<[string, string, Response]>([
    ['a page that fails', '/', new Response('', { status: 500 })],
    ['a page without its policy', '/', new Response('<script src="/assets/a.js"></script>')],
    ['an empty page', '/', new Response('', { headers: { 'content-security-policy': "default-src 'self'" } })],
    ['zero-cache that is down', '/zero/keepalive', new Response('', { status: 503 })],
    [
      'a 404 of somebody else',
      '/api/p/nobody-has-this-address',
      Response.json({ message: 'Not Found' }, { status: 404 }),
    ],
    ['an API that finds anything', '/api/p/nobody-has-this-address', Response.json({}, { status: 200 })],
    ['open pictures', `/api/images/${'0'.repeat(26)}/${'0'.repeat(24)}.jpg`, new Response('', { status: 404 })],
    ['a missing asset', '/assets/index-abc.js', new Response('', { status: 404 })],
    ['an asset that is not kept', '/assets/index-abc.js', new Response('')],
  ])('detects %s', async (_, path, response) => {
    const failing = smoke((asked) => (asked === path ? response.clone() : undefined));
    await expect(failing).rejects.toThrow(
      new RegExp(`does not answer as it must:\n  .*\\(${path.replace(/[.?]/g, '\\$&')}`),
    );
  });

  it('detects refused sockets behind a healthy health check', async () => {
    const asked: string[] = [];
    const socket = async (url: string) => (asked.push(url), 'the upgrade to a WebSocket is refused');
    const failing = smokeTest('https://x.example', world({ fetch: answering(), socket }));
    await expect(failing).rejects.toThrow(/\n  sockets of zero-cache \(\/zero\/sync\/v\d+\/connect\): the upgrade/);
    expect(new Set(asked)).toEqual(new Set([expect.stringMatching(/^wss:\/\/x\.example\/zero\/sync\/v\d+\/connect$/)]));
  });

  it('retries for a new host name, up to a limit', async () => {
    let pauses = 0;
    const late = answering([], () => (pauses < 3 ? new Response('', { status: 503 }) : undefined));
    const there = world({ fetch: late, sleep: async () => void pauses++ });
    await smokeTest('https://x.example', there);
    expect(there.printed.filter((line) => line.startsWith('not yet'))).toHaveLength(3);

    let waited = 0;
    const never = world({ sleep: async (milliseconds) => void (waited += milliseconds) });
    await expect(smokeTest('https://x.example', never)).rejects.toThrow(/no answer, no network/);
    expect(waited).toBe(110_000);
  });
});
