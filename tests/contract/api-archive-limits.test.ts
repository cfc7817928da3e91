import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { ARCHIVE_MS } from '#core/domain/galleries/archives.ts';
import { testApi } from '../support/api.ts';
import { callArchives, createArchive, fetchPart, runArchivePacker, storedPhoto } from '../support/archives.ts';
import { insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const GB = 1000 ** 3;

const api = await testApi();
const studio = await makeStudio(api);

const statusOf = async (ids: readonly string[]) => {
  const { rows } = await api.db.pool.query<{ id: string; status: string }>(
    'select id, status from archives where id = any ($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const create = (galleryId: string, body: object = { size: 'original' }) =>
  callArchives(api, 'create', { galleryId }, { body });

async function filled() {
  const galleryId = await publishedGallery(api, studio);
  await storedPhoto(api, studio, galleryId, { filename: 'a.jpg' });
  return galleryId;
}

/** Inserts stored archives, the oldest first. */
async function kept(galleryId: string, count: number, values: (n: number) => Row = () => ({})) {
  const now = api.clock.now();
  const ids = Array.from({ length: count }, () => newId());
  for (const [n, id] of ids.entries()) {
    await insertRow(api.db.pool, 'archives', {
      id,
      account_id: studio.id,
      gallery_id: galleryId,
      size: 'original',
      fingerprint: n.toString(16).padStart(64, '0'),
      status: 'ready',
      entries: '[]',
      photo_count: 1,
      total_bytes: 1000,
      ready_at: new Date(now - 10 * HOUR_MS + n * 1000),
      expires_at: new Date(now + ARCHIVE_MS),
      ...values(n),
    });
  }
  return ids;
}

describe('a gallery with many stored selections', () => {
  it('evicts the least recently fetched archive, and never one that is being fetched', async () => {
    const galleryId = await filled();
    const ago = (ms: number) => new Date(api.clock.now() - ms);
    const fetched = (n: number) =>
      n === 0 ? { fetched_at: ago(1000) } : n === 1 ? { fetched_at: ago(2 * HOUR_MS) } : {};
    const ids = await kept(galleryId, 300, fetched);
    const { id, status } = await createArchive(api, galleryId);
    expect(status).toBe('ready');
    expect(await statusOf([...ids.slice(0, 4), id])).toEqual(['ready', 'ready', 'expired', 'ready', 'ready']);
    const params = { galleryId, archiveId: ids[2]!, part: '0' };
    expect((await callArchives(api, 'part', params)).error.code).toBe('archive_expired');
  });

  it('asks to retry later only if all are being fetched', async () => {
    const galleryId = await filled();
    const now = new Date(api.clock.now());
    await kept(galleryId, 300, () => ({ fetched_at: now }));
    const answer = await create(galleryId);
    expect([answer.status, answer.error.code, answer.error.params]).toEqual([
      409,
      'limit_reached',
      { limit: 300, retryAfter: 900 },
    ]);
    api.clock.advance(HOUR_MS + 1000);
    expect((await create(galleryId)).status).toBe(201);
  });

  it('may store three times its originals plus 20 GB', async () => {
    const galleryId = await filled();
    const ids = await kept(galleryId, 4, () => ({ total_bytes: 5 * GB }));
    // 3,000 bytes too many: the new one has 1,000.
    expect((await create(galleryId)).status).toBe(201);
    expect(await statusOf(ids)).toEqual(['ready', 'ready', 'ready', 'ready']);
    await storedPhoto(api, studio, galleryId, { filename: 'b.jpg' }, 500);
    await api.db.pool.query('update archives set total_bytes = 10 * total_bytes where id = $1', [ids[3]]);
    expect((await create(galleryId)).status).toBe(201);
    // 65 GB, and each of the first has 5: all four are evicted, the last of them the largest.
    expect(await statusOf(ids)).toEqual(['expired', 'expired', 'expired', 'expired']);
  });

  it('keeps the archives of other galleries', async () => {
    const [mine, yours] = [await filled(), await filled()];
    const theirs = await kept(yours, 1);
    await kept(mine, 300);
    await createArchive(api, mine);
    expect(await statusOf(theirs)).toEqual(['ready']);
  });

  it('deletes evicted archives an hour later', async () => {
    const galleryId = await filled();
    const { id } = await createArchive(api, galleryId);
    expect((await fetchPart(api, galleryId, id, 0)).status).toBe(200);
    api.clock.advance(2 * HOUR_MS);
    await kept(galleryId, 299, () => ({ fetched_at: new Date(api.clock.now()) }));
    await storedPhoto(api, studio, galleryId, { filename: 'c.jpg' });
    await createArchive(api, galleryId);
    expect(await statusOf([id])).toEqual(['expired']);
    const isStored = () => api.services.storage.head('renditions', `archives/${galleryId}/${id}/1.zip`);
    await runArchivePacker(api);
    expect(await isStored()).not.toBeNull();
    api.clock.advance(HOUR_MS + 1000);
    await runArchivePacker(api);
    expect(await isStored()).toBeNull();
    const { rows } = await api.db.pool.query('select parts, entries from archives where id = $1', [id]);
    expect(rows).toEqual([{ parts: [], entries: [] }]);
  });
});
