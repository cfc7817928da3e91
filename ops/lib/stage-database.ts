import { requireStage } from './arguments.ts';
import { runChild, type RunChild } from './child.ts';
import { CommandError } from './command.ts';
import { type DatabaseTarget, directTarget, sessionAddress, type TargetOptions } from './database-target.ts';
import { readStageSecrets } from './stage-secrets.ts';

export interface StageDatabaseWorld extends TargetOptions {
  env: Readonly<Record<string, string | undefined>>;
  run?: RunChild;
  /** Through the pooler of the stage, in session mode: for machines without IPv6, which the direct one may want. */
  pooled?: boolean | undefined;
  /** The stage's secrets, where somebody has read them already. */
  secrets?: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * How a database is reached for sessions: by `DATABASE_DIRECT_URL`, or else by the secret of the stage, which only then
 * has to be named. `DATABASE_CA_FILE` may name the authority of its certificate.
 * @throws CommandError when no address is set, or it is none for a session
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
