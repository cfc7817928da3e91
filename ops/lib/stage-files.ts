import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child.ts';

/** Folder of what only the operator may read; git ignores it. */
export const SECRETS_FOLDER = join(ROOT, '.secrets');

/** `secrets` is for `sst secret load`; the others are environments: of all commands, and of `npm run migrate -- --auth`. */
export type StageFile = 'secrets' | 'variables' | 'auth';

/** Returns the path of a stage's file. */
export function stageFile(stage: string, file: StageFile, folder = SECRETS_FOLDER): string {
  return join(folder, file === 'secrets' ? `${stage}.env` : `${stage}.${file}.env`);
}

/**
 * Adds the environment that `npm run setup` wrote for a stage to this process's. A variable that is set already wins,
 * as in workflows, which have no such file.
 */
export function loadStageEnvironment(stage: string, folder = SECRETS_FOLDER): void {
  for (const file of ['variables', 'auth'] as const) {
    const path = stageFile(stage, file, folder);
    if (existsSync(path)) process.loadEnvFile(path);
  }
}
