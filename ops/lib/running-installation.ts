import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { CommandError } from './command.ts';

/** In the data folder of `npm start` while it runs; readable by its owner alone, since it has keys. */
export const RUNNING_FILE = 'running.json';

const running = z.strictObject({
  /** Process id of the supervisor: a crashed one leaves the file. */
  process: z.int().positive(),
  /** URL for browsers. */
  origin: z.url(),
  /** The variables by which operators' commands reach it. */
  env: z.record(z.string(), z.string()),
});

export type RunningInstallation = z.infer<typeof running>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USUAL_FOLDER = '.data';

/**
 * Returns the installation that `npm start` runs on a data folder.
 * @param data as its `--data`: relative to the checkout; `.data` by default
 * @throws CommandError if none runs there
 */
export function runningInstallation(data: string = USUAL_FOLDER): { name: string; env: Record<string, string> } {
  const folder = resolve(ROOT, data);
  const shown = relative(ROOT, folder).startsWith('..') ? folder : relative(ROOT, folder);
  const found = read(join(folder, RUNNING_FILE));
  if (!found || !isAlive(found.process)) {
    throw new CommandError(
      `Which installation? npm start does not run on ${shown}. Start it, name another folder with --data, ` +
        'or set DATABASE_DIRECT_URL and the variables of the buckets (--help lists them).',
    );
  }
  return { name: `the installation at ${found.origin}, which npm start runs on ${shown}`, env: found.env };
}

function read(file: string): RunningInstallation | undefined {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}
