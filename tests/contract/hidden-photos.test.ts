import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { IMAGE_PRESETS, imageUrl, presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { capturedMetrics } from '../support/metrics.ts';
import { type Photo, type PhotoPipeline, startPhotoPipeline } from '../support/photo-pipeline.ts';
import * as pictures from '../support/pictures.ts';
import { insertRow, newId } from '../support/rows.ts';

/*
 * Access at the edge to image URLs that visitors know, after their photo was hidden, with a token valid for the
 * gallery.
 */

let studio: PhotoPipeline;
let gallery: string;
const scene = await pictures.scene(300, 200).jpeg().toBuffer();

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

const QUERIES = [...Object.values(IMAGE_PRESETS), { width: 400, quality: 50, format: 'webp' } as const];
const addresses = (fileId: string) => QUERIES.map((query) => imageUrl(gallery, fileId, query));
const statuses = (fileId: string, ask: (path: string) => Promise<Response>) =>
  Promise.all(addresses(fileId).map(async (path) => (await ask(path)).status));
const visited = (fileId: string) => statuses(fileId, (path) => studio.visit(path, gallery));
const byStudio = (fileId: string) => statuses(fileId, (path) => studio.get(path));
const all = (status: number) => QUERIES.map(() => status);
const nameOf = async ({ id }: Photo) => String((await studio.row(id))['file_id']);

/** Runs the job with its batched purges. */
async function settle(): Promise<void> {
  await studio.settle();
  studio.clock.advance(11_000);
  await studio.settle();
}

async function section(isVisible: boolean): Promise<string> {
  const id = newId();
  const values = { id, account_id: studio.account, gallery_id: gallery, name: 'One', order: 1, is_visible: isVisible };
  await insertRow(studio.database.pool, 'gallery_sections', { ...values, author_id: crypto.randomUUID() });
  return id;
}

const set = (photo: Photo, isHidden: boolean) =>
  studio.mutate('photos.setHidden', { galleryId: gallery, photoIds: [photo.id], isHidden });

test('a hidden photo is removed under every previous name; the studio’s image has a new one', async () => {
  const photo = await studio.photo(gallery, scene);
  await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: [photo.id], by: 90 });
  await settle();
  const turned = await nameOf(photo);
  expect(await visited(turned)).toEqual(all(200));
  expect(await visited(photo.fileId)).toEqual(all(302));

  await set(photo, true);
  await settle();
  const hidden = await nameOf(photo);
  expect([photo.fileId, turned]).not.toContain(hidden);
  for (const name of [photo.fileId, turned]) {
    expect(await visited(name)).toEqual(all(404));
    expect(await studio.list('renditions', `${gallery}/${name}/`)).toEqual([]);
  }
  expect(await byStudio(hidden)).toEqual(all(200));

  await set(photo, false);
  await settle();
  expect(await nameOf(photo)).toBe(hidden);
  expect(await visited(hidden)).toEqual(all(200));
});

test('a hidden photo that is rotated has no redirect', async () => {
  const photo = await studio.photo(gallery, scene);
  await set(photo, true);
  await settle();
  const hidden = await nameOf(photo);
  await studio.mutate('photos.rotate', { galleryId: gallery, photoIds: [photo.id], by: 90 });
  await settle();
  for (const name of [photo.fileId, hidden]) expect(await visited(name)).toEqual(all(404));
});

describe('a photo in a hidden section', () => {
  const into = (photo: Photo, sectionId: string) => ({ galleryId: gallery, photoIds: [photo.id], sectionId });

  test.each([
    ['as it goes there', async (photo: Photo) => studio.mutate('photos.setSection', into(photo, await section(false)))],
    [
      'as it is put there',
      async (photo: Photo) => studio.mutate('photos.arrange', { ...into(photo, await section(false)), before: null }),
    ],
    [
      'as the section is made',
      (photo: Photo) => {
        const made = { id: newId(), galleryId: gallery, name: 'Two', order: 1, isVisible: false };
        return studio.mutate('sections.create', { ...made, photoIds: [photo.id] });
      },
    ],
    [
      'as the section is hidden',
      async (photo: Photo) => {
        const id = await section(true);
        await studio.database.pool.query('update photos set section_id = $2 where id = $1', [photo.id, id]);
        await studio.mutate('sections.update', { id, changes: { isVisible: false } });
      },
    ],
  ])('gets another name: %s', async (_how, hide) => {
    const photo = await studio.photo(gallery, scene);
    const other = await studio.photo(gallery, scene);
    expect(await visited(photo.fileId)).toEqual(all(200));
    await hide(photo);
    await settle();
    expect(await visited(photo.fileId)).toEqual(all(404));
    expect(await byStudio(await nameOf(photo))).toEqual(all(200));
    expect(await visited(other.fileId)).toEqual(all(200));
  });
});

test('keeps its name if visitors never knew it', async () => {
  const photo = await studio.photo(gallery, scene);
  const version = async () => (await studio.row(photo.id))['style_version'];
  await set(photo, true);
  const hidden = await version();
  await set(photo, true);
  await studio.mutate('photos.setSection', {
    galleryId: gallery,
    photoIds: [photo.id],
    sectionId: await section(false),
  });
  await set(photo, false);
  expect([hidden, await version()]).toEqual([2, 2]);
  const draft = await studio.gallery({ status: 'draft', published_at: null });
  const unpublished = await studio.photo(draft, scene);
  await studio.mutate('photos.setHidden', { galleryId: draft, photoIds: [unpublished.id], isHidden: true });
  expect(await studio.row(unpublished.id)).toMatchObject({ is_hidden: true, style_version: 1 });
});

describe('an image rendered while its name is purged', () => {
  const params = presetParams('thumbnail');
  const left = async (fileId: string) => {
    const key = renditionKey(gallery, fileId, params);
    await studio.store.renditions.put(key, scene, { contentType: 'image/jpeg' });
    return key;
  };

  test.each([
    ['a sign is kept', (photo: Photo) => studio.mutate('photos.rotate', { ...of(photo), by: 90 }), ['source.json']],
    ['nothing is kept', (photo: Photo) => studio.mutate('photos.setHidden', { ...of(photo), isHidden: true }), []],
  ])('by a process that died is deleted some minutes later: %s', async (_what, change, kept) => {
    const photo = await studio.photo(gallery, scene);
    await change(photo);
    await settle();
    const key = await left(photo.fileId);
    const path = imageUrl(gallery, photo.fileId, { width: 100, quality: 50, format: 'jpeg' });
    studio.clock.advance(9 * MINUTE_MS);
    await runOutbox(studio.jobs);
    expect(await studio.list('renditions', key)).toEqual([key]);
    studio.clock.advance(2 * MINUTE_MS);
    await runOutbox(studio.jobs);
    const prefix = `${gallery}/${photo.fileId}/`;
    expect(await studio.list('renditions', prefix)).toEqual(kept.map((name) => prefix + name));
    expect([302, 404]).toContain((await studio.visit(path, gallery)).status);
  });

  const of = (photo: Photo) => ({ galleryId: gallery, photoIds: [photo.id] });

  test('ends the checks: verified names are not checked again', async () => {
    const photo = await studio.photo(gallery, scene);
    await studio.mutate('photos.rotate', { ...of(photo), by: 90 });
    await settle();
    for (let minutes = 0; minutes < 60; minutes += 11) {
      studio.clock.advance(11 * MINUTE_MS);
      await runOutbox(studio.jobs);
    }
    const waiting = 'select from outbox where done_at is null and kind = $1';
    expect((await studio.database.pool.query(waiting, ['files.recheck'])).rowCount).toBe(0);
  });
});
