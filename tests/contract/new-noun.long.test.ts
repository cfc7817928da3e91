import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** Made by installing, building and running: the copy makes its own, or needs none. */
const LEFT_OUT = new Set(['node_modules', '.build', '.data', '.sst', '.secrets', '.git']);
const MINUTES = 60_000;

/** The tests that every noun has to be in. */
const TESTS = [
  'parity',
  'constraints',
  'rls',
  'canary',
  'mutators-lighthouses',
  'lighthouses',
  'namespaces',
  'locales',
];

let copy: string;

/** Runs a command in the copy and returns what it writes. @throws Error with the end of that, if it fails */
function run(program: string, ...args: string[]): string {
  const path = `${join(copy, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, PATH: path, NO_COLOR: '1', TEST_LONG: '' };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${(stdout + stderr).slice(-4000)}`);
  return stdout;
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'noun-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(path.slice(ROOT.length + 1)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new:noun', { timeout: 20 * MINUTES }, () => {
  it('writes a noun and prints what is left', () => {
    const said = run('node', 'tools/new-noun/main.ts', 'lighthouses');
    expect(said).toContain('new    core/zero/tables/lighthouses.ts');
    expect(said).toContain('locales/es/lighthouses.json: translate "lighthouses" in title');
    expect(readFileSync(join(copy, 'core/zero/schema.ts'), 'utf8')).toContain('    lighthouses,\n');
  });

  it('leaves the tree formatted and without faults', () => {
    run('oxfmt', '--check', 'core', 'locales', 'tests', 'web');
    run('oxlint', '--type-aware', '--deny-warnings', 'core', 'web/app', 'web/features/lighthouses', 'tests/support');
  });

  it('leaves the types right', () => {
    run('tsc', '-b', '--checkers', '1');
  });

  it('passes the tests of all nouns', () => {
    run('vitest', 'run', '--project', 'services', 'tests/integration/schema.test.ts', '-u');
    expect(run('node', 'tools/new-noun/main.ts', 'lighthouses', '--open')).not.toContain('schema.txt');
    const summary = run('vitest', 'run', '--reporter=default', ...TESTS.map((name) => `/${name}.`), 'matrix.test');
    expect(summary).toMatch(/Test Files .*passed/);
    expect(summary).toContain('mutators-lighthouses');
  });
});
