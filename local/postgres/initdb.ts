import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN_ROLE, LOCAL_PASSWORD } from './addresses.ts';
import type { ClusterUser } from './cluster-user.ts';

const run = promisify(execFile);

/** Created under another name and renamed when complete, so that an interrupted initdb leaves no incomplete cluster. */
export async function createCluster(initdb: string, cluster: string, user: ClusterUser): Promise<void> {
  const fresh = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(dirname(cluster), { recursive: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, LOCAL_PASSWORD, { mode: 0o600 });
  for (const path of 'uid' in user ? [fresh, passwordFile] : []) chownSync(path, user.uid, user.gid);
  // The built-in locale sorts by code point, as Zero does, and is equal on every machine.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const auth = [`--username=${ADMIN_ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await run(initdb, ['-D', fresh, ...auth, ...locale, '--no-instructions'], {
      ...user,
      env: postgresEnvironment(),
      cwd: fresh,
    });
    renameSync(fresh, cluster);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`cannot create a database cluster in ${cluster}: ${stderrOf(cause)}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Only variables that the programs need: the user's PGHOST, PGUSER, … must have no effect. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' };
}

function stderrOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr) {
    return error.stderr.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
