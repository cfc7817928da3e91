import { globSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruise, type Cruise } from '../support/import-rules.ts';

const made: string[] = [];

afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A small source tree with one file that imports another. */
function plant(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'house-'));
  made.push(dir);
  const manifest = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

// Parses every file: on busy cores that exceeds the default timeout.
test('the sources follow the import rules', { timeout: 120_000 }, () => {
  const { violations, modules } = cruise();
  expect(violations).toEqual([]);
  // Without a TypeScript parser no file would be cruised, and no violation found.
  expect(modules).toBeGreaterThan(100);
});

const VIOLATIONS = [
  ['web-knows-core-only', 'web/lib/a.ts', 'functions/platform/b.ts', '#functions/platform/b.ts'],
  ['domain-stands-alone', 'core/domain/a.ts', 'core/zero/b.ts', '../zero/b.ts'],
  ['feature-not-feature', 'web/features/galleries/a.ts', 'web/features/customers/b.ts', '../customers/b.ts'],
  ['features-know-no-route', 'web/features/members/a.ts', 'web/app/b.ts', '#web/app/b.ts'],
  [
    'public-pages-use-lower-floors',
    'web/features/public/shell/a.ts',
    'web/features/public/studio/b.ts',
    '../studio/b.ts',
  ],
  ['photos-use-uploads', 'web/features/photos/a.ts', 'web/features/galleries/b.ts', '../galleries/b.ts'],
  ['components-know-no-domain', 'web/components/ui/a.ts', 'core/domain/b.ts', '#core/domain/b.ts'],
  // A folder of the same floor, one of a higher floor, and the file that closes a circle of folders.
  ['functions-use-lower-floors', 'functions/galleries/a.ts', 'functions/domains/b.ts', '../domains/b.ts'],
  ['functions-use-lower-floors', 'functions/platform/a.ts', 'functions/uploads/b.ts', '../uploads/b.ts'],
  ['functions-use-lower-floors', 'functions/sessions/a.ts', 'functions/booking/b.ts', '../booking/b.ts'],
  ['functions-know-core-only', 'functions/page/a.ts', 'web/lib/c.ts', '#web/lib/c.ts'],
  ['handlers-serve-requests-only', 'functions/booking/c.ts', 'functions/leads/handlers.ts', '../leads/handlers.ts'],
  ['only-tests-know-local', 'functions/invites/a.ts', 'local/s3/b.ts', '#local/s3/b.ts'],
  ['tools-stand-alone', 'tools/new-noun/a.ts', 'core/domain/b.ts', '#core/domain/b.ts'],
  ['tools-are-not-imported', 'ops/lib/a.ts', 'tools/new-noun/b.ts', '../../tools/new-noun/b.ts'],
  ['nobody-imports-tests', 'local/s3/a.ts', 'tests/support/b.ts', '../../tests/support/b.ts'],
] as const;

describe('detects a planted violation of', () => {
  let violations: Cruise['violations'];
  // In one tree: each start of dependency-cruiser takes a second.
  beforeAll(() => {
    const files = VIOLATIONS.flatMap(([, from, to, specifier]) => [
      [from, `export { b } from '${specifier}';\n`],
      [to, 'export const b = 1;\n'],
    ]);
    // Two folders that import each other, through files that do not.
    files.push(
      ['functions/booking/d.ts', "export { a } from '../sessions/d.ts';\n"],
      ['functions/sessions/d.ts', 'export const a = 1;\n'],
    );
    ({ violations } = cruise(
      [...new Set(files.map(([path]) => path!.split('/')[0]!))],
      plant(Object.fromEntries(files)),
    ));
  });

  test.each(VIOLATIONS)('%s: %s imports %s', (rule, from, to) => {
    expect(violations).toContainEqual({ rule, from, to });
  });

  test('nothing in an import of a lower floor', () => {
    expect(violations.filter(({ from }) => from === 'functions/booking/d.ts')).toEqual([]);
  });
});

test.each([
  ['functions', 'FLOORS'],
  ['web/features/public', 'PUBLIC_FLOORS'],
] as const)('each folder of %s is on one floor', async (parent, name) => {
  const root = resolve(import.meta.dirname, '../..');
  const rules = (await import(join(root, '.dependency-cruiser.mjs'))) as Record<typeof name, string[][]>;
  const folders = readdirSync(join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rules[name].flat().toSorted()).toEqual(folders.map((folder) => folder.name).toSorted());
});

test('detects a cycle', () => {
  const dir = plant({
    'core/domain/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'core/domain/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  });
  expect(cruise(['core'], dir).violations.map((violation) => violation.rule)).toContain('no-circular');
});

test('no file of the product exceeds 320 lines', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync(['{core,functions,local,ops,stacks,tools,web}/**/*.{ts,tsx,js,mjs,css}', '*.config.ts'], {
    cwd: root,
  });
  const long = files.filter((file) => {
    if (/\.test\.tsx?$|(^|\/)(node_modules|\.build)\//.test(file)) return false;
    return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length > 320;
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(long).toEqual([]);
});
