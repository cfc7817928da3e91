import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { STAGE_SECRETS } from '#ops/lib/secret-table.ts';

/*
 * Runs the longer scripts of the workflows in bash as a runner does, with stub tools that record their calls and return
 * the answers of a test.
 */

const WORKFLOW = resolve(import.meta.dirname, '../../.github/workflows/preview.yml');
const READY = [
  'SUPABASE_ANON_KEY="anon.key"',
  'SUPABASE_SERVICE_ROLE_KEY="never"',
  'POSTGRES_URL="postgresql://postgres.ref:pa%24s@pooler.example:6543/postgres?connect_timeout=10"',
  'POSTGRES_URL_NON_POOLING="postgresql://postgres:pa%24s@db.example:5432/postgres?connect_timeout=10"',
  'SUPABASE_URL="https://ref.example"',
].join('\n');

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'workflow-'))));
afterEach(() => rmSync(dir, { recursive: true }));

function scriptOf(job: string, name: RegExp): string {
  const { jobs } = parse(readFileSync(WORKFLOW, 'utf8')) as {
    jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
  };
  return jobs[job]!.steps.find((step) => name.test(step.name ?? ''))!.run!;
}

/** @param answers of each tool, as shell code that sees the call's arguments */
function run(script: string, answers: Record<string, string>, env: Record<string, string> = {}) {
  for (const [tool, answer] of Object.entries({ sleep: '', ...answers })) {
    const path = join(dir, tool);
    writeFileSync(path, `#!/bin/bash\nprintf '%s %s\\n' ${tool} "$*" >> "$CALLS"\n${answer}\n`);
    chmodSync(path, 0o755);
  }
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-e', '-c', script], {
    encoding: 'utf8',
    env: { PATH: `${dir}:/usr/bin:/bin`, CALLS: join(dir, 'calls'), RUNNER_TEMP: dir, DIR: dir, ...env },
  });
  const calls = existsSync(join(dir, 'calls')) ? readFileSync(join(dir, 'calls'), 'utf8').split('\n') : [];
  return { status, stdout, stderr, calls };
}

describe('the branch of a preview', () => {
  const script = scriptOf('deploy', /^A branch of the database/);
  const stage = { STAGE: 'pr-7', SUPABASE_PROJECT: 'ref' };
  /** Records loaded secrets, and answers from files. */
  const npx = `case "$*" in
    'supabase branches get'*) [ -f "$DIR/branch" ] && cat "$DIR/branch" ;;
    'supabase branches create'*) cp "$DIR/made" "$DIR/branch" ;;
    'sst secret list'*) cat "$DIR/secrets" 2> /dev/null ;;
    'sst secret load'*) cp "$4" "$DIR/loaded" ;;
  esac`;
  const tools = {
    aws: 'echo token',
    npx,
    npm: 'printf "# Made\\nImageTokenKey=made\\n\\n# Yours\\n# DatabaseUrl=\\n" > "${*: -1}"',
  };
  const put = (file: string, text: string) => writeFileSync(join(dir, file), `${text}\n`);
  const loaded = () =>
    readFileSync(join(dir, 'loaded'), 'utf8')
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .sort();
  const addresses = [
    'DatabaseDirectUrl=postgresql://postgres:pa%24s@db.example:5432/postgres?sslmode=verify-full',
    'DatabaseUrl=postgresql://postgres.ref:pa%24s@pooler.example:6543/postgres?sslmode=verify-full&sslrootcert=database-ca.pem',
    'SupabaseAnonKey=anon.key',
    'SupabaseUrl=https://ref.example',
  ];

  test('provides connection URLs for a deployment', () => {
    for (const line of addresses.filter((line) => line.startsWith('Database'))) {
      const [name, value] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)];
      expect(STAGE_SECRETS.find((secret) => secret.name === name)?.isWellFormed(value)).toBe(true);
    }
  });

  test('is created for the first deployment, with the stage’s own keys', () => {
    put('made', READY);
    const { status, calls } = run(script, tools, stage);
    expect(status).toBe(0);
    expect(calls).toContain('npx supabase branches create pr-7 --remote=ref --agent=no --yes');
    expect(calls).toContain(`npx sst secret load ${dir}/secrets.env --stage pr-7`);
    expect(loaded()).toEqual([...addresses.slice(0, 2), 'ImageTokenKey=made', ...addresses.slice(2)].sort());
  });

  test('is reused by the next deployment, which keeps the keys', () => {
    put('branch', READY);
    put('secrets', 'ImageTokenKey=kept');
    const { status, calls } = run(script, tools, stage);
    expect(status).toBe(0);
    expect(calls.filter((call) => /create|^npm/.test(call))).toEqual([]);
    expect(loaded()).toEqual(addresses);
  });

  test('is polled until its password exists', () => {
    put('made', READY.replaceAll('pa%24s', '******'));
    put('ready', READY);
    const { status, calls } = run(script, { ...tools, sleep: 'cp "$DIR/ready" "$DIR/branch"' }, stage);
    expect(status).toBe(0);
    expect(calls.filter((call) => call.startsWith('sleep'))).toHaveLength(1);
    expect(loaded()).toEqual(expect.arrayContaining(addresses));
  });

  test('fails the deployment before loading secrets if it never becomes ready', () => {
    put('made', 'SUPABASE_URL="https://ref.example"');
    const { status, stdout, calls } = run(script, tools, stage);
    expect(status).toBe(1);
    expect(stdout).toContain('::error::The branch of the database has no addresses.');
    expect(calls.filter((call) => call.startsWith('sleep'))).toHaveLength(40);
    expect(existsSync(join(dir, 'loaded'))).toBe(false);
  });

  test('masks its secrets in the log and leaves no file', () => {
    put('made', READY);
    const { stdout, stderr } = run(script, tools, stage);
    expect(stdout).toBe('::add-mask::token\n');
    expect(stderr).toBe('');
    expect(existsSync(join(dir, 'secrets.env'))).toBe(false);
  });
});

describe('the project of a preview', () => {
  const script = scriptOf('deploy', /^Not the project of production/);
  const check = (preview: string, production: string) =>
    run(script, {}, { SUPABASE_PROJECT: preview, SUPABASE_PRODUCTION: production });

  test('is refused if it is production’s', () => {
    const { status, stdout } = check('abc', 'abc');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error::SUPABASE_PREVIEW_PROJECT is the project of production/);
  });

  test('may be any other, and production’s may be unset', () => {
    for (const production of ['abcd', '']) expect(check('abc', production)).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('the sweep of previews', () => {
  const script = scriptOf('left-behind', /^Stages that still/);
  const find = (stages: string) => {
    const output = join(dir, 'output');
    const tools = {
      aws: `printf '${stages}'`,
      gh: 'case "$3" in 1) echo OPEN ;; 2) echo MERGED ;; 30) echo CLOSED ;; *) exit 1 ;; esac',
    };
    const { status } = run(script, tools, { GITHUB_OUTPUT: output, GITHUB_REPOSITORY: 'studio/albumen' });
    return { status, output: existsSync(output) ? readFileSync(output, 'utf8') : '' };
  };

  test('removes each stage of a closed pull request, once', () => {
    expect(find('pr-1\\tpr-2\\tpr-2\\npr-30\\tproduction\\tpr-x\\n').output).toBe('numbers=[2,30]\n');
  });

  test('accepts an empty list', () => {
    expect(find('pr-1\\tproduction\\n').output).toBe('numbers=[]\n');
    expect(find('').output).toBe('numbers=[]\nnumbers=[]\n');
  });

  test('removes nothing if GitHub does not answer', () => {
    expect(find('pr-2\\tpr-99\\n')).toEqual({ status: 1, output: '' });
  });
});
