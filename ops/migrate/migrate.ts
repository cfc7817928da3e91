import { runChild, ROOT, type RunChild } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import { databaseTarget, type DatabaseTarget, type TargetOptions } from '../lib/database-target.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { checkMigrations, describeFinding, readMigrations } from './contract.ts';
import { problemsAfter, problemsBefore } from './database-checks.ts';
import { pushMigrations } from './push-migrations.ts';

/** What surrounds the command: tests bring their own. */
export interface MigrateWorld extends TargetOptions {
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  run?: RunChild;
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
  const target = await targetOf(stage, world);
  refuse(await problemsBefore(target), `The database at ${target.host} cannot serve the product`);
  const { run = runChild, workdir = ROOT, print } = world;
  const files = await pushMigrations(target, { dryRun, run, workdir });
  const done = dryRun ? 'would be applied' : 'applied';
  print(files.length === 0 ? 'No migration is missing.' : files.map((file) => `${done}: ${file}`).join('\n'));
  if (!dryRun) refuse(await problemsAfter(target), `The database at ${target.host} is not closed as it must be`);
  return files;
}

/**
 * How the stage's database is reached directly.
 * @throws CommandError when no address is set, or it is that of a transaction pooler
 */
export async function targetOf(stage: string, world: Omit<MigrateWorld, 'print'>): Promise<DatabaseTarget> {
  const { env, run = runChild, isLoopback } = world;
  const url = env['DATABASE_DIRECT_URL'] || (await readStageSecrets(stage, run)).get('DatabaseDirectUrl');
  if (!url) throw new CommandError(`DATABASE_DIRECT_URL is not set, nor the secret DatabaseDirectUrl of "${stage}".`);
  const caFile = world.caFile ?? (env['DATABASE_CA_FILE'] || undefined);
  const target = databaseTarget(url, { caFile, ...(isLoopback ? { isLoopback } : {}) });
  // Supabase's pooler in transaction mode: neither DDL in several statements nor replication goes through it.
  if (new URL(target.address).port === '6543') {
    throw new CommandError('DatabaseDirectUrl is the transaction pooler (port 6543); give the direct address.');
  }
  return target;
}

function refuse(problems: readonly string[], because: string): void {
  if (problems.length > 0) throw new CommandError(`${because}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}
