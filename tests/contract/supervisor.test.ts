import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_GROUP, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { measureSync, PATIENCE_MS } from '#functions/jobs/sync-canary.ts';
import { connectDatabase } from '#functions/platform/db/database.ts';
import { asAdmin, asApi, databaseUrl } from '#local/postgres/addresses.ts';
import { loadSecrets } from '#local/supervisor/secrets.ts';
import { smokeTest } from '#ops/deploy/smoke.ts';
import { openSocket } from '#ops/deploy/socket-probe.ts';
import { drillDemo } from '../support/demo-drill.ts';
import { capturedMetrics } from '../support/metrics.ts';
import {
  answers,
  descendantsOf,
  ended,
  freeBase,
  isRunning,
  processOf,
  spawnSupervisor,
  startStack,
  temporaryFolder,
  type Stack,
} from '../support/stack.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };
const STARTS_MS = 240_000;
/** Starts, uploads, and four commands. */
const DRILL_MS = 900_000;

/**
 * Runs `npm start` with arguments that it refuses.
 * @returns its exit and output
 */
function refusal(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawnSupervisor(args);
  return ended(child);
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

type Fetch = Parameters<typeof smokeTest>[1]['fetch'];

/** Responds immediately or fails: tests do not wait. */
const smokeWorld = (fetch: Fetch, printed: string[] = []) => ({
  fetch,
  socket: openSocket,
  print: (line: string) => void printed.push(line),
  sleep: () => Promise.resolve(),
});

/** Runs the canary of sync two times, as `vitals` does each minute; returns its metrics. */
async function measureTwice({ origin, ports, dataDir }: Stack) {
  const db = connectDatabase(asApi(databaseUrl(ports.postgres)));
  const lines = capturedMetrics();
  const { zeroApiKey } = loadSecrets(dataDir);
  const syncGroups = parseSyncGroups(ONE_GROUP);
  try {
    for (let run = 0; run < 2; run += 1)
      await measureSync({ clock: Date.now, db, appOrigin: origin, syncGroups, zeroApiKey });
  } finally {
    await db.close();
  }
  return lines();
}

describe('refuses in plain words', () => {
  it('unknown options', async () => {
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

  it('a missing database, with the details in the log', { timeout: STARTS_MS }, async () => {
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

  it('an unusable folder, and resetting a folder that is not ours', async () => {
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

  it('serves a page and the socket on one origin', async () => {
    expect(await answers(`${stack.origin}/`)).toBe(true);
    expect(await answers(`${stack.origin}/zero/keepalive`)).toBe(true);
    expect(await answers(stack.mailbox)).toBe(true);
    expect(stack.output()).toContain(`ready ${stack.origin}`);
    expect(stack.output()).toContain(stack.mailbox);
  });

  it('passes the smoke test of a deployment', async () => {
    const printed: string[] = [];
    await smokeTest(stack.origin, smokeWorld(fetch, printed));
    expect(printed).toEqual([expect.stringMatching(/ answers: the page, with its policy; .*sockets of zero-cache$/)]);
  });

  it('fails the smoke test without sockets', async () => {
    const elsewhere = (url: string, timeoutMs: number) =>
      openSocket(url.replace('/zero/sync/', '/api/sync/'), timeoutMs);
    const failing = smokeTest(stack.origin, { ...smokeWorld(fetch), socket: elsewhere });
    await expect(failing).rejects.toThrow(/sockets of zero-cache .*: the upgrade to a WebSocket is refused/);
  });

  it.each(['/zero/', '/api/p/', '/api/images/', '/assets/'])('fails the smoke test without %s', async (part) => {
    const without: Fetch = async (url, init) =>
      url.startsWith(stack.origin + part) ? new Response('gone', { status: 502 }) : fetch(url, init);
    await expect(smokeTest(stack.origin, smokeWorld(without))).rejects.toThrow(new RegExp(`${part}.*: status 502`));
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

  it.each(['edge', 'functions', 's3'])('restarts %s', async (service) => {
    const before = processOf(stack, service);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => processOf(stack, service), PATIENCE).not.toBe(before);
    await expect.poll(() => answers(`${stack.origin}/`), PATIENCE).toBe(true);
    await expect.poll(() => answers(`${stack.s3.url}/__health`), PATIENCE).toBe(true);
    expect(stack.output()).toContain(`[${service}] ended (SIGKILL)`);
  });

  it('restarts zero-cache with all its workers', { timeout: 90_000 }, async () => {
    const before = processOf(stack, 'zero-cache');
    const workers = descendantsOf(before);
    expect(workers.length).toBeGreaterThan(0);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => processOf(stack, 'zero-cache'), PATIENCE).not.toBe(before);
    await expect.poll(() => answers(`${stack.origin}/zero/keepalive`), PATIENCE).toBe(true);
    expect(workers.filter(isRunning)).toEqual([]);
  });

  it('recovers when the database is killed, including replication', { timeout: 90_000 }, async () => {
    const database = processOf(stack, 'postgres');
    const missingPage = () => fetch(`${stack.origin}/p/nobody-${Date.now()}`).then(({ status }) => status);
    expect(await missingPage()).toBe(404);
    process.kill(database, 'SIGKILL');
    await expect.poll(() => processOf(stack, 'postgres'), PATIENCE).not.toBe(database);
    await expect.poll(missingPage, PATIENCE).toBe(404);
    // zero-cache replicates again, whether it reconnected or was restarted.
    await expect.poll(() => replicates(stack), PATIENCE).toBe(true);
    await expect.poll(() => answers(`${stack.origin}/zero/keepalive`), PATIENCE).toBe(true);
  });

  it('measures no change while it is empty', async () => {
    expect(await measureTwice(stack)).toEqual([]);
  });

  it('takes the demo studio of another installation over, from its backup', { timeout: DRILL_MS }, () =>
    drillDemo(stack),
  );

  it('shows a change of the canary in a second window', async () => {
    const lines = await measureTwice(stack);
    expect(lines).toMatchObject([{ SyncFailed: 0 }, { SyncFailed: 0 }]);
    for (const { SyncLatency } of lines) expect(SyncLatency).toBeLessThan(PATIENCE_MS);
  });
});
