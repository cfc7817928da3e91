import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { IMAGE_PRESETS, type ImageQuery, imageUrl } from '#core/domain/photos/image-params.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { cleanUpStyles } from '#functions/photos/rerender-job.ts';
import { expectLogged } from '../support/expected-log.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { isMarked, type Photo, type PhotoPipeline, redMark, startPhotoPipeline } from '../support/photo-pipeline.ts';
import * as pictures from '../support/pictures.ts';

expectLogged('effect_failed', 'ingest_failed');

/* Tests the rendition style of a photo, from the studio's mutation to the bytes at the edge. */

let studio: PhotoPipeline;
let gallery: string;
const scene = await pictures.scene(1200, 800).jpeg({ quality: 95 }).toBuffer();
const red = await redMark();

beforeAll(async () => {
  studio = await startPhotoPipeline();
});
afterAll(() => studio.close());
beforeEach(async () => {
  capturedMetrics();
  await studio.database.pool.query('delete from outbox');
  studio.events.length = 0;
  gallery = await studio.gallery();
});

/** The preset renditions, and one that is not rendered yet. */
const QUERIES: ImageQuery[] = [...Object.values(IMAGE_PRESETS), { width: 400, quality: 50, format: 'webp' }];
const addresses = (galleryId: string, fileId: string) => QUERIES.map((query) => imageUrl(galleryId, fileId, query));

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await studio.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

async function seen(galleryId: string, fileId: string): Promise<Buffer[]> {
  return Promise.all(addresses(galleryId, fileId).map(bytesOf));
}

const rotate = (photo: Photo, by: number) =>
  studio.mutate('photos.rotate', { galleryId: photo.galleryId, photoIds: [photo.id], by });

/** The test image, rotated by sharp. */
async function cornersTurned(by: number) {
  return pictures.cornersOf(await sharp(scene).rotate(by).png().toBuffer());
}

/** Runs `work` between the claim and the end of an ingest. */
const duringDecode = (change: () => Promise<unknown>) => ({
  decoder: {
    ...studio.decoder,
    run: async (job: never) => {
      await change();
      return studio.decoder.run(job);
    },
  } as typeof studio.decoder,
});

describe('a rotated photo', () => {
  test('keeps its previous image until all rotated renditions exist under another name', async () => {
    const photo = await studio.photo(gallery, scene);
    await seen(gallery, photo.fileId);
    await rotate(photo, 90);
    expect(await studio.row(photo.id)).toMatchObject({
      rotation: 90,
      rendered_rotation: 0,
      file_id: photo.fileId,
      width: 1200,
    });
    expect(
      pictures.difference(await pictures.cornersOf((await seen(gallery, photo.fileId))[2]!), pictures.CORNERS),
    ).toBeLessThan(10);
    await studio.settle();
    const row = await studio.row(photo.id);
    expect(row).toMatchObject({
      rotation: 90,
      rendered_rotation: 90,
      width: 800,
      height: 1200,
      style_version: 2,
      rendered_version: 2,
    });
    expect(row['file_id']).not.toBe(photo.fileId);
    expect(row['web_size']).toBe(
      (await bytesOf(imageUrl(gallery, String(row['file_id']), { width: 1920, quality: 82, format: 'jpeg' }))).length,
    );
    const shown = await cornersTurned(90);
    for (const bytes of await seen(gallery, String(row['file_id']))) {
      const { width, height } = await sharp(bytes).metadata();
      if (width !== height)
        expect([width! < height!, pictures.difference(await pictures.cornersOf(bytes), shown) < 10]).toEqual([
          true,
          true,
        ]);
    }
  });

  test('redirects every previous name to the current one in one step, with the same query, for a short time', async () => {
    const photo = await studio.photo(gallery, scene);
    const names = [photo.fileId];
    for (const by of [90, 90, 270]) {
      await seen(gallery, names.at(-1)!);
      await rotate(photo, by);
      await studio.settle();
      studio.clock.advance(11_000);
      await studio.settle();
      names.push(String((await studio.row(photo.id))['file_id']));
    }
    expect(new Set(names).size).toBe(4);
    const present = names.pop()!;
    for (const name of names) {
      expect(await studio.list('renditions', `${gallery}/${name}/`)).toEqual([`${gallery}/${name}/source.json`]);
      for (const [index, path] of addresses(gallery, name).entries()) {
        const answer = await studio.get(path);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, max-age=60']);
        const location = answer.headers.get('location')!;
        expect(location).toContain(`/${present}.`);
        expect(await bytesOf(location)).toEqual(await bytesOf(addresses(gallery, present)[index]!));
      }
    }
    expect(
      (
        await studio.database.pool.query(
          'select 1 from retired_photo_files where photo_id = $1 and cleared_at is null',
          [photo.id],
        )
      ).rows,
    ).toEqual([]);
  });

  test('rotated again during the rotation ends in the latest orientation', async () => {
    const photo = await studio.photo(gallery, scene);
    await rotate(photo, 90);
    await runOutbox(studio.jobs);
    let once = false;
    await studio.ingest(
      studio.events.splice(0),
      duringDecode(async () => {
        if (!once) await rotate(photo, 90);
        once = true;
      }),
    );
    await studio.settle();
    expect(await studio.row(photo.id)).toMatchObject({
      rotation: 180,
      rendered_rotation: 180,
      style_version: 3,
      rendered_version: 3,
      width: 1200,
    });
  });

  test('processed by two concurrent runs: one wins, and the other leaves nothing', async () => {
    const photo = await studio.photo(gallery, scene);
    await rotate(photo, 90);
    await Promise.all([1, 2, 3].map(() => studio.ingest([photo.key])));
    await studio.settle();
    const row = await studio.row(photo.id);
    const folders = new Set((await studio.list('renditions', `${gallery}/`)).map((key) => key.split('/')[1]));
    expect(folders).toEqual(new Set([photo.fileId, row['file_id']]));
    expect(
      (await studio.database.pool.query('select 1 from retired_photo_files where photo_id = $1', [photo.id])).rows,
    ).toHaveLength(1);
  });

  test('keeps its focal point at the same point of the image', async () => {
    const photo = await studio.photo(gallery, scene, { focal_x: 0.9, focal_y: 0.1 });
    await rotate(photo, 90);
    await studio.settle();
    const { file_id: fileId } = await studio.row(photo.id);
    const cut = await bytesOf(imageUrl(gallery, String(fileId), { width: 100, height: 100, format: 'png' }));
    // The upper right corner of the image is the lower right one after the rotation.
    expect((await pictures.cornersOf(cut)).bottomRight.g).toBeGreaterThan(150);
  });
});

describe('a watermark', () => {
  const unmarked = async (galleryId: string): Promise<string[]> => {
    const keys = await studio.list('renditions', '');
    const own = keys.filter((key) => key.includes(galleryId) && /\.(jpg|png|webp|avif)$/.test(key));
    const states = await Promise.all(
      own.map(async (key) => isMarked(Buffer.from((await studio.storage.get('renditions', key))!.bytes))),
    );
    return own.filter((_, index) => !states[index]);
  };

  test(
    'added to a gallery leaves no unmarked image in bucket, edge and link preview',
    { timeout: 60_000 },
    async () => {
      const photos = [await studio.photo(gallery, scene), await studio.photo(gallery, scene)];
      await studio.settle();
      const old = photos.flatMap(({ fileId }) => addresses(gallery, fileId));
      for (const path of old) expect(await isMarked(await bytesOf(path))).toBe(false);
      const [preview] = await studio.list('renditions', `og/${gallery}/`);
      expect((await studio.get(`/${preview}`)).status).toBe(200);
      const watermarkId = await studio.mark(red);
      await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId } });
      studio.clock.advance(31_000);
      await studio.settle();
      studio.clock.advance(31_000);
      await studio.settle();
      const left = (await unmarked(gallery)).filter((key) => !key.startsWith('og/'));
      expect(left).toEqual([]);
      for (const path of old) {
        const answer = await studio.get(path);
        expect([path, answer.status]).toEqual([path, 302]);
        expect(await isMarked(await bytesOf(answer.headers.get('location')!))).toBe(true);
      }
      expect((await studio.get(`/${preview}`)).status).toBe(404);
      for (const { id } of photos) {
        const { file_id: fileId } = await studio.row(id);
        for (const bytes of await seen(gallery, String(fileId))) expect(await isMarked(bytes)).toBe(true);
      }
    },
  );

  test('in one position cannot be avoided by overlapping crops; a tiled one needs no limit', async () => {
    const cut = { aspect_ratio: '3:2', focus_crop: '0.2,0.2' };
    const statuses = async (values: { is_tiled?: boolean } | null) => {
      // Each call asks for two renditions that are not stored, of which a visitor gets a few a minute.
      const locks = await studio.list('renditions', 'limits/');
      for (const key of locks) await studio.store.renditions.remove(key);
      const own = await studio.gallery();
      const watermarkId = values && (await studio.mark(red, values));
      await studio.database.pool.query('update galleries set watermark_id = $2 where id = $1', [own, watermarkId]);
      const { fileId } = await studio.photo(own, scene);
      const widths = [IMAGE_PRESETS.thumbnail, { width: 600, ...cut }, { width: 601, ...cut }, IMAGE_PRESETS.preview];
      const answers = await Promise.all(widths.map((query) => studio.get(imageUrl(own, fileId, query))));
      return answers.map(({ status }) => status);
    };
    expect(await statuses({})).toEqual([200, 200, 400, 200]);
    expect(await statuses({ is_tiled: true })).toEqual([200, 200, 200, 200]);
    expect(await statuses(null)).toEqual([200, 200, 200, 200]);
  });

  test('set to its current value changes nothing', async () => {
    const watermarkId = await studio.mark(red);
    await studio.database.pool.query('update galleries set watermark_id = $2 where id = $1', [gallery, watermarkId]);
    const photo = await studio.photo(gallery, scene);
    expect(await isMarked((await seen(gallery, photo.fileId))[0]!)).toBe(true);
    await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId, name: 'Another' } });
    expect(await studio.row(photo.id)).toMatchObject({ style_version: 1, rendered_version: 1 });
  });

  test('moved or removed re-renders the images', async () => {
    const watermarkId = await studio.mark(red);
    await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId } });
    const photo = await studio.photo(gallery, scene);
    const first = await studio.row(photo.id);
    await studio.mutate('watermarks.update', { id: watermarkId, changes: { name: 'No matter' } });
    expect(await studio.row(photo.id)).toMatchObject({ style_version: first['style_version'] });
    await studio.mutate('watermarks.update', { id: watermarkId, changes: { size: 60 } });
    await studio.settle();
    const second = await studio.row(photo.id);
    expect(second['file_id']).not.toBe(first['file_id']);
    await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId: null } });
    // Repeated requests are merged into one.
    studio.clock.advance(11_000);
    await studio.settle();
    const third = await studio.row(photo.id);
    for (const bytes of await seen(gallery, String(third['file_id']))) expect(await isMarked(bytes)).toBe(false);
    const { rows } = await studio.database.pool.query('select image_key from watermarks where id = $1', [watermarkId]);
    await studio.mutate('watermarks.remove', { id: watermarkId });
    // Removes effects of earlier tests.
    await studio.database.pool.query('update retired_photo_files set cleared_at = now() where gallery_id <> $1', [
      gallery,
    ]);
    await studio.database.pool.query('update photos set rendered_version = style_version where gallery_id <> $1', [
      gallery,
    ]);
    studio.clock.advance(11_000);
    await studio.settle();
    studio.clock.advance(61_000);
    await studio.settle();
    expect(await studio.storage.head('originals', rows[0].image_key)).toBeNull();
  });

  test('added while a new photo is processed: the photo is never visible without it', async () => {
    const watermarkId = await studio.mark(red);
    const photo = await studio.photo(gallery, scene);
    await studio.database.pool.query(`update photos set status = 'processing' where id = $1`, [photo.id]);
    let once = false;
    await studio.ingest(
      [photo.key],
      duringDecode(async () => {
        if (!once) await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId } });
        once = true;
      }),
    );
    const row = await studio.row(photo.id);
    expect(row).toMatchObject({ status: 'ready', rendered_version: row['style_version'] });
    expect(row['file_id']).not.toBe(photo.fileId);
    expect(await isMarked((await seen(gallery, String(row['file_id'])))[0]!)).toBe(true);
    await studio.settle();
    const folders = new Set((await unmarked(gallery)).map((key) => key.split('/')[1]));
    expect(folders).toEqual(new Set());
  });

  test('with an unreadable image delays photos and fails none', async () => {
    const photo = await studio.photo(gallery, scene);
    const watermarkId = await studio.mark(red);
    const { rows } = await studio.database.pool.query('select image_key from watermarks where id = $1', [watermarkId]);
    await studio.store.originals.put(rows[0].image_key, 'no picture', { contentType: 'image/png' });
    await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId } });
    expect((await studio.ingest([photo.key])).batchItemFailures).toHaveLength(1);
    expect(await studio.row(photo.id)).toMatchObject({ status: 'ready', file_id: photo.fileId });
    await studio.mutate('galleries.update', { id: gallery, changes: { watermarkId: null } });
    await studio.settle();
  });
});

describe('a crash between two steps', () => {
  test('after the swap and before the purge of the previous name: the sweep continues', async () => {
    const photo = await studio.photo(gallery, scene);
    await rotate(photo, 90);
    await studio.ingest([photo.key]);
    await studio.database.pool.query('delete from outbox');
    expect((await studio.get(addresses(gallery, photo.fileId)[0]!)).status).toBe(200);
    expect(await cleanUpStyles(studio.jobs)).toMatchObject({ uncleared: 0 });
    studio.clock.advance(16 * MINUTE_MS);
    expect((await cleanUpStyles(studio.jobs)).uncleared).toBeGreaterThan(0);
    await studio.settle();
    expect((await studio.get(addresses(gallery, photo.fileId)[0]!)).status).toBe(302);
  });

  test.each(['put', 'removePrefix', 'purge', 'query'] as const)(
    'during the purge, at %s: the next run continues',
    async (step) => {
      const photo = await studio.photo(gallery, scene);
      await studio.get(addresses(gallery, photo.fileId)[0]!);
      await rotate(photo, 90);
      await studio.ingest([photo.key]);
      const die = () => Promise.reject(new Error('killed'));
      const { jobs } = studio;
      const dying = {
        ...jobs,
        ...(step === 'purge' && { purge: die }),
        ...(step === 'query' && {
          db: {
            ...jobs.db,
            query: ((text: string, values: unknown[]) =>
              /set cleared_at/.test(text) ? die() : jobs.db.query(text, values)) as typeof jobs.db.query,
          },
        }),
        storage: { ...jobs.storage, ...((step === 'put' || step === 'removePrefix') && { [step]: die }) },
      };
      await studio.database.pool.query(`delete from outbox where kind <> 'files.clear'`);
      expect((await runOutbox(dying)).failed).toBe(1);
      // Requests in between get one of the two images.
      expect([200, 302]).toContain((await studio.get(addresses(gallery, photo.fileId)[0]!)).status);
      studio.clock.advance(6_000);
      await studio.settle();
      const answer = await studio.get(addresses(gallery, photo.fileId)[0]!);
      expect([
        answer.status,
        answer.headers.get('location')?.includes(String((await studio.row(photo.id))['file_id'])),
      ]).toEqual([302, true]);
    },
  );

  test('a lost event: the sweep enqueues the photo again', async () => {
    const photo = await studio.photo(gallery, scene);
    await rotate(photo, 90);
    await runOutbox(studio.jobs);
    studio.events.length = 0;
    await studio.database.pool.query('delete from outbox');
    studio.clock.advance(61 * MINUTE_MS);
    expect((await cleanUpStyles(studio.jobs)).stale).toBeGreaterThan(0);
    await studio.settle();
    expect(await studio.row(photo.id)).toMatchObject({ rendered_rotation: 90 });
  });
});

test('an erased photo leaves no object under any of its names', async () => {
  const photo = await studio.photo(gallery, scene);
  for (const by of [90, 90]) {
    await rotate(photo, by);
    await studio.settle();
    studio.clock.advance(11_000);
    await studio.settle();
  }
  await studio.mutate('photos.trash', { galleryId: gallery, photoIds: [photo.id] });
  studio.clock.advance(31 * DAY_MS);
  await emptyTrash(studio.jobs);
  await studio.settle();
  expect(await studio.list('renditions', `${gallery}/`)).toEqual([]);
  expect(await studio.list('originals', `${gallery}/`)).toEqual([]);
  expect((await studio.get(addresses(gallery, photo.fileId)[0]!)).status).toBe(404);
});
