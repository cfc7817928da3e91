import { runChild, ROOT } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { stageDatabase, type StageDatabaseWorld } from '../lib/stage-database.ts';
import { checkMigrations, describeFinding, readMigrations } from './contract.ts';
import { problemsAfter, problemsBefore } from './database-checks.ts';
import { pushMigrations } from './push-migrations.ts';

/** Side effects of the command; tests replace them. */
export interface MigrateWorld extends StageDatabaseWorld {
  print: (line: string) => void;
  /** Folder that contains `supabase/`. */
  workdir?: string;
}

/**
 * Applies the expand-and-contract rule to all migrations.
 * @throws CommandError with a line for each migration that breaks it
 */
export async function checkRule({ print, workdir = ROOT }: Pick<MigrateWorld, 'print' | 'workdir'>): Promise<void> {
  const { problems, warnings } = await checkMigrations(await readMigrations(`${workdir}/supabase/migrations`));
  for (const warning of warnings) print(`look at ${describeFinding(warning)}`);
  if (problems.length === 0) return;
  throw new CommandError(`Expand and contract (supabase/README.md):\n${problems.map(describeFinding).join('\n')}`);
}

/**
 * Migrates a stage's database: checks the rule and the database's requirements, applies the migrations, and checks the
 * result.
 * @returns the files that were applied, or would be in a dry run
 * @throws CommandError with the problem, without secrets
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
