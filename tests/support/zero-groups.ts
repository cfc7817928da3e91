import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Zero } from '@rocicorp/zero';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { groupsOf, groupSuffix, publicationOf, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { schema } from '#core/zero/schema.ts';
import { bucketOf } from '#functions/platform/sync-groups.ts';
import { startEdge } from '#local/edge/server.ts';
import { asAdmin } from '#local/postgres/addresses.ts';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';
import { grantSyncTables } from '#ops/migrate/api-role.ts';
import { type ApiStack, ORIGIN_SECRET, ZERO_API_KEY } from './api.ts';
import { freePort } from './free-port.ts';
import { studiosIn } from './replica.ts';
import { answers } from './stack.ts';
import type { Person } from './tokens.ts';

/** Includes the first copies on a busy machine. */
export const PATIENCE = { timeout: 120 * SECOND_MS, interval: 200 };

const ROOT = resolve(import.meta.dirname, '../..');
const PRELOADS = ['handoff', 'drain', 'foreign-rows', 'view-copy'].flatMap((name) => [
  '--import',
  join(ROOT, `stacks/zero-stack/${name}.mjs`),
]);
const CLI = join(ROOT, 'node_modules/@rocicorp/zero/out/zero/src/cli.js');

export interface WindowOptions {
  accountId: string;
  /** Absent for a window without a sign-in. */
  person?: Person;
  /** The group that the window connects to. */
  group: number;
  /** What the browser runs itself; the product's own by default. */
  mutators?: typeof mutators;
}

/** Groups of studios, each with a zero-cache, on the database of an API. */
export interface ZeroGroups {
  /** Starts the zero-cache of a group, and waits until it serves. */
  start(group: SyncGroup): Promise<void>;
  stop(group: number): Promise<void>;
  /** True if the first of the groups that has this studio is that one. */
  serves(group: number, accountId: string): Promise<boolean>;
  /**
   * Connects to a group as the owner's back office does, whatever role the person has: what is shown and refused is
   * the server's decision.
   */
  open(options: WindowOptions): Promise<Zero<typeof schema, undefined, Ctx | undefined>>;
  /** Studios by table of all that a group's replica has. */
  studiosIn(group: number): Map<string, string[]>;
  /** All that a group's replica has, with its log. */
  bytesOf(group: number): string;
  close(): Promise<void>;
}

/**
 * Prepares the database for groups, and starts an edge in front of them.
 * @param groups as the functions know them
 * @param granted groups whose tables the functions may write, by default these
 */
export async function startZeroGroups(
  api: ApiStack,
  groups: readonly SyncGroup[],
  granted: readonly SyncGroup[] = groups,
): Promise<ZeroGroups> {
  const folder = mkdtempSync(join(tmpdir(), 'albumen-groups-'));
  /** Of each group, by its path. */
  const zeroUrls: Record<string, string> = {};
  const running = new Map<number, ChildProcess>();
  const { endpoint, ...storage } = api.s3;
  const edge = await startEdge({
    port: 0,
    siteDir: folder,
    functionsUrl: api.url,
    zeroUrls,
    storage: { ...storage, endpoint, renditionsBucket: 'renditions' },
    distributionId: 'EGROUPS',
    originSecret: ORIGIN_SECRET,
    imageTokenKeys: [],
    connectOrigins: [],
  });
  api.operator.syncGroups = groups;
  const publications = groups.map((group) => `create publication ${publicationOf(group)};`).join(' ');
  await api.db.pool.query(`begin; ${publications} select public.publish_to_zero(); commit`);
  // As zero-cache, whose tables are meant.
  const admin = new pg.Client({ connectionString: asAdmin(api.db.url) });
  await admin.connect();
  await admin.query(grantSyncTables(granted));
  await admin.end();
  const replicaOf = (number: number) => join(folder, `replica-${number}`, 'replica.db');

  async function stop(number: number): Promise<void> {
    const child = running.get(number);
    running.delete(number);
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  return {
    stop,
    async start(group) {
      const port = await freePort();
      mkdirSync(dirname(replicaOf(group.number)));
      const environment = zeroCacheEnvironment({
        group,
        port,
        changeStreamerPort: await freePort(),
        replicaFile: replicaOf(group.number),
        databaseUrl: asAdmin(api.db.url),
        apiOrigin: edge.origin,
        apiKey: ZERO_API_KEY,
        adminPassword: 'p',
      });
      // A studio that has moved away is refused at the next time that queries are transformed.
      const env = { PATH: process.env['PATH'], ...environment, ZERO_AUTH_RETRANSFORM_INTERVAL_SECONDS: '1' };
      const child = spawn(process.execPath, [...PRELOADS, CLI], { env });
      running.set(group.number, child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
      await vi.waitFor(async () => {
        expect(await answers(`http://127.0.0.1:${port}/keepalive`), output).toBe(true);
      }, PATIENCE);
      zeroUrls[`/zero${groupSuffix(group.number)}`] = `http://127.0.0.1:${port}`;
    },
    async serves(number, accountId) {
      const { rows } = await api.db.pool.query<{ bucket: number }>(`select ${bucketOf('$1')} as bucket`, [accountId]);
      return groupsOf(groups, rows[0]!.bucket)[0] === number;
    },
    async open({ accountId, person, group, mutators: own = mutators }) {
      const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
      const userID = person?.userId ?? 'nobody';
      return new Zero({
        schema,
        mutators: own,
        cacheURL: `${edge.origin}/zero${groupSuffix(group)}`,
        ...(person && { auth: await api.issuer.sign(person) }),
        userID,
        // Windows with a common key exchange changes without the server.
        storageKey: crypto.randomUUID(),
        context: { userId: userID, accountId, role: 'owner', access: 'open' } as Ctx | undefined,
        queryHeaders: headers,
        mutateHeaders: headers,
        kvStore: 'mem',
        logSink: { log() {} },
      });
    },
    studiosIn: (number) => studiosIn(replicaOf(number)),
    bytesOf(number) {
      const of = dirname(replicaOf(number));
      return readdirSync(of)
        .map((file) => readFileSync(join(of, file), 'latin1'))
        .join('');
    },
    async close() {
      for (const number of running.keys()) await stop(number);
      await edge.close();
      // A database with a slot cannot be dropped.
      await vi.waitFor(
        () =>
          api.db.pool.query(
            'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()',
          ),
        PATIENCE,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
