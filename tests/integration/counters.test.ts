import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, waitingSessions } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { seededRandom } from '../support/random.ts';
import { insertAccount, insertGallery, insertPhoto, newId } from '../support/rows.ts';
import type { Db } from '../support/rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const query = (sql: string, values: unknown[] = []) => database.pool.query(sql, values);

/** Galleries and accounts whose counters differ from a recount; empty when the triggers are correct. */
async function differences(): Promise<unknown[]> {
  const galleries = await query(`
    select s.gallery_id, s.photo_count, s.ready_count, s.failed_count, s.original_bytes, r.*
    from gallery_stats s cross join lateral (
      select count(*) as photos, count(*) filter (where p.status = 'ready') as ready,
        count(*) filter (where p.status = 'failed') as failed, coalesce(sum(p.size) filter (where p.status <> 'uploading'), 0) as bytes
      from photos p where p.gallery_id = s.gallery_id and p.deleted_at is null) r
    where (s.photo_count, s.ready_count, s.failed_count, s.original_bytes) is distinct from (r.photos, r.ready, r.failed, r.bytes)`);
  const accounts = await query(`
    select u.*, r.*
    from account_usage u cross join lateral (
      select (select coalesce(sum(p.size) filter (where p.status <> 'uploading'), 0) from photos p where p.account_id = u.account_id)
          + (select coalesce(sum(f.file_size), 0) from custom_fonts f where f.account_id = u.account_id) as bytes,
        (select count(*) from photos p join galleries g on g.id = p.gallery_id
          where p.account_id = u.account_id and p.deleted_at is null and g.deleted_at is null) as photos,
        (select count(*) from galleries g where g.account_id = u.account_id and g.deleted_at is null) as galleries) r
    where (u.storage_bytes, u.photo_count, u.gallery_count) is distinct from (r.bytes, r.photos, r.galleries)`);
  return [...galleries.rows, ...accounts.rows];
}

type Random = () => number;

/** Picks some rows, deterministic for a seed in spite of random ids: ordered by creation. */
async function some(table: 'photos' | 'galleries', random: Random, share: number): Promise<string[]> {
  const made = table === 'photos' ? 'uploaded_at' : 'created_at';
  const { rows } = await query(`select id from ${table} order by ${made}, id`);
  return rows.map((row) => row.id).filter(() => random() < share);
}

const changePhotos = (set: string, share: number) => async (random: Random) =>
  query(`update photos set ${set} where id = any ($1)`, [await some('photos', random, share)]);

const changeGalleries = (set: string, share: number) => async (random: Random) =>
  query(`update galleries set ${set} where id = any ($1)`, [await some('galleries', random, share)]);

async function insertSomeGallery(random: Random): Promise<unknown> {
  const { rows } = await query('select id from accounts order by created_at, id');
  const account = rows[Math.floor(random() * rows.length)];
  return insertGallery(database.pool, account.id, random() < 0.3 ? { deleted_at: new Date() } : {});
}

async function insertSomePhoto(random: Random): Promise<unknown> {
  const { rows } = await query('select id, account_id from galleries order by created_at, id');
  const gallery = rows[Math.floor(random() * rows.length)];
  if (!gallery) return undefined;
  return insertPhoto(database.pool, gallery.account_id, gallery.id, { size: Math.floor(random() * 1e9) });
}

async function movePhoto(random: Random): Promise<unknown> {
  const { rows } = await query(
    `select p.id as photo, g.id as gallery from photos p join galleries g on g.account_id = p.account_id
     where g.id <> p.gallery_id order by p.uploaded_at, p.id, g.created_at, g.id`,
  );
  const move = rows[Math.floor(random() * rows.length)];
  if (!move) return undefined;
  const key = `${move.gallery}/${move.photo}/${newId()}`;
  return query('update photos set gallery_id = $1, original_key = $2 where id = $3', [move.gallery, key, move.photo]);
}

/** Operations of the product on photos and galleries, in bulk where the product acts in bulk. */
const ACTS: readonly ((random: Random) => Promise<unknown>)[] = [
  insertSomeGallery,
  insertSomePhoto,
  insertSomePhoto,
  insertSomePhoto,
  movePhoto,
  changePhotos('deleted_at = now()', 0.2),
  changePhotos('deleted_at = null', 0.4),
  changePhotos("status = 'failed', failure_reason = 'corrupt'", 0.2),
  changePhotos("status = 'processing', failure_reason = null", 0.2),
  changePhotos("status = 'ready', failure_reason = null", 0.4),
  changePhotos("status = 'uploading', failure_reason = null", 0.2),
  changePhotos('size = size / 2 + 1', 0.3),
  changePhotos('"order" = "order" + 1', 0.5),
  changeGalleries('deleted_at = now()', 0.3),
  changeGalleries('deleted_at = null', 0.6),
  async (random) => query('delete from photos where id = any ($1)', [await some('photos', random, 0.1)]),
  async (random) => query('delete from galleries where id = any ($1)', [await some('galleries', random, 0.05)]),
];

describe('counters', () => {
  it.each([1, 2, 3])('equal a recount after each of 150 random operations (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    await insertAccount(database.pool);
    await insertAccount(database.pool);
    for (let step = 0; step < 150; step++) {
      const index = Math.floor(random() * ACTS.length);
      await ACTS[index]?.(random);
      expect(await differences(), `step ${step}, act ${index}`).toEqual([]);
    }
    const total = await query('select sum(photo_count) as photos from account_usage');
    expect(Number(total.rows[0].photos), 'something was counted').toBeGreaterThan(0);
  });

  it('equal a recount after concurrent operations', async () => {
    const { id } = await insertAccount(database.pool);
    const gallery = await insertGallery(database.pool, id);
    const photos = Array.from({ length: 40 }, () => insertPhoto(database.pool, id, gallery));
    const trash = ['now()', 'null', 'now()', 'null'].map((when) =>
      query(`update galleries set deleted_at = ${when} where id = $1`, [gallery]),
    );
    await Promise.all([...photos, ...trash]);
    expect(await differences()).toEqual([]);
  });

  it.each(['the photo', 'the trash'])(
    'serialize a new photo and the deletion of its gallery; %s first',
    async (first) => {
      const { id } = await insertAccount(database.pool);
      const gallery = await insertGallery(database.pool, id);
      const acts = [
        (db: Db) => insertPhoto(db, id, gallery),
        (db: Db) => db.query('update galleries set deleted_at = now() where id = $1', [gallery]),
      ];
      const [now, then] = first === 'the photo' ? acts : acts.toReversed();
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await now?.(client);
        const second = then?.(database.pool);
        await expect.poll(() => waitingSessions(database.pool)).toBe(1);
        await client.query('commit');
        await second;
      } finally {
        client.release();
      }
      expect(await differences()).toEqual([]);
    },
  );

  it('roll back with the transaction', async () => {
    const { id } = await insertAccount(database.pool);
    const gallery = await insertGallery(database.pool, id);
    const client = await database.pool.connect();
    await client.query('begin');
    await insertPhoto(client, id, gallery);
    await client.query('rollback');
    client.release();
    const stats = await query('select photo_count, original_bytes from gallery_stats where gallery_id = $1', [gallery]);
    expect(stats.rows).toEqual([{ photo_count: 0, original_bytes: '0' }]);
  });

  it('include the bytes of the trash, which still occupy storage', async () => {
    const { id } = await insertAccount(database.pool);
    const gallery = await insertGallery(database.pool, id);
    await insertPhoto(database.pool, id, gallery, { size: 700 });
    await insertPhoto(database.pool, id, gallery, { size: 300, deleted_at: new Date() });
    await query('update galleries set deleted_at = now() where id = $1', [gallery]);
    const usage = await query(
      'select storage_bytes, photo_count, gallery_count from account_usage where account_id = $1',
      [id],
    );
    expect(usage.rows).toEqual([{ storage_bytes: '1000', photo_count: 0, gallery_count: 0 }]);
    const stats = await query('select photo_count, original_bytes from gallery_stats where gallery_id = $1', [gallery]);
    expect(stats.rows).toEqual([{ photo_count: 1, original_bytes: '700' }]);
  });

  it('update each gallery once in a bulk operation', async () => {
    const { id } = await insertAccount(database.pool);
    const gallery = await insertGallery(database.pool, id);
    for (let n = 0; n < 20; n++) await insertPhoto(database.pool, id, gallery);
    const version = async () =>
      (await query('select xmin::text, cmin::text from gallery_stats where gallery_id = $1', [gallery])).rows[0];
    const before = await version();
    await query('update photos set "order" = "order" + 1 where gallery_id = $1', [gallery]);
    expect(await version(), 'nothing counted, nothing written').toEqual(before);
    const updates = await updatesOf('gallery_stats', 'update photos set deleted_at = now() where gallery_id = $1', [
      gallery,
    ]);
    expect(updates).toBe(1);
  });
});

/** Number of rows of `table` that a statement updates, by PostgreSQL's own count. */
async function updatesOf(table: string, sql: string, values: unknown[]): Promise<number> {
  const client = await database.pool.connect();
  const counted = async () => {
    const seen = await client.query('select n_tup_upd from pg_stat_xact_user_tables where relname = $1', [table]);
    return Number(seen.rows[0].n_tup_upd);
  };
  try {
    await client.query('begin');
    const before = await counted();
    await client.query(sql, values);
    return (await counted()) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
