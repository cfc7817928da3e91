import { runChild, ROOT } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { stageDatabase, type StageDatabaseWorld } from '../lib/stage-database.ts';
import { checkMigrations, describeFinding, readMigrations } from './contract.ts';
import { problemsAfter, problemsBefore } from './database-checks.ts';
import { pushMigrations } from './push-migrations.ts';

/** What surrounds the command: tests bring their own. */
export interface MigrateWorld extends StageDatabaseWorld {
  print: (line: string) => void;
  /** The folder that holds `supabase/`. */
  workdir?: string;
}

/**
 * The expand-and-contract rule over all migrations.
 * @throws CommandError with a line for each migration that breaks it
 */
export async function checkRule({ print, workdir = ROOT }: Pick<MigrateWorld, 'print' | 'workdir'>): Promise<void> {
  const { problems, warnings } = await checkMigrations(await readMigrations(`${workdir}/supabase/migrations`));
  for (const warning of warnings) print(`look at ${describeFinding(warning)}`);
  if (problems.length === 0) return;
  throw new CommandError(`Expand and contract (supabase/README.md):\n${problems.map(describeFinding).join('\n')}`);
}

/**
 * Brings a stage's database up to date: the rule, what the database must offer, the migrations, and what must hold
 * afterwards.
 * @returns the files that were applied, or would be
 * @throws CommandError saying what is wrong; nothing it says holds a secret
 */
export async function migrate(stage: string, dryRun: boolean, world: MigrateWorld): Promise<string[]> {
  await checkRule(world);
  const target = await stageDatabase(stage, world);
  refuse(await problemsBefore(target), `The database at ${target.host} cannot serve the product`);
  const { run = runChild, workdir = ROOT, print } = world;
  const files = await pushMigrations(target, { dryRun, run, workdir });
  const done = dryRun ? 'would be applied' : 'applied';
  print(files.length === 0 ? 'No migration is missing.' : files.map((file) => `${done}: ${file}`).join('\n'));
  if (!dryRun) refuse(await problemsAfter(target), `The database at ${target.host} is not closed as it must be`);
  return files;
}

function refuse(problems: readonly string[], because: string): void {
  if (problems.length > 0) throw new CommandError(`${because}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}
