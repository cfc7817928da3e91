import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { MAX_BULK_PHOTOS, PHOTO_STATUSES } from '#core/domain/photos/photos.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertGallery, insertPhoto, newId, type Row } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);
const CLIENT = Date.UTC(2020, 0, 1);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = at(NOW);
});
afterAll(() => database?.drop());

const at = (now: number) => memberContext(members, 'owner', () => now);
const gallery = () => insertGallery(database.pool, members.accountId);
const photo = (galleryId: string, values: Row = {}) => insertPhoto(database.pool, members.accountId, galleryId, values);
const trash = (galleryId: string, photoIds: string[], as: Ctx = ctx) =>
  office.mutate('photos.trash', { galleryId, photoIds, now: CLIENT }, as);
const restore = (galleryId: string, photoIds: string[], cover: string | null = null, as: Ctx = ctx) =>
  office.mutate('photos.restore', { galleryId, photoIds, cover, now: CLIENT }, as);
const retry = (galleryId: string, photoIds: string[]) =>
  office.mutate('photos.retry', { galleryId, photoIds, now: CLIENT }, ctx);

/** Trash time or position of each photo, in the given order. */
async function photos(ids: string[], column: 'deleted_at' | 'status' | 'failure_reason' | 'updated_at') {
  const { rows } = await database.pool.query<{ id: string; value: unknown }>(
    `select id, ${column} as value from photos where id = any($1)`,
    [ids],
  );
  const values = new Map(rows.map(({ id, value }) => [id, value instanceof Date ? value.getTime() : value]));
  return ids.map((id) => values.get(id));
}

async function coverOf(galleryId: string): Promise<string | null> {
  const sql = 'select cover_photo_id as id from galleries where id = $1';
  return (await database.pool.query<{ id: string | null }>(sql, [galleryId])).rows[0]?.id ?? null;
}

async function covered(count: number): Promise<{ galleryId: string; ids: string[] }> {
  const galleryId = await gallery();
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await photo(galleryId));
  await database.pool.query('update galleries set cover_photo_id = $1 where id = $2', [ids[0], galleryId]);
  return { galleryId, ids };
}

describe('the trash', () => {
  it('deletes many photos in one call and restores them with their cover', async () => {
    const { galleryId, ids } = await covered(40);
    const [cover, ...rest] = ids as [string, ...string[]];
    expect(await trash(galleryId, ids)).toBe('done');
    expect(new Set(await photos(ids, 'deleted_at'))).toEqual(new Set([NOW]));
    expect(await coverOf(galleryId)).toBeNull();
    expect(await restore(galleryId, ids, cover)).toBe('done');
    expect(new Set(await photos(ids, 'deleted_at'))).toEqual(new Set([null]));
    expect(await coverOf(galleryId)).toBe(cover);
    expect(await trash(galleryId, rest)).toBe('done');
    expect(await coverOf(galleryId)).toBe(cover);
  });

  it('restores no cover that was not among the photos', async () => {
    const { galleryId, ids } = await covered(3);
    const [cover, second, third] = ids as [string, string, string];
    await trash(galleryId, ids);
    expect(await restore(galleryId, [second], third)).toBe('done');
    expect(await restore(galleryId, [second], cover)).toBe('done');
    expect(await coverOf(galleryId)).toBeNull();
  });

  it('keeps the first deletion time', async () => {
    const { galleryId, ids } = await covered(2);
    await trash(galleryId, ids.slice(0, 1));
    expect(await trash(galleryId, ids, at(NOW + DAY_MS))).toBe('done');
    expect(await photos(ids, 'deleted_at')).toEqual([NOW, NOW + DAY_MS]);
  });

  it('keeps a photo for thirty days, to the millisecond, and all or none', async () => {
    const { galleryId, ids } = await covered(2);
    const [early, late] = ids as [string, string];
    await trash(galleryId, [early], at(NOW));
    await trash(galleryId, [late], at(NOW + 1));
    expect(await restore(galleryId, [late, early], null, at(NOW + 30 * DAY_MS + 1))).toBe('undo_expired');
    expect(await photos(ids, 'deleted_at')).toEqual([NOW, NOW + 1]);
    expect(await restore(galleryId, [late], null, at(NOW + 30 * DAY_MS + 1))).toBe('done');
    expect(await restore(galleryId, [early], null, at(NOW + 30 * DAY_MS))).toBe('done');
  });

  it('ignores a photo outside the trash', async () => {
    const { galleryId, ids } = await covered(1);
    const before = await photos(ids, 'updated_at');
    expect(await restore(galleryId, ids)).toBe('done');
    expect(await photos(ids, 'updated_at')).toEqual(before);
  });

  it('refuses all when one is missing or in another gallery', async () => {
    const { galleryId, ids } = await covered(2);
    const elsewhere = await photo(await gallery());
    for (const stranger of [newId(), elsewhere]) {
      expect(await trash(galleryId, [...ids, stranger])).toBe('not_found');
      expect(await photos([...ids], 'deleted_at')).toEqual([null, null]);
    }
    expect(await photos([elsewhere], 'deleted_at')).toEqual([null]);
  });

  it('counts a repeated id once', async () => {
    const { galleryId, ids } = await covered(2);
    expect(await trash(galleryId, [...ids, ...ids])).toBe('done');
    const sql = 'select photo_count from gallery_stats where gallery_id = $1';
    expect((await database.pool.query(sql, [galleryId])).rows).toEqual([{ photo_count: 0 }]);
  });

  it('of a gallery in the trash refuses changes', async () => {
    const { galleryId, ids } = await covered(1);
    await database.pool.query('update galleries set deleted_at = now() where id = $1', [galleryId]);
    expect(await trash(galleryId, ids)).toBe('not_found');
    expect(await restore(galleryId, ids)).toBe('not_found');
    expect(await retry(galleryId, ids)).toBe('not_found');
  });
});

describe('a retry', () => {
  const failed = { status: 'failed', failure_reason: 'truncated' };

  it.each(PHOTO_STATUSES)('of a photo that is %s', async (status) => {
    const galleryId = await gallery();
    const id = await photo(galleryId, status === 'failed' ? failed : { status });
    expect(await retry(galleryId, [id])).toBe(status === 'failed' ? 'done' : 'transition_refused');
    expect(await photos([id], 'status')).toEqual([status === 'failed' ? 'processing' : status]);
    expect(await photos([id], 'failure_reason')).toEqual([null]);
  });

  it('gets the server’s time', async () => {
    const galleryId = await gallery();
    const id = await photo(galleryId, failed);
    await retry(galleryId, [id]);
    expect(await photos([id], 'updated_at')).toEqual([NOW]);
  });

  it('resets all photos or none', async () => {
    const galleryId = await gallery();
    const ids = [await photo(galleryId, failed), await photo(galleryId)];
    expect(await retry(galleryId, ids)).toBe('transition_refused');
    expect(await photos(ids, 'status')).toEqual(['failed', 'ready']);
  });

  it('is refused in the trash', async () => {
    const galleryId = await gallery();
    const id = await photo(galleryId, { ...failed, deleted_at: new Date(NOW) });
    expect(await retry(galleryId, [id])).toBe('transition_refused');
  });
});

describe('arguments', () => {
  it.each([
    ['no photos', { photoIds: [] }],
    ['too many photos', { photoIds: Array.from({ length: MAX_BULK_PHOTOS + 1 }, () => '0'.repeat(20)) }],
    ['something that is no id', { photoIds: ["x' or true--"] }],
    ['a list that is none', { photoIds: '0'.repeat(20) }],
    ['an account', { accountId: '0'.repeat(10) }],
    ['a status', { status: 'ready' }],
    ['a prototype', JSON.parse('{"__proto__": {"now": 1}}') as object],
    ['a time before all time', { now: -1 }],
  ])('refuse %s', async (_, wrong) => {
    const { galleryId, ids } = await covered(1);
    const args = { galleryId, photoIds: ids, now: CLIENT, ...wrong };
    if (Object.hasOwn(wrong, '__proto__')) Object.defineProperty(args, '__proto__', { value: {}, enumerable: true });
    for (const name of ['photos.trash', 'photos.retry']) {
      expect(await office.mutate(name, args as never, ctx)).toBe('validation_failed');
    }
    expect(await office.mutate('photos.restore', { ...args, cover: null } as never, ctx)).toBe('validation_failed');
    expect(await photos(ids, 'deleted_at')).toEqual([null]);
  });
});
