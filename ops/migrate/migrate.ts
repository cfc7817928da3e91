import { ONE_GROUP, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { requireStage } from '../lib/arguments.ts';
import { runChild, ROOT } from '../lib/child.ts';
import { CommandError } from '../lib/command.ts';
import type { DatabaseTarget } from '../lib/database-target.ts';
import { stageDatabase, type StageDatabaseWorld } from '../lib/stage-database.ts';
import { readStageSecrets } from '../lib/stage-secrets.ts';
import { ensureApiRoles, requireApiSignIn } from './api-role.ts';
import { checkMigrations, describeFinding, readMigrations } from './contract.ts';
import { problemsAfter, problemsBefore } from './database-checks.ts';
import { pushMigrations } from './push-migrations.ts';
import { ensureSyncPublications } from './sync-publications.ts';

/** Side effects of the command; tests replace them. */
export interface MigrateWorld extends StageDatabaseWorld {
  print: (line: string) => void;
  /** Folder that contains `supabase/`. */
  workdir?: string;
  sleep?: (milliseconds: number) => Promise<unknown>;
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
 * Migrates a stage's database: checks the rule and the database's requirements, applies the migrations, creates the
 * publications of its groups and the role of the functions, and checks the result.
 * @returns the files that were applied, or would be in a dry run
 * @throws CommandError with the problem, without secrets
 */
export async function migrate(stage: string, dryRun: boolean, world: MigrateWorld): Promise<string[]> {
  await checkRule(world);
  const secrets = world.secrets ?? secretsOf(stage, world);
  const target = await stageDatabase(stage, { ...world, ...(secrets && { secrets }) });
  // Without secrets the environment names the database, and no stage.
  const groups = parseSyncGroups(secrets ? settingsFor(stage).zero.groups : ONE_GROUP);
  refuse(await problemsBefore(target, groups), `The database at ${target.host} cannot serve the product`);
  const { run = runChild, workdir = ROOT, print } = world;
  const files = await pushMigrations(target, { dryRun, run, workdir });
  const done = dryRun ? 'would be applied' : 'applied';
  print(files.length === 0 ? 'No migration is missing.' : files.map((file) => `${done}: ${file}`).join('\n'));
  if (dryRun) return files;
  if (secrets) await openToFunctions(target, await secrets(), groups, world);
  refuse(await problemsAfter(target), `The database at ${target.host} is not closed as it must be`);
  return files;
}

/** Reads the stage's secrets once; undefined if the environment names the database. */
function secretsOf(stage: string, { env, pooled, run }: MigrateWorld): StageDatabaseWorld['secrets'] {
  if (env['DATABASE_DIRECT_URL'] && !pooled) return undefined;
  let reading: ReturnType<typeof readStageSecrets> | undefined;
  return () => (reading ??= readStageSecrets(requireStage(stage), run));
}

/** @throws CommandError if a secret is missing, or functions could not sign in */
async function openToFunctions(
  target: DatabaseTarget,
  secrets: ReadonlyMap<string, string>,
  groups: readonly SyncGroup[],
  world: MigrateWorld,
): Promise<void> {
  const [url, passwords] = [secrets.get('DatabaseUrl'), secrets.get('DatabaseApiPassword')?.split(' ') ?? []];
  if (!url || !passwords[0])
    throw new CommandError('The secrets DatabaseUrl and DatabaseApiPassword must both be set.');
  await ensureSyncPublications(target, groups);
  await ensureApiRoles(target, passwords, groups);
  const caFile = world.caFile ?? (world.env['DATABASE_CA_FILE'] || undefined);
  await requireApiSignIn(url, passwords[0], { ...world, caFile });
}

function refuse(problems: readonly string[], because: string): void {
  if (problems.length > 0) throw new CommandError(`${because}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
}
