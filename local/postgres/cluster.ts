import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ADMIN_ROLE, asAdmin, databaseUrl, LOCAL_PASSWORD } from './addresses.ts';
import { postgresBinaries } from './binaries.ts';
import { clusterUser, type ClusterUser } from './cluster-user.ts';
import { clusterFolder } from './open-folder.ts';
import { clearStalePidFile } from './pid-file.ts';

const run = promisify(execFile);

/** Created under another name and renamed when complete, so that an interrupted initdb leaves no incomplete cluster. */
async function createCluster(initdb: string, cluster: string, user: ClusterUser): Promise<void> {
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
function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' };
}

function stderrOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr) {
    return error.stderr.trim();
  }
  return error instanceof Error ? error.message : String(error);
}

/** Start attempts: right after a crash the old server's shared memory may still be attached. */
const ATTEMPTS = 3;
const START_MS = 30_000;
const STOP_MS = 10_000;
const POLL_MS = 50;
const LOG_TAIL = 4096;

type ClusterOptions = {
  /**
   * Folder of the cluster, created if missing. If root's cluster user cannot enter it, a text file beside it names the
   * folder used instead. `removeCluster` removes either.
   */
  dir: string;
  port: number;
  /** False trades safety against power failure for speed, for tests. */
  durable?: boolean;
};

/** Command to spawn. End it with SIGINT (fast shutdown: sessions are closed, committed data is kept). */
type PostgresCommand = {
  file: string;
  args: string[];
  /** Options for `spawn`: user, the cluster's folder, and the locale of log messages. */
  spawn: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv };
};

/**
 * Prepares the folder and returns the server's command; the caller spawns and supervises it. Call it before every
 * start: it cleans up after a crash.
 */
export async function postgresCommand({ dir, port, durable = true }: ClusterOptions): Promise<PostgresCommand> {
  const user = clusterUser();
  const { postgres, initdb } = postgresBinaries(user);
  const cluster = clusterFolder(resolve(dir), { user });
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(initdb, cluster, user);
  await clearStalePidFile(cluster);
  return {
    file: postgres,
    args: ['-D', cluster, '-p', String(port), ...settings(durable).flatMap((setting) => ['-c', setting])],
    spawn: { ...user, cwd: cluster, env: postgresEnvironment() },
  };
}

/** Small, since the whole stack shares one machine. zero-cache reads the logical WAL. */
function settings(durable: boolean): string[] {
  return [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'wal_level=logical',
    'max_connections=120',
    'shared_buffers=64MB',
    'maintenance_work_mem=32MB',
    'min_wal_size=80MB',
    'max_wal_size=512MB',
    // Limits the WAL kept for an abandoned slot of zero-cache, which then starts over with a new one.
    'max_slot_wal_keep_size=2GB',
    'jit=off',
    // PostgreSQL syncs the file system in one call after a crash, instead of two thousand files one after another: 7 s on
    // a busy disk.
    ...(durable && process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
}

export type RunningPostgres = {
  /** URL of the database `postgres`, as the role that owns the product's schema. Valid after the bootstrap. */
  url: string;
  stop: () => Promise<void>;
};

/**
 * Starts a server for tests and scripts; the supervisor spawns `postgresCommand` itself. Ends at the latest with this
 * process.
 * @throws Error with the server's last log lines if it does not start
 */
export async function startPostgres(options: ClusterOptions): Promise<RunningPostgres> {
  const url = databaseUrl(options.port);
  for (let attempt = 1; ; attempt++) {
    const { file, args, spawn: how } = await postgresCommand(options);
    const child = spawn(file, args, { ...how, stdio: ['ignore', 'ignore', 'pipe'] });
    let tail = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-LOG_TAIL)));
    const end = () => child.kill('SIGQUIT');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    if (await comesUp(child, url, how.cwd)) return { url, stop: () => stop(child) };
    await stop(child);
    if (attempt === ATTEMPTS) throw new Error(`PostgreSQL did not start on port ${options.port}: ${tail.trim()}`);
    await delay(attempt * 500);
  }
}

/** True once the server responds, false if its process ended or timed out. */
async function comesUp(child: ChildProcess, url: string, cluster: string): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  child.once('error', () => undefined);
  while (isAlive(child) && Date.now() < deadline) {
    if (await isReady(url, cluster)) return isAlive(child);
    await delay(POLL_MS);
  }
  return false;
}

/**
 * True if the server of `url` accepts connections and, if given, serves the folder `cluster`: another server may use
 * the port. Signs in as the superuser, so it needs no bootstrap.
 */
export async function isReady(url: string, cluster?: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: asAdmin(url), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return cluster === undefined || answer.rows[0]?.folder === cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await gone;
  clearTimeout(timer);
}

function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
