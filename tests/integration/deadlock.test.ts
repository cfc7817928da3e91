import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#core/domain/values/errors.ts';
import { incrementPhotoCounts } from '#functions/galleries/events.ts';
import { claimPhoto } from '#functions/images/claim-photo.ts';
import { finishPhoto } from '#functions/images/finish-photo.ts';
import { connectDatabase, type Database, type Queryable } from '#functions/platform/db/database.ts';
import { pushDatabase } from '#functions/zero/mutate.ts';
import { makeMembers, memberContext } from '../support/back-office-rows.ts';
import { type Args, backOffice } from '../support/back-office.ts';
import { createDatabase, type TestDatabase, waitingSessions } from '../support/database.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertAccount, insertGallery, insertPhoto } from '../support/rows.ts';

expectLogged('database_unavailable');

let database: TestDatabase;
let db: Database;
let first: string;
let second: string;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
  first = (await insertAccount(database.pool)).id;
  second = (await insertAccount(database.pool)).id;
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const rename = (tx: Queryable, id: string) => tx.query(`update accounts set name = name || '.' where id = $1`, [id]);

/** Barrier for two transactions: resolves for each once both have arrived. */
function meeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let came = 0;
  return () => {
    if (++came === 2) resolve();
    return promise;
  };
}

describe('two transactions in a deadlock', () => {
  it('the victim gets an error that asks for a retry', async () => {
    const met = meeting();
    const cross = (one: string, other: string) =>
      db.transaction(async (tx) => {
        await rename(tx, one);
        await met();
        await rename(tx, other);
      });
    const ends = await Promise.allSettled([cross(first, second), cross(second, first)]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject(new AppError('unavailable', { retryAfter: 2 }));
  });

  it('abort a push, so that Zero records no rejection', async () => {
    const push = pushDatabase(db, () => new Error('refused'));
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    await expect(push.transaction(() => Promise.reject(deadlock))).rejects.toThrow('unavailable');
    await expect(push.transaction(() => Promise.resolve('recorded'))).rejects.toThrow('unavailable');
  });
});

describe('concurrent changes of one gallery', () => {
  const NOW = Date.UTC(2030, 4, 1, 12);
  const ROUNDS = 8;
  const FACTS = { mimeType: 'image/jpeg', width: 3, height: 2, orientation: 1, capturedAt: null, metadata: {} };

  it('reordering, trashing, moving, counting views and ingest all finish with correct counts', async () => {
    const { accountId, ...members } = await makeMembers(database.pool);
    const office = backOffice(database);
    const ctx = memberContext({ accountId, ...members }, 'owner', () => NOW);
    const mutate = (name: string, args: object) =>
      office.transaction((tx) => office.mutateIn(tx, name, { ...args, now: NOW } as Args, ctx));
    const published = { status: 'published', published_at: new Date(NOW) };
    const galleryId = await insertGallery(database.pool, accountId, published);
    const toGalleryId = await insertGallery(database.pool, accountId, published);
    const make = (count: number, values = {}) =>
      Promise.all(Array.from({ length: count }, () => insertPhoto(database.pool, accountId, galleryId, values)));
    const [stay, trashed, moved] = [await make(10), await make(ROUNDS * 2), await make(ROUNDS * 2)];
    const coming = await make(ROUNDS * 2, { status: 'processing', width: null, height: null });
    const finish = async (photoId: string) => {
      const [row] = await db.query<{ key: string }>('select original_key as key from photos where id = $1', [photoId]);
      const ref = { galleryId, photoId, key: row!.key };
      const claim = await claimPhoto(db, ref);
      return finishPhoto(db, ref, claim!, { ...FACTS, thumbhash: 'x', size: 5000, webSize: 500, sha256: null }, NOW);
    };
    // Reverse id order; the code must lock in id order.
    const all = [...stay, ...trashed, ...moved].toSorted().toReversed();
    const look = (photoIds: string[]) =>
      db.transaction((tx) => incrementPhotoCounts(tx, 'view_count', { accountId, galleryId, photoIds }));
    let seen = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const two = (ids: string[]) => ids.slice(round * 2, round * 2 + 2).toReversed();
      const ends = await Promise.all([
        look(all),
        look(two(moved).concat(stay)),
        mutate('photos.arrange', { galleryId, photoIds: stay.toReversed(), sectionId: null, before: null }),
        mutate('photos.trash', { galleryId, photoIds: two(trashed) }),
        mutate('photos.move', { galleryId, photoIds: two(moved), toGalleryId, sectionId: null }),
        ...two(coming).map(finish),
        mutate('photos.arrange', { galleryId, photoIds: stay.slice(round), sectionId: null, before: null }),
        look(stay),
      ]);
      for (const end of ends) seen += typeof end === 'number' ? end : 0;
    }
    const { rows: counts } = await database.pool.query(
      `select s.photo_count, s.ready_count, s.original_bytes::integer as bytes, s.view_count::integer as views
       from gallery_stats s where s.gallery_id = any ($1) order by s.gallery_id = $2`,
      [[galleryId, toGalleryId], toGalleryId],
    );
    const left = { photo_count: 10 + ROUNDS * 2, ready_count: 10 + ROUNDS * 2, bytes: 10_000 + ROUNDS * 10_000 };
    const gone = { photo_count: ROUNDS * 2, ready_count: 0, bytes: ROUNDS * 2000, views: 0 };
    expect(counts).toEqual([{ ...left, views: seen }, gone]);
    const { rows: kept } = await database.pool.query(
      'select sum(view_count)::integer as views from photo_stats where account_id = $1',
      [accountId],
    );
    expect(kept).toEqual([{ views: seen }]);
    const { rows: usage } = await database.pool.query('select photo_count from account_usage where account_id = $1', [
      accountId,
    ]);
    expect(usage).toEqual([{ photo_count: 10 + ROUNDS * 4 }]);
  });

  it('view counting waits for photos that are being moved', async () => {
    const [galleryId, toGalleryId] = [
      await insertGallery(database.pool, first),
      await insertGallery(database.pool, first),
    ];
    const photoIds: string[] = [];
    for (let count = 0; count < 2; count++) photoIds.push(await insertPhoto(database.pool, first, galleryId));
    const look = (...ids: string[]) =>
      db.transaction((tx) => incrementPhotoCounts(tx, 'view_count', { accountId: first, galleryId, photoIds: ids }));
    photoIds.sort();
    expect(await look(photoIds[0]!)).toBe(1);
    const { counting } = await db.transaction(async (tx) => {
      await tx.query('select from photos where id = any ($1) for update', [photoIds]);
      const begun = look(...photoIds);
      await expect.poll(() => waitingSessions(database.pool)).toBe(1);
      await tx.query(`update photos set gallery_id = $2, original_key = $2 || '/' || id || '/x' where id = any ($1)`, [
        photoIds,
        toGalleryId,
      ]);
      return { counting: begun };
    });
    expect(await counting, 'they are elsewhere by now').toBe(0);
  });
});
