import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Noun, readNoun, Refused, spellings } from './noun-name.ts';
import { openPoints } from './open-points.ts';
import { planNoun } from './plan.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const USAGE = `npm run new:noun -- suppliers                     writes a noun of the back office
npm run new:noun -- people --singular person      with an irregular plural
npm run new:noun -- suppliers --open              prints what a noun still lacks, and writes nothing`;

/** Choices that no check can see. */
function decisions(noun: Noun): string[] {
  const { kebab, camel } = spellings(noun);
  return [
    `fields: a name and notes; more of them in core/domain/studio/${kebab[0]}.ts, the table, the migration and the dialog`,
    `area: core/domain/studio, if another one fits better`,
    `rights: account.read and account.update, in queries, mutators, the screen, its route and tests/support/nouns/${kebab[0]}.ts`,
    `people: if rows name clients, web/features/customers/erase/use-mentions.ts finds them for an erasure`,
    `effects outside the database: functions/${kebab[0]}/effects.ts, a floor of FLOORS, functions/zero/mutators.ts`,
    `export: the table is in an account's export; functions/accounts/export-tables.ts leaves out tables and columns`,
    `removal: at once, undone by ${camel[0]}.create; a trash, if rows are worth one`,
  ];
}

function write(noun: Noun): void {
  const changes = planNoun(ROOT, noun);
  for (const { path, text } of changes) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  const formatted = changes.map(({ path }) => path).filter((path) => !path.endsWith('.sql'));
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), ['--write', ...formatted], { cwd: ROOT, stdio: 'ignore' });
  execFileSync(process.execPath, ['locales/generate-types.ts'], { cwd: ROOT });
  for (const { path, isNew } of changes) console.log(`${isNew ? 'new   ' : 'edited'} ${path}`);
  print('To decide', decisions(noun));
}

function print(title: string, lines: readonly string[]): void {
  console.log(`\n${title}:`);
  for (const line of lines) console.log(`- ${line}`);
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { singular: { type: 'string' }, open: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  const noun = readNoun(positionals[0], values.singular);
  if (!values.open) write(noun);
  const points = openPoints(ROOT, noun);
  print('Left to do', points.length > 0 ? points : ['nothing']);
  if (!values.open) console.log('\nTo undo: git restore the edited files, remove the new ones.');
}

try {
  main();
} catch (error) {
  const isExpected = error instanceof Refused || (error instanceof TypeError && 'code' in error);
  if (!isExpected) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
}
