import { requireStage } from './arguments.ts';
import { runChild, type RunChild } from './child.ts';
import { CommandError } from './command.ts';
import { type DatabaseTarget, directTarget, sessionAddress, type TargetOptions } from './database-target.ts';
import { readStageSecrets } from './stage-secrets.ts';

export interface StageDatabaseWorld extends TargetOptions {
  env: Readonly<Record<string, string | undefined>>;
  run?: RunChild;
  /** Uses the stage's session pooler: for machines without IPv6, which a direct connection may need. */
  pooled?: boolean | undefined;
  /** Returns the stage's secrets; by default they are read from SST. */
  secrets?: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * Returns the target of a database for sessions: from `DATABASE_DIRECT_URL`, or else from the secret of the stage,
 * which is required only then. `DATABASE_CA_FILE` may name its certificate authority.
 * @throws CommandError if there is no address, or it does not support sessions
 */
export async function stageDatabase(
  stage: string | undefined,
  { env, run = runChild, pooled = false, secrets, ...options }: StageDatabaseWorld,
): Promise<DatabaseTarget> {
  const read = secrets ?? (async () => readStageSecrets(requireStage(stage), run));
  const url = pooled ? await pooledUrl(stage, read) : env['DATABASE_DIRECT_URL'] || (await secretUrl(stage, read));
  const caFile = options.caFile ?? (env['DATABASE_CA_FILE'] || undefined);
  return directTarget(url, { ...options, caFile });
}

type Read = NonNullable<StageDatabaseWorld['secrets']>;

async function pooledUrl(stage: string | undefined, read: Read): Promise<string> {
  const url = (await read()).get('DatabaseUrl');
  if (!url) throw new CommandError(`The secret DatabaseUrl of "${stage}" is not set, which --pooled reads.`);
  return sessionAddress(url);
}

async function secretUrl(stage: string | undefined, read: Read): Promise<string> {
  const url = (await read()).get('DatabaseDirectUrl');
  if (!url) throw new CommandError(`DATABASE_DIRECT_URL is not set, nor the secret DatabaseDirectUrl of "${stage}".`);
  return url;
}
