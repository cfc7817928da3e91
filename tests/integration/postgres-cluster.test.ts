import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin } from '#local/postgres/addresses.ts';
import { postgresBinaries } from '#local/postgres/binaries.ts';
import { bootstrapHosted, migrateLocal } from '#local/postgres/bootstrap.ts';
import { clusterUser } from '#local/postgres/cluster-user.ts';
import { isReady, postgresCommand, startPostgres } from '#local/postgres/cluster.ts';
import type { RunningPostgres } from '#local/postgres/cluster.ts';
import { openParent, programFolder, removeCluster } from '#local/postgres/open-folder.ts';
import { pushMigrations } from '#ops/migrate/push-migrations.ts';
import { freePort } from '../support/free-port.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let dir: string;
let port: number;
const children: ChildProcess[] = [];
const servers: RunningPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(openParent(tmpdir(), clusterUser()), 'albumen-cluster-'));
  await chmod(folder, 0o711);
  dir = join(folder, 'postgres');
  port = await freePort();
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Starts the cluster as the supervisor does: the caller spawns, watches and kills the command. */
async function spawnPostgres(): Promise<{ child: ChildProcess; url: string }> {
  const { file, args, spawn: options } = await postgresCommand({ dir, port });
  const child = spawn(file, args, { ...options, stdio: 'ignore' });
  children.push(child);
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  await expect.poll(() => isReady(url), { timeout: 20_000 }).toBe(true);
  return { child, url };
}

/** Starts the cluster as tests and scripts do. */
async function start(cluster = dir): Promise<RunningPostgres> {
  const server = await startPostgres({ dir: cluster, port });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: asAdmin(url) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dir, 'postmaster.pid');

describe('a cluster', () => {
  it('listens on the loopback interface only, with logical WAL', async () => {
    const { child, url } = await spawnPostgres();
    const [row] = await query(
      url,
      "select current_setting('listen_addresses') as listens, current_setting('wal_level') as wal, current_setting('server_version_num')::int / 10000 as version",
    );
    expect(row).toEqual({ listens: '127.0.0.1', wal: 'logical', version: 17 });
    await end(child, 'SIGINT');
    expect(child.exitCode).toBe(0);
  });

  it('keeps committed data when killed, and restarts', async () => {
    const first = await spawnPostgres();
    await query(first.url, 'create table kept (n int)');
    await query(first.url, 'insert into kept values (1)');
    await end(first.child, 'SIGKILL');
    const again = await start();
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await again.stop();
    expect(await isReady(again.url)).toBe(false);
  });

  it('starts although its pid file names another living process', async () => {
    const stranger = spawn('sleep', ['60'], { ...clusterUser(), stdio: 'ignore' });
    children.push(stranger);
    await once(stranger, 'spawn');
    writeFileSync(pidFile(), `${stranger.pid}\n${dir}\n0\n${port}\n`);
    const { child } = await spawnPostgres();
    expect(readFileSync(pidFile(), 'utf8').split('\n')[0]).toBe(String(child.pid));
    expect(stranger.exitCode).toBeNull();
    await end(child, 'SIGINT');
  });

  it('stops an orphan that serves its folder, and takes over', async () => {
    const orphan = await spawnPostgres();
    await query(orphan.url, 'create table orphaned (n int)');
    const { child, url } = await spawnPostgres();
    expect(orphan.child.exitCode).toBe(0);
    expect(await query(url, 'select count(*)::int as n from orphaned')).toEqual([{ n: 0 }]);
    await end(child, 'SIGINT');
  });

  it('starts over after an interrupted initdb', async () => {
    const half = join(folder, 'half');
    await mkdir(`${half}.new`);
    writeFileSync(join(`${half}.new`, 'PG_VERSION'), '17\n');
    const running = await start(half);
    expect(await isReady(running.url, half)).toBe(true);
  });

  it('serves a folder closed to others: as root from elsewhere, with its own programs', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const inside = join(closed, 'données del estudio', 'postgres');
    const { url, stop } = await start(inside);
    const [row] = await query(url, "select current_setting('data_directory') as cluster");
    expect(row?.cluster === inside).toBe(!isRoot);
    expect(existsSync(`${inside}.txt`)).toBe(isRoot);
    await query(url, 'create table kept (n int)');
    await stop();
    const again = await start(inside);
    expect(await query(again.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
    await again.stop();
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    removeCluster(inside);
    expect(existsSync(String(row?.cluster))).toBe(false);
  });

  it('runs programs from a folder closed to others', async () => {
    const closed = await mkdtemp(join(folder, 'programs-'));
    const shared = join(folder, 'shared');
    const user = clusterUser();
    const native = dirname(dirname(postgresBinaries({}).postgres));
    await symlink(native, join(closed, 'native'));
    const programs = programFolder(join(closed, 'native'), 'bin/postgres', 'postgresql', { user, shared });
    expect(programs).toBe(isRoot ? join(shared, 'postgresql') : join(closed, 'native'));
    const version = spawnSync(join(programs, 'bin/postgres'), ['--version'], { ...user, encoding: 'utf8' });
    expect(version.stdout).toMatch(/PostgreSQL/);
  });

  it('reports a port in use', async () => {
    await start();
    const second = start(join(folder, 'second'));
    await expect(second).rejects.toThrow(/Address already in use/);
  });
});

describe('the bootstrap', () => {
  it('grants public as a hosted project does; migrations revoke it, and a restart does not grant it again', async () => {
    const { url } = await start();
    const openTo = async () => {
      const rows = await query(
        url,
        `select array_to_string(defaclacl, ' ') as acl from pg_default_acl
         where defaclrole = 'postgres'::regrole and defaclnamespace = 'public'::regnamespace and defaclobjtype = 'r'`,
      );
      return /(^| )anon=/.test(String(rows[0]?.acl));
    };
    await bootstrapHosted(url);
    expect(await openTo()).toBe(true);
    await pushMigrations(url);
    expect(await openTo()).toBe(false);
    await bootstrapHosted(url);
    await pushMigrations(url);
    expect(await openTo()).toBe(false);
    const [postgres] = await query(
      url,
      "select rolsuper, rolbypassrls, rolreplication from pg_roles where rolname = 'postgres'",
    );
    expect(postgres).toEqual({ rolsuper: false, rolbypassrls: true, rolreplication: true });
  });

  it('asks for --reset for a database with other migrations', async () => {
    const { url } = await start();
    await bootstrapHosted(url);
    await migrateLocal(url);
    await query(url, "insert into supabase_migrations.schema_migrations (version) values ('20251001000000')");
    await expect(migrateLocal(url)).rejects.toThrow(
      'The database is from an older version of Albumen: start over with `npm start -- --reset`.',
    );
  });

  it('reports the CLI’s message when migrations fail', async () => {
    await expect(pushMigrations(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)).rejects.toThrow(
      /migrations failed \(supabase db push/,
    );
  });
});
