import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Zero } from '@rocicorp/zero';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { groupsOf, groupSuffix, parseSyncGroups, publicationOf } from '#core/domain/studio/sync-groups.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { type Edge, startEdge } from '#local/edge/server.ts';
import { asAdmin } from '#local/postgres/addresses.ts';
import { zeroCacheEnvironment } from '#local/zero-cache/environment.ts';
import { grantSyncTables } from '#ops/migrate/api-role.ts';
import { type ApiStack, ORIGIN_SECRET, startApi, ZERO_API_KEY } from '../support/api.ts';
import { markAccount } from '../support/canary.ts';
import { freePort } from '../support/free-port.ts';
import { studiosIn } from '../support/replica.ts';
import { insertGallery } from '../support/rows.ts';
import { insertSampleRows } from '../support/sample-rows.ts';
import { answers } from '../support/stack.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

/** Includes the first copies on a busy machine. */
const PATIENCE = { timeout: 120 * SECOND_MS, interval: 200 };
const LONG = { timeout: 300 * SECOND_MS };
const CLI = join(import.meta.dirname, '../../node_modules/@rocicorp/zero/out/zero/src/cli.js');

/** Two groups; then a third, to which the studios of the first move. */
const [TWO, MOVING, MOVED, DONE] = [
  '1:0-15 2:16-31',
  '1:0-15 2:16-31 3:0-15',
  '3:0-15 2:16-31 1:0-15',
  '3:0-15 2:16-31',
].map(parseSyncGroups) as [Groups, Groups, Groups, Groups];
type Groups = ReturnType<typeof parseSyncGroups>;

let api: ApiStack;
let edge: Edge;
let folder: string;
/** Of each group, by its path. */
const zeroUrls: Record<string, string> = {};
const running: ChildProcess[] = [];
/** A studio with a gallery in each group. */
let ours: Studio & { galleryId: string };
let theirs: typeof ours;

beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(join(tmpdir(), 'albumen-groups-'));
  const { endpoint, ...storage } = api.s3;
  edge = await startEdge({
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
  api.operator.syncGroups = TWO;
  const publications = TWO.map((group) => `create publication ${publicationOf(group)};`).join(' ');
  await api.db.pool.query(`begin; ${publications} select public.publish_to_zero(); commit`);
  // As zero-cache, whose tables are meant.
  const admin = new pg.Client({ connectionString: asAdmin(api.db.url) });
  await admin.connect();
  await admin.query(grantSyncTables(MOVING));
  await admin.end();
  [ours, theirs] = [await studioIn(0), await studioIn(1)];
  await Promise.all(TWO.map((_, at) => startGroup(MOVING, at)));
}, LONG.timeout);

afterAll(async () => {
  for (const child of running) await stop(child);
  await edge.close();
  // A database with a slot cannot be dropped.
  await vi.waitFor(
    () =>
      api.db.pool.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()',
      ),
    PATIENCE,
  );
  await api.close();
  rmSync(folder, { recursive: true, force: true });
}, LONG.timeout);

async function bucketOf(accountId: string): Promise<number> {
  const { rows } = await api.db.pool.query<{ bucket: number }>('select hashtext($1) & 31 as bucket', [accountId]);
  return rows[0]!.bucket;
}

const hasStudio = async (at: number, accountId: string) =>
  groupsOf(TWO, await bucketOf(accountId))[0] === TWO[at]!.number;

async function studioIn(at: number): Promise<typeof ours> {
  for (;;) {
    const studio = await makeStudio(api);
    if (!(await hasStudio(at, studio.id))) continue;
    return { ...studio, galleryId: await insertGallery(api.db.pool, studio.id, { name: 'Before' }) };
  }
}

const replicaOf = (number: number) => join(folder, `replica-${number}`, 'replica.db');

/** Starts the zero-cache of a group, and waits until it serves. */
async function startGroup(groups: Groups, at: number): Promise<ChildProcess> {
  const group = groups[at]!;
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
  const child = spawn(process.execPath, [CLI], { env });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  await vi.waitFor(async () => {
    expect(await answers(`http://127.0.0.1:${port}/keepalive`), output).toBe(true);
  }, PATIENCE);
  zeroUrls[`/zero${groupSuffix(group.number)}`] = `http://127.0.0.1:${port}`;
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A back office of the studio's owner, connected to a group. */
async function openWindow({ id, owner, galleryId }: typeof ours, group: number) {
  const headers = { 'X-Account-ID': id, 'X-Channel': 'backoffice' };
  const zero = new Zero({
    schema,
    mutators,
    cacheURL: `${edge.origin}/zero${groupSuffix(group)}`,
    auth: await api.issuer.sign(owner),
    userID: owner.userId,
    storageKey: `${id}-${group}`,
    context: { userId: owner.userId, accountId: id, role: 'owner', access: 'open' } as Ctx | undefined,
    queryHeaders: headers,
    mutateHeaders: headers,
    kvStore: 'mem',
    logSink: { log() {} },
  });
  const view = zero.materialize(queries.galleries.byId({ id: galleryId }));
  let name: string | undefined;
  view.addListener((row) => (name = (row as { name: string } | undefined)?.name));
  const close = async () => {
    view.destroy();
    await zero.close();
  };
  onTestFinished(close);
  return {
    zero,
    rename: (to: string) =>
      zero.mutate(mutators.galleries.update({ id: galleryId, changes: { name: to }, now: Date.now() })),
    shows: (expected: string) => vi.waitFor(() => expect(name).toBe(expected), PATIENCE),
  };
}

/** All that a group's replica has, with its log. */
const bytesOf = (number: number): string => {
  const of = join(folder, `replica-${number}`);
  return readdirSync(of)
    .map((file) => readFileSync(join(of, file), 'latin1'))
    .join('');
};

it('windows of each group see the changes of their own studio', LONG, async () => {
  for (const [studio, group] of [
    [ours, 1],
    [theirs, 2],
  ] as const) {
    const [first, second] = [await openWindow(studio, group), await openWindow(studio, group)];
    await second.shows('Before');
    first.rename(`Of group ${group}`);
    await second.shows(`Of group ${group}`);
  }
});

it('a group’s replica has rows of every table, and none of a studio of the other group', LONG, async () => {
  const { pool } = api.db;
  for (const [at, mark] of ['canaryfirst', 'canarysecond'].entries()) {
    let sample = await insertSampleRows(pool);
    while (!(await hasStudio(at, sample.accountId))) sample = await insertSampleRows(pool);
    await markAccount(pool, sample.accountId, mark);
  }
  const marks = () => TWO.map(({ number }) => bytesOf(number).match(/canary(first|second)/g) ?? []);
  await vi.waitFor(() => expect(marks().every((found) => found.length > 0)).toBe(true), PATIENCE);
  expect(marks().map((found) => [...new Set(found)])).toEqual([['canaryfirst'], ['canarysecond']]);
  for (const [at, { number }] of TWO.entries()) {
    const replica = studiosIn(replicaOf(number));
    expect([...replica].filter(([, studios]) => studios.length === 0)).toEqual([]);
    for (const studio of new Set([...replica.values()].flat())) expect(await hasStudio(at, studio), studio).toBe(true);
  }
});

it('a studio moves to another group without losing what is changed meanwhile', LONG, async () => {
  const staying = await openWindow(ours, 1);
  await staying.shows('Of group 1');
  await startGroup(MOVING, 2);
  api.operator.syncGroups = MOVED;
  const [listed] = (await api.call('GET', '/api/accounts', { as: ours.owner })).read(accounts.list);
  expect(listed!.syncGroups).toEqual([3, 1]);
  const moved = await openWindow(ours, 3);
  await moved.shows('Of group 1');
  // The old window has not moved yet: both see what the other one changes.
  expect(await staying.rename('Changed during the move').server).toMatchObject({ type: 'success' });
  await moved.shows('Changed during the move');
  moved.rename('Changed after the move');
  await staying.shows('Changed after the move');
  // The group has no right to the studio's queries any more, so the page asks for the list of studios and moves.
  api.operator.syncGroups = DONE;
  await vi.waitFor(() => expect(staying.zero.connection.state.current.name).toBe('needs-auth'), PATIENCE);
  await stop(running[0]!);
  moved.rename('Without the old group');
  await (await openWindow(ours, 3)).shows('Without the old group');
});
