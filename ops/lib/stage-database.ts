import { requireStage } from './arguments.ts';
import { runChild, type RunChild } from './child.ts';
import { CommandError } from './command.ts';
import { type DatabaseTarget, directTarget, type TargetOptions } from './database-target.ts';
import { readStageSecrets } from './stage-secrets.ts';

export interface StageDatabaseWorld extends TargetOptions {
  env: Readonly<Record<string, string | undefined>>;
  run?: RunChild;
}

/**
 * How a database is reached directly: by `DATABASE_DIRECT_URL`, or else by the secret of the stage, which only then has
 * to be named. `DATABASE_CA_FILE` may name the authority of its certificate.
 * @throws CommandError when no address is set, or it is none for a session
 */
export async function stageDatabase(
  stage: string | undefined,
  { env, run = runChild, ...options }: StageDatabaseWorld,
): Promise<DatabaseTarget> {
  const url = env['DATABASE_DIRECT_URL'] || (await secretUrl(requireStage(stage), run));
  const caFile = options.caFile ?? (env['DATABASE_CA_FILE'] || undefined);
  return directTarget(url, { ...options, caFile });
}

async function secretUrl(stage: string, run: RunChild): Promise<string> {
  const url = (await readStageSecrets(stage, run)).get('DatabaseDirectUrl');
  if (!url) throw new CommandError(`DATABASE_DIRECT_URL is not set, nor the secret DatabaseDirectUrl of "${stage}".`);
  return url;
}
