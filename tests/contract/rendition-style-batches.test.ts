import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { cleanUpStyles } from '#functions/photos/rerender-job.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { type PhotoPipeline, redMark, startPhotoPipeline } from '../support/photo-pipeline.ts';
import { insertPhoto } from '../support/rows.ts';

/*
 * Re-rendering of photos goes through the ingest queue without rewriting originals, in small batches, so that new
 * uploads are processed in between.
 */

let studio: PhotoPipeline;
let gallery: string;
beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());
beforeEach(async () => {
  capturedMetrics();
  await studio.database.pool.query('delete from outbox');
  await studio.database.pool.query('update photos set rendered_version = style_version');
  studio.events.length = 0;
  gallery = await studio.gallery();
});

const photos = (count: number, values = {}, galleryId = gallery) =>
  Promise.all(
    Array.from({ length: count }, () => insertPhoto(studio.database.pool, studio.account, galleryId, values)),
  );
/** Events sent to ingest within the next seconds; none is processed. */
async function sent(seconds = 10): Promise<string[]> {
  studio.clock.advance(seconds * 1000);
  await runOutbox(studio.jobs);
  return studio.events.splice(0).map((key) => key.split('/')[1]!);
}
const make = (ids: readonly string[]) =>
  studio.database.pool.query('update photos set rendered_version = style_version where id = any($1)', [ids]);
const effects = async (kind: string) =>
  (await studio.database.pool.query('select id, payload, done_at from outbox where kind = $1', [kind])).rows;

describe('a watermark on hundreds of photos', () => {
  test('enqueues the next hundred when nearly all of the last are rendered', async () => {
    const all = (await photos(230)).toSorted();
    await studio.mutate('galleries.update', {
      id: gallery,
      changes: { watermarkId: await studio.mark(await redMark()) },
    });
    expect((await sent(0)).toSorted()).toEqual(all.slice(0, 100));
    expect(await sent()).toEqual([]);
    await make(all.slice(0, 79));
    expect(await sent()).toEqual([]);
    await make(all.slice(79, 80));
    expect((await sent()).toSorted()).toEqual(all.slice(100, 200));
    // Photos that cannot be rendered delay the others for a while, not forever.
    expect(await sent(5 * 60)).toEqual([]);
    expect((await sent(5 * 60)).toSorted()).toEqual(all.slice(200));
    expect(await sent(60)).toEqual([]);
    expect(await effects('styles.render')).toMatchObject([{ done_at: expect.any(Date) }]);
  });

  test('is one effect for all its galleries, however often it is changed', async () => {
    const watermarkId = await studio.mark(await redMark());
    const other = await studio.gallery({ watermark_id: watermarkId });
    await studio.database.pool.query('update galleries set watermark_id = $2 where id = $1', [gallery, watermarkId]);
    const all = [...(await photos(80)), ...(await photos(60, {}, other))];
    for (const opacity of [10, 20, 30])
      await studio.mutate('watermarks.update', { id: watermarkId, changes: { opacity } });
    const first = await sent(0);
    expect(first).toHaveLength(100);
    // Changed while the effect runs, and twice before the next run: one more run from the start, delayed.
    for (const opacity of [40, 50]) await studio.mutate('watermarks.update', { id: watermarkId, changes: { opacity } });
    expect(await effects('styles.render')).toHaveLength(1);
    expect((await sent()).toSorted()).toEqual(first.toSorted());
    await make(first);
    expect((await sent()).toSorted()).toEqual(all.filter((id) => !first.includes(id)).toSorted());
  });

  test('changed in the moment when a run enqueues keeps that request', async () => {
    const watermarkId = await studio.mark(await redMark());
    await studio.database.pool.query('update galleries set watermark_id = $2 where id = $1', [gallery, watermarkId]);
    const all = (await photos(130)).toSorted();
    await studio.mutate('watermarks.update', { id: watermarkId, changes: { opacity: 10 } });
    const interrupted = {
      ...studio.jobs,
      requestIngest: async (keys: readonly string[]) => {
        await studio.mutate('watermarks.update', { id: watermarkId, changes: { opacity: 20 } });
        await studio.jobs.requestIngest(keys);
      },
    };
    await runOutbox(interrupted);
    await make(all.slice(0, 50));
    await studio.database.pool.query('update photos set style_version = style_version + 1 where id = $1', [all[0]]);
    studio.events.length = 0;
    expect(await sent()).toContain(all[0]);
  });
});

test('a rotated photo does not wait for watermarks', async () => {
  await photos(150);
  await studio.mutate('galleries.update', {
    id: gallery,
    changes: { watermarkId: await studio.mark(await redMark()) },
  });
  await sent(0);
  const own = await photos(2);
  await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: own, by: 90 });
  expect((await sent(0)).toSorted()).toEqual(own.toSorted());
});

test('a rotation of more photos than a batch is one effect', async () => {
  const many = await photos(101);
  await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: many, by: 180 });
  expect([await effects('styles.render'), await effects('photos.render')]).toMatchObject([[{}], []]);
  expect((await sent(0)).toSorted()).toEqual(many.toSorted().slice(0, 100));
});

test('the sweep enqueues late photos only, not the rest of their gallery', async () => {
  const hoursAgo = (hours: number) => new Date(studio.jobs.clock() - hours * HOUR_MS);
  const late = await photos(3, { style_version: 2, updated_at: hoursAgo(2) });
  await photos(2, { style_version: 2, updated_at: hoursAgo(0) });
  await photos(2, { updated_at: hoursAgo(2) });
  expect(await cleanUpStyles(studio.jobs)).toMatchObject({ stale: 3 });
  expect((await sent(0)).toSorted()).toEqual(late.toSorted());
});
