import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { publishHealthMetrics } from '#functions/jobs/health-metrics.ts';
import { ONE_GROUP, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { measureSync, PATIENCE_MS } from '#functions/jobs/sync-canary.ts';
import { MAX_ATTEMPTS } from '#functions/outbox/effects.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { expectLogged } from '../support/expected-log.ts';
import { freePort } from '../support/free-port.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';

expectLogged('database_unavailable', 'sync_canary_failed');

let database: TestDatabase;
let db: Database;
let account: string;
const now = Date.now();
const clock = () => now;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
  account = (await insertAccount(database.pool)).id;
  return async () => {
    await db.close();
    await database.drop();
  };
});
beforeEach(() => database.pool.query('delete from outbox'));

async function vitals(): Promise<Record<string, unknown>> {
  const lines = capturedMetrics();
  await publishHealthMetrics({ clock, db });
  expect(lines()).toHaveLength(1);
  return lines()[0]!;
}

const at = (ms: number) => new Date(now + ms);
const effect = (values: object) => insertRow(database.pool, 'outbox', { id: newId(), kind: 'og.refresh', ...values });

describe('health metrics', () => {
  it('of a healthy product are one log line with the function’s name', async () => {
    const line = await vitals();
    expect(line).toMatchObject({
      _aws: { Timestamp: now, CloudWatchMetrics: [{ Namespace: 'Albumen', Dimensions: [['FunctionName']] }] },
      FunctionName: 'vitals',
      DatabaseUnreachable: 0,
      DatabaseRoundTrip: expect.any(Number),
      ReplicationSlots: 0,
      InactiveReplicationSlots: 0,
      EndangeredReplicationSlots: 0,
      ReplicationLagBytes: 0,
      OutboxOldestDueSeconds: 0,
      OutboxSlow: 0,
      OutboxDead: 0,
      PhotosStuck: 0,
      IngestSlow: 0,
      ArchivesOldestWaitingSeconds: 0,
      ArchivesFailed: 0,
    });
  });

  it('measure the age of the oldest unclaimed due effect', async () => {
    await effect({ run_after: at(-5 * MINUTE_MS) });
    await effect({ run_after: at(-2 * MINUTE_MS) });
    await effect({ run_after: at(-9 * MINUTE_MS), locked_until: at(MINUTE_MS) });
    await effect({ run_after: at(-9 * MINUTE_MS), done_at: at(-8 * MINUTE_MS) });
    await effect({ run_after: at(-9 * MINUTE_MS), attempts: MAX_ATTEMPTS });
    await effect({ run_after: at(MINUTE_MS) });
    expect(await vitals()).toMatchObject({ OutboxOldestDueSeconds: 300, OutboxSlow: 0, OutboxDead: 1 });
    await effect({ run_after: at(-5 * MINUTE_MS - 1000) });
    expect(await vitals()).toMatchObject({ OutboxSlow: 1 });
  });

  it('do not count a running last attempt as dead', async () => {
    await effect({ run_after: at(-MINUTE_MS), attempts: MAX_ATTEMPTS, locked_until: at(MINUTE_MS) });
    expect(await vitals()).toMatchObject({ OutboxOldestDueSeconds: 0, OutboxDead: 0 });
  });

  it('count photos processing for over an hour', async () => {
    const gallery = await insertGallery(database.pool, account);
    const photo = (status: string, updated_at: Date, values = {}) =>
      insertPhoto(database.pool, account, gallery, { status, updated_at, ...values });
    await photo('processing', at(-9 * MINUTE_MS));
    expect(await vitals()).toMatchObject({ PhotosStuck: 0, IngestSlow: 0 });
    await photo('processing', at(-61 * MINUTE_MS));
    await photo('processing', at(-59 * MINUTE_MS));
    await photo('processing', at(-61 * MINUTE_MS), { deleted_at: at(-MINUTE_MS) });
    await photo('ready', at(-61 * MINUTE_MS));
    expect(await vitals()).toMatchObject({ PhotosStuck: 1, IngestSlow: 0 });
    for (let more = 0; more < 3; more += 1) await photo('processing', at(-11 * MINUTE_MS));
    expect(await vitals()).toMatchObject({ PhotosStuck: 1, IngestSlow: 1 });
  });

  it('measure the age of the oldest packable archive and count recent failures', async () => {
    const gallery = await insertGallery(database.pool, account);
    const trashed = await insertGallery(database.pool, account, { deleted_at: at(-MINUTE_MS) });
    const archive = (status: string, minutes: number, values: object = {}) =>
      insertRow(database.pool, 'archives', {
        id: newId(),
        account_id: account,
        gallery_id: gallery,
        size: 'web',
        photo_count: 1,
        total_bytes: 1,
        fingerprint: `${newId()}${'0'.repeat(64)}`.replace(/[^0-9a-f]/g, '0').slice(0, 64),
        entries: [],
        status,
        created_at: at(-minutes * MINUTE_MS),
        updated_at: at(-minutes * MINUTE_MS),
        ...values,
      });
    await archive('queued', 40);
    await archive('queued', 20);
    await archive('queued', 90, { gallery_id: trashed });
    await archive('packing', 90, { locked_until: at(MINUTE_MS) });
    await archive('failed', 10, { failure_reason: 'archive_failed' });
    await archive('failed', 10, { failure_reason: 'archive_outdated' });
    await archive('failed', 90, { failure_reason: 'archive_failed' });
    expect(await vitals()).toMatchObject({ ArchivesOldestWaitingSeconds: 2400, ArchivesFailed: 1 });
  });
});

describe('replication', () => {
  let slots: string[] = [];
  const makeSlot = async (url = database.url) => {
    const name = `slot_${newId()}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
    await client.end();
    slots.push(name);
    return name;
  };
  afterEach(async () => {
    for (const name of slots) await database.pool.query('select pg_drop_replication_slot($1)', [name]);
    slots = [];
  });

  it('counts inactive slots and measures the largest lag', async () => {
    const [, second] = [await makeSlot(), await makeSlot()];
    const before = await vitals();
    expect(before).toMatchObject({ ReplicationSlots: 2, InactiveReplicationSlots: 2, EndangeredReplicationSlots: 0 });
    // The lag shows in the log as well.
    const write = `select pg_logical_emit_message(true, 'test', repeat('x', 100000))`;
    await database.pool.query(`begin; set local synchronous_commit = on; ${write}; commit`);
    await database.pool.query(`select pg_replication_slot_advance($1, pg_current_wal_lsn())`, [second]);
    expect(Number((await vitals())['ReplicationLagBytes'])).toBeGreaterThan(100_000);
  });

  it('ignores other databases', async () => {
    const other = await createDatabase();
    const name = await makeSlot(other.url);
    expect(await vitals()).toMatchObject({ ReplicationSlots: 0, InactiveReplicationSlots: 0 });
    await other.pool.query('select pg_drop_replication_slot($1)', [name]);
    slots = [];
    await other.drop();
  });

  it('is readable by a role that may only read our tables', async () => {
    await makeSlot();
    const role = `reader_${newId()}`;
    await database.pool.query(`create role ${role} login password 'reader'`);
    await database.pool.query(`grant select on outbox, photos, archives, galleries to ${role}`);
    for (const table of ['outbox', 'photos', 'archives', 'galleries']) {
      await database.pool.query(`create policy ${role} on ${table} for select to ${role} using (true)`);
    }
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'reader'];
    const poor = connectDatabase(url.href);
    const lines = capturedMetrics();
    await publishHealthMetrics({ clock, db: poor });
    await poor.close();
    expect(lines()).toMatchObject([{ InactiveReplicationSlots: 1, ReplicationLagBytes: expect.any(Number) }]);
    for (const table of ['outbox', 'photos', 'archives', 'galleries'])
      await database.pool.query(`drop policy ${role} on ${table}`);
    await database.pool.query(`revoke all on outbox, photos, archives, galleries from ${role}`);
    await database.pool.query(`drop role ${role}`);
  });
});

it('publishes an unreachable database and fails the function', async () => {
  const nowhere = connectDatabase(`postgres://postgres@127.0.0.1:${await freePort()}/none`);
  onTestFinished(() => nowhere.close());
  const lines = capturedMetrics();
  await expect(publishHealthMetrics({ clock, db: nowhere })).rejects.toMatchObject({ code: 'unavailable' });
  expect(lines()).toMatchObject([{ DatabaseUnreachable: 1 }]);
  expect(lines()[0]).not.toHaveProperty('OutboxDead');
});

describe('the canary of sync', () => {
  /** Nothing listens there. */
  const services = async () => ({
    clock,
    db,
    appOrigin: `http://127.0.0.1:${await freePort()}`,
    syncGroups: parseSyncGroups(ONE_GROUP),
    zeroApiKey: 'zero-api-key-of-tests',
  });

  it('publishes a failure as the longest wait, and throws nothing', async () => {
    const lines = capturedMetrics();
    await measureSync(await services(), 20);
    expect(lines()).toMatchObject([{ SyncFailed: 1, SyncSlow: 1, SyncLatency: PATIENCE_MS }]);
  });

  it('measures nothing, and writes nothing, where nobody works', async () => {
    const empty = await createDatabase();
    const unused = connectDatabase(empty.apiUrl);
    const lines = capturedMetrics();
    try {
      await measureSync({ ...(await services()), db: unused }, 20);
      expect(lines()).toEqual([]);
      expect(await unused.query('select from accounts')).toEqual([]);
    } finally {
      await unused.close();
      await empty.drop();
    }
  });
});
