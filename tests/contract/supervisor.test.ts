import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, databaseUrl } from '#local/postgres/addresses.ts';
import { portsFrom, requireFreePorts } from '#local/supervisor/ports.ts';
import {
  descendantsOf,
  freeBase,
  isRunning,
  removeDataFolder,
  spawnSupervisor,
  startStack,
  temporaryFolder,
  type Stack,
} from '../support/stack.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE = { timeout: 30_000, interval: 100 };
const STARTS_MS = 240_000;

/** Runs `npm start` with arguments that make it refuse, and says how it ended. */
function refusal(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawnSupervisor(args);
  return ended(child);
}

function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

function processOf(stack: Stack, service: string): number {
  const starts = readFileSync(join(stack.dataDir, 'logs', `${service}.log`), 'utf8').matchAll(
    /started, process (\d+)/g,
  );
  return Number([...starts].at(-1)?.[1]);
}

async function replicates({ ports }: Stack): Promise<boolean> {
  const client = new pg.Client({ connectionString: asAdmin(databaseUrl(ports.postgres)) });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ active: boolean }>('select active from pg_replication_slots');
    return rows.length > 0 && rows.every(({ active }) => active);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

describe('refuses, in plain words,', () => {
  it('what is not in the help text', async () => {
    expect(await refusal('--port', 'many')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^--port must be a number/),
    });
    const unknown = await refusal('--prot', '4300');
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain("Unknown option '--prot'");
    expect(unknown.output).toContain('--reset');
    expect(await refusal('--help')).toMatchObject({ code: 0, output: expect.stringContaining('npm start --') });
  });

  it('a database that is gone, with the details in the log', { timeout: STARTS_MS }, async () => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, 'postgres.txt'), '/var/lib/albumen/database-gone\n');
      const gone = await refusal('--port', String(await freeBase()), '--data', folder, '--no-demo');
      expect(gone.code).toBe(1);
      expect(gone.output).toMatch(/^Albumen cannot start: .*database-gone.* is gone.*--reset\.$/m);
      expect(gone.output).not.toMatch(/^\s+at /m);
      expect(readFileSync(join(folder, 'logs', 'start.log'), 'utf8')).toMatch(/^\s+at /m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a folder that cannot be one, and to empty one that is not ours', async () => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, 'diary.txt'), 'dear diary');
      const notAFolder = await refusal('--data', join(folder, 'diary.txt', 'data'));
      expect(notAFolder).toMatchObject({ code: 1, output: expect.stringContaining('cannot be written') });
      const notOurs = await refusal('--data', folder, '--reset');
      expect(notOurs).toMatchObject({ code: 1, output: expect.stringContaining('was not made by Albumen') });
      expect(readFileSync(join(folder, 'diary.txt'), 'utf8')).toBe('dear diary');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a running stack', () => {
  let stack: Stack;
  beforeAll(async () => (stack = await startStack()), STARTS_MS);
  afterAll(() => stack.stop());

  it('answers a page and the way to the sockets, on one origin', async () => {
    expect(await answers(`${stack.origin}/`)).toBe(true);
    expect(await answers(`${stack.origin}/zero/keepalive`)).toBe(true);
    expect(await answers(stack.mailbox)).toBe(true);
    expect(stack.output()).toContain(`ready ${stack.origin}`);
    expect(stack.output()).toContain(stack.mailbox);
  });

  it('keeps its folder and its ports to itself', async () => {
    const folder = await refusal('--port', String(await freeBase()), '--data', stack.dataDir);
    expect(folder).toMatchObject({ code: 1, output: expect.stringContaining(`already runs on ${stack.dataDir}`) });
    const other = temporaryFolder();
    const ports = await refusal('--port', String(stack.ports.edge), '--data', other);
    expect(ports.code).toBe(1);
    expect(ports.output).toContain(`${stack.ports.edge} (edge)`);
    expect(ports.output).toContain(`${stack.ports.postgres} (postgres)`);
    expect(existsSync(join(other, 'lock'))).toBe(false);
    rmSync(other, { recursive: true });
    expect(await answers(`${stack.origin}/`)).toBe(true);
  });

  it.each(['edge', 'functions', 's3'])('brings back %s', async (service) => {
    const before = processOf(stack, service);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => processOf(stack, service), PATIENCE).not.toBe(before);
    await expect.poll(() => answers(`${stack.origin}/`), PATIENCE).toBe(true);
    await expect.poll(() => answers(`${stack.s3.url}/__health`), PATIENCE).toBe(true);
    expect(stack.output()).toContain(`[${service}] ended (SIGKILL)`);
  });

  it('brings back zero-cache with all its workers', async () => {
    const before = processOf(stack, 'zero-cache');
    const workers = descendantsOf(before);
    expect(workers.length).toBeGreaterThan(0);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => answers(`${stack.origin}/zero/keepalive`), PATIENCE).toBe(false);
    await expect.poll(() => answers(`${stack.origin}/zero/keepalive`), PATIENCE).toBe(true);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('recovers when the database is killed, replication included', { timeout: 90_000 }, async () => {
    const database = processOf(stack, 'postgres');
    const missingPage = () => fetch(`${stack.origin}/p/nobody-${Date.now()}`).then(({ status }) => status);
    expect(await missingPage()).toBe(404);
    process.kill(database, 'SIGKILL');
    await expect.poll(() => processOf(stack, 'postgres'), PATIENCE).not.toBe(database);
    await expect.poll(missingPage, PATIENCE).toBe(404);
    // zero-cache follows the database's changes again, whether it came back by itself or had to be started.
    await expect.poll(() => replicates(stack), PATIENCE).toBe(true);
    await expect.poll(() => answers(`${stack.origin}/zero/keepalive`), PATIENCE).toBe(true);
  });

  it('lets another run beside it; ending npm ends all of that one', { timeout: STARTS_MS }, async () => {
    const dataDir = temporaryFolder();
    const base = await freeBase();
    const npm = spawn('npm', ['start', '--', '--port', String(base), '--data', dataDir, '--no-demo'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = ended(npm);
    try {
      await expect
        .poll(() => answers(`http://localhost:${base}/zero/keepalive`), { ...PATIENCE, timeout: 120_000 })
        .toBe(true);
      expect(await answers(`${stack.origin}/`)).toBe(true);
      const all = descendantsOf(npm.pid!);
      expect(all.length).toBeGreaterThan(10);
      npm.kill('SIGTERM');
      await end;
      await expect.poll(() => all.filter(isRunning), PATIENCE).toEqual([]);
      await requireFreePorts(portsFrom(base), 0);
      expect(existsSync(join(dataDir, 'lock'))).toBe(false);
      expect(await answers(`${stack.origin}/`)).toBe(true);
    } finally {
      npm.kill('SIGTERM');
      await end;
      removeDataFolder(dataDir);
    }
  });
});

describe('a killed supervisor', () => {
  it('leaves nothing running; the next start takes over its folder', { timeout: STARTS_MS }, async () => {
    const dataDir = temporaryFolder();
    const first = await startStack({ dataDir });
    const all = descendantsOf(first.supervisor.pid!);
    first.supervisor.kill('SIGKILL');
    await expect.poll(() => all.filter(isRunning), PATIENCE).toEqual([]);
    await expect.poll(() => existsSync(join(dataDir, 'lock')), PATIENCE).toBe(false);
    // A machine that lost its power has no reaper either: the lock names a process that is gone.
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'lock'), String(first.supervisor.pid));
    const second = await startStack({ dataDir, port: first.ports.edge });
    const gone = ended(second.supervisor);
    second.supervisor.kill('SIGINT');
    expect(await gone).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    removeDataFolder(dataDir);
  });
});
