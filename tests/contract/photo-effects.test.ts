import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPublicGallery } from '#functions/galleries/public-gallery.ts';
import { type PhotoPipeline, startPhotoPipeline } from '../support/photo-pipeline.ts';
import { insertPhoto, insertSection } from '../support/rows.ts';

/* Server effects of photo mutations, in the same transaction. */

let studio: PhotoPipeline;
let gallery: string;

beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());
beforeEach(async () => {
  await studio.database.pool.query('delete from outbox');
  gallery = await studio.gallery();
});

const query = async (text: string, values: unknown[] = []) => (await studio.database.pool.query(text, values)).rows;
const photo = (values: object) => insertPhoto(studio.database.pool, studio.account, gallery, { ...values });
const takenAt = (minute: number) => ({ captured_at: new Date(Date.UTC(2026, 5, 1, 12, minute)) });

describe('a cover in the trash', () => {
  test('is replaced by the first visible photo for visitors, by corrected time', async () => {
    const closed = await insertSection(studio.database.pool, studio.account, gallery, { is_visible: false });
    const cover = await photo(takenAt(0));
    await photo({ ...takenAt(1), is_hidden: true });
    await photo({ ...takenAt(2), section_id: closed });
    await photo({ ...takenAt(3), capture_offset: 3600 });
    const next = await photo(takenAt(4));
    await query('update galleries set cover_photo_id = $2 where id = $1', [gallery, cover]);
    await studio.mutate('photos.trash', { galleryId: gallery, photoIds: [cover] });
    expect(await query('select cover_photo_id from galleries where id = $1', [gallery])).toEqual([
      { cover_photo_id: next },
    ]);
    const shown = await readPublicGallery(studio.db, studio.account, gallery);
    expect(shown?.gallery.cover?.id).toBe(next);
  });
});

describe('photos to process again', () => {
  test('are one effect each, in one statement', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, () => photo({ status: 'failed', failure_reason: 'corrupt' })),
    );
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const retry = (photoIds: string[]) => studio.mutate('photos.retry', { galleryId: gallery, photoIds });
    await retry([...ids, ids[0]!]);
    expect(statements.mock.calls.filter(([text]) => String(text).includes('enqueue_effects'))).toHaveLength(1);
    // Requested twice while pending, each is one effect.
    await query(`update photos set status = 'failed', failure_reason = 'corrupt' where gallery_id = $1`, [gallery]);
    await retry(ids.toReversed());
    const rows = await query(
      `select payload, dedupe_key, account_id from outbox where kind = 'photo.ingest' order by dedupe_key`,
    );
    expect(rows).toEqual(
      ids.toSorted().map((photoId) => ({
        payload: { galleryId: gallery, photoId },
        dedupe_key: `ingest:${photoId}`,
        account_id: studio.account,
      })),
    );
  });
});
