import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNING_FILE, type RunningInstallation } from '#ops/lib/running-installation.ts';
import { operatorEnvironment } from './environments.ts';
import type { Installation } from './installation.ts';

/** Tells operators' commands how to reach this installation. @returns a function that takes it back */
export function noteRunning(installation: Installation): () => void {
  const file = join(installation.dataDir, RUNNING_FILE);
  const { origin } = installation;
  const running: RunningInstallation = { process: process.pid, origin, env: operatorEnvironment(installation) };
  // Renamed when complete, so that no command reads half of it.
  writeFileSync(`${file}.new`, JSON.stringify(running, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}
