import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incrementPhotoCounts, recordDownload } from '#functions/galleries/events.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);

let database: TestDatabase;
let db: Database;
let accountId: string;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
  accountId = (await insertAccount(database.pool)).id;
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

async function galleryOf(count: number): Promise<{ galleryId: string; ids: string[] }> {
  const galleryId = await insertGallery(database.pool, accountId);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await insertPhoto(database.pool, accountId, galleryId));
  return { galleryId, ids };
}

async function countsOf(galleryId: string) {
  const [gallery] = await db.query<{ views: number; downloads: number }>(
    'select view_count as views, download_count as downloads from gallery_stats where gallery_id = $1',
    [galleryId],
  );
  const photos = await db.query<{ id: string; views: number; downloads: number }>(
    'select photo_id as id, view_count as views, download_count as downloads from photo_stats where gallery_id = $1',
    [galleryId],
  );
  return { gallery, photos: new Map(photos.map(({ id, views, downloads }) => [id, [views, downloads]])) };
}

const eventsOf = (galleryId: string) =>
  db.query('select kind, photo_id, grant_id, size, photo_count, at from gallery_events where gallery_id = $1', [
    galleryId,
  ]);

describe('download events', () => {
  it('record one photo by id, several by count', async () => {
    const { galleryId, ids } = await galleryOf(3);
    const [first] = ids as [string];
    const grantId = newId();
    const grant = { id: grantId, account_id: accountId, gallery_id: galleryId, email: 'guest@example.org' };
    await insertRow(database.pool, 'grants', { ...grant, author_id: '7f1c8a52-95b0-4b8c-9a0d-1f2e3d4c5b6a' });
    await recordDownload(
      db,
      { accountId, galleryId, grantId, size: 'original', bytes: { amount: 7 }, photoIds: [first] },
      NOW,
    );
    const noted = { kind: 'downloaded', at: NOW };
    const one = { ...noted, photo_id: first, grant_id: grantId, size: 'original', photo_count: 1 };
    expect(await eventsOf(galleryId)).toEqual([one]);
    await recordDownload(db, { accountId, galleryId, size: 'web', bytes: { amount: 7 }, photoIds: ids }, NOW + 1);
    const several = { ...noted, at: NOW + 1, photo_id: null, grant_id: null, size: 'web', photo_count: 3 };
    expect(await eventsOf(galleryId)).toEqual([one, several]);
    const { gallery, photos } = await countsOf(galleryId);
    expect(gallery).toEqual({ views: 0, downloads: 4 });
    expect(ids.map((id) => photos.get(id))).toEqual([
      [0, 2],
      [0, 1],
      [0, 1],
    ]);
  });

  it('record nothing for no photos', async () => {
    const { galleryId } = await galleryOf(0);
    await recordDownload(db, { accountId, galleryId, size: 'web', bytes: { amount: 7 }, photoIds: [] }, NOW);
    expect(await eventsOf(galleryId)).toEqual([]);
  });
});

describe('view counts', () => {
  it('count each photo once, and none of another gallery, account, or missing id', async () => {
    const { galleryId, ids } = await galleryOf(2);
    const elsewhere = await galleryOf(1);
    const photoIds = [...ids, ...ids, ...elsewhere.ids, newId()];
    expect(await incrementPhotoCounts(db, 'view_count', { accountId, galleryId, photoIds })).toBe(2);
    const stranger = { accountId: '0'.repeat(10), galleryId, photoIds: ids };
    expect(await incrementPhotoCounts(db, 'view_count', stranger)).toBe(0);
    expect((await countsOf(galleryId)).gallery).toEqual({ views: 2, downloads: 0 });
    expect((await countsOf(elsewhere.galleryId)).gallery).toEqual({ views: 0, downloads: 0 });
  });

  it('are correct after concurrent counting in different orders', async () => {
    const { galleryId, ids } = await galleryOf(12);
    const rounds = Array.from({ length: 20 }, (_, round) => [...ids.slice(round % 12), ...ids.slice(0, round % 12)]);
    const counting = rounds.map((photoIds, round) =>
      db.transaction((tx) =>
        incrementPhotoCounts(tx, round % 2 ? 'view_count' : 'download_count', { accountId, galleryId, photoIds }),
      ),
    );
    await Promise.all(counting);
    const { gallery, photos } = await countsOf(galleryId);
    expect(gallery).toEqual({ views: 120, downloads: 120 });
    expect([...photos.values()]).toEqual(ids.map(() => [10, 10]));
  });

  it('move with a photo to another gallery, and are deleted with it', async () => {
    const { galleryId, ids } = await galleryOf(2);
    const target = await galleryOf(0);
    const [moved, erased] = ids as [string, string];
    await incrementPhotoCounts(db, 'view_count', { accountId, galleryId, photoIds: ids });
    await db.query('update photos set gallery_id = $1, original_key = $1 || $2 where id = $3', [
      target.galleryId,
      `/${moved}/new`,
      moved,
    ]);
    await db.query('delete from photos where id = $1', [erased]);
    expect((await countsOf(target.galleryId)).photos).toEqual(new Map([[moved, [1, 0]]]));
    expect((await countsOf(galleryId)).photos).toEqual(new Map());
    // Views belong to the gallery where they happened.
    expect((await countsOf(galleryId)).gallery).toEqual({ views: 2, downloads: 0 });
    expect((await countsOf(target.galleryId)).gallery).toEqual({ views: 0, downloads: 0 });
  });
});
