import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endGroup } from './process-group.ts';
import type { Installation } from './installation.ts';
import { demoEnvironment } from './environments.ts';
import { nodeCommand } from './node-command.ts';
import type { Reaper } from './reaper.ts';
import { ROOT } from './root.ts';
import { openLog } from './service-log.ts';

/** The line of local/demo/main.ts that the supervisor waits for. */
const STUDIO_READY = /^studio ready$/;

export interface Demo {
  /** Resolves with true once the demo can be used; with false on failure. */
  studio: Promise<boolean>;
  stop(): Promise<void>;
}

const linksFile = ({ dataDir }: Installation) => join(dataDir, 'demo.links');

/** Addresses for clients of the demo studio. */
interface DemoLinks {
  /** Where a client chooses photos. */
  invitation: string;
  /** Everything of one client. */
  clientPage: string;
}

/** Returns the demo's addresses for clients; null before the demo was made. */
export function demoLinks(installation: Installation): DemoLinks | null {
  const file = linksFile(installation);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoLinks) : null;
}

/** Creates the demo studio in its own process, unless it exists. Photos are uploaded afterwards. */
export function startDemo(installation: Installation, reaper: Reaper): Demo {
  const doneFile = join(installation.dataDir, 'demo.done');
  if (existsSync(doneFile)) return { studio: Promise.resolve(true), stop: () => Promise.resolve() };
  const { file, args, options } = nodeCommand(
    [join(ROOT, 'local/demo/main.ts')],
    demoEnvironment(installation, doneFile, linksFile(installation)),
  );
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const log = openLog(installation.dataDir, 'demo');
  const group = child.pid;
  if (group) reaper.started(group, 'SIGTERM');
  const { promise: studio, resolve } = Promise.withResolvers<boolean>();
  log.follow(child.stdout, /^photographs ready$/, (line) => STUDIO_READY.test(line) && resolve(true));
  log.follow(child.stderr, /^(?!\s)(?!\s*$)/);
  child.once('error', () => resolve(false));
  child.once('exit', (code) => {
    if (group) reaper.ended(group);
    // An interrupted start resumes at the next one.
    if (code !== 0 && code !== null) console.error(`[demo] the demo studio is incomplete, see ${log.file}`);
    resolve(false);
  });
  return { studio, stop: () => (group ? endGroup(group, 'SIGTERM', 3000) : Promise.resolve()) };
}
