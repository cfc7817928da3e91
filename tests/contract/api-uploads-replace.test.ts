import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { testApi } from '../support/api.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

const { uploads } = endpoints;

const api = await testApi();
let photo: Awaited<ReturnType<typeof readyPhoto>>;
const [studio, other] = [await makeStudio(api), await makeStudio(api)];
const galleryId = await insertGallery(api.db.pool, studio.id);
beforeEach(async () => {
  photo = await readyPhoto(api, studio, galleryId);
});

const jpeg = (fill: number) =>
  Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200, fill), Buffer.from('ffd9', 'hex')]);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const post = (path: string, body: object, as = studio.people.photographer) =>
  api.call('POST', `/api/upload/${path}`, { as, account: studio.id, body });
const announce = (bytes: Buffer, values: object = {}) => ({
  photoId: photo.id,
  filename: 'Retouched.jpg',
  size: bytes.length,
  type: 'image/jpeg',
  sha256: hashOf(bytes),
  replaces: true,
  ...values,
});
const presign = async (file: object) => (await post('presign', { galleryId, files: [file] })).read(uploads.presign);
const complete = async () => (await post('complete', { galleryId, photoIds: [photo.id] })).read(uploads.complete);
const rowOf = async () =>
  (await api.db.pool.query('select * from photo_replacements where photo_id = $1', [photo.id])).rows[0];
const photoRow = async () => (await api.db.pool.query('select * from photos where id = $1', [photo.id])).rows[0];
const stored = (key: string) => api.services.storage.head('originals', key);

async function send(bytes: Buffer): Promise<string> {
  const [signed] = (await presign(announce(bytes))).uploads;
  const { url, method, headers } = signed!;
  expect((await fetch(url, { method, headers, body: new Uint8Array(bytes) })).status).toBe(200);
  return (await rowOf()).original_key;
}

describe('a replacement original', () => {
  it('is presigned, uploaded and completed while the photo stays unchanged', async () => {
    const before = await photoRow();
    const key = await send(jpeg(1));
    expect(key).toMatch(new RegExp(`^${galleryId}/${photo.id}/`));
    expect(await rowOf()).toMatchObject({ status: 'uploading', filename: 'Retouched.jpg', account_id: studio.id });
    const done = { photos: [{ photoId: photo.id, status: 'processing', failure: null }], refused: [] };
    expect(await complete()).toEqual(done);
    expect(await complete()).toEqual(done);
    expect(await photoRow()).toEqual(before);
    // Ingested meanwhile: the response describes the photo itself.
    await api.db.pool.query('delete from photo_replacements where photo_id = $1', [photo.id]);
    expect((await complete()).photos).toEqual([{ photoId: photo.id, status: 'ready', failure: null }]);
  });

  it('that is no image fails with its reason, and the photo is unchanged', async () => {
    const before = await photoRow();
    const key = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect((await complete()).photos).toEqual([{ photoId: photo.id, status: 'failed', failure: 'not_an_image' }]);
    expect(await rowOf()).toMatchObject({ status: 'failed', failure_reason: 'not_an_image' });
    expect([await stored(key), await photoRow()]).toEqual([null, before]);
    // Another original replaces the failed one.
    await send(jpeg(2));
    expect((await complete()).photos).toMatchObject([{ status: 'processing' }]);
  });

  it('is replaced by other content, and resumed by the same', async () => {
    const first = await send(jpeg(3));
    expect(await presign(announce(jpeg(3)))).toMatchObject({ uploads: [], arrived: [photo.id] });
    const second = await send(jpeg(4));
    expect(second).not.toBe(first);
    expect([await stored(first), (await stored(second))?.size]).toEqual([null, jpeg(4).length]);
    await complete();
    expect(await presign(announce(jpeg(4)))).toMatchObject({ arrived: [photo.id] });
    expect((await rowOf()).status).toBe('processing');
  });

  it('is cancelled with its objects', async () => {
    const key = await send(jpeg(5));
    const cancelled = await post('cancel', { galleryId, photoIds: [photo.id] });
    expect(cancelled.read(uploads.cancel)).toEqual({ cancelled: [photo.id] });
    expect([await rowOf(), await stored(key), (await photoRow()).status]).toEqual([undefined, null, 'ready']);
  });

  it('needs a processed photo of this gallery, and the right to edit it', async () => {
    const codes = async (file: object, as = studio.people.photographer) =>
      (await post('presign', { galleryId, files: [file] }, as)).read(uploads.presign).refused.map(({ code }) => code);
    const theirs = await readyPhoto(api, other, await insertGallery(api.db.pool, other.id));
    const elsewhere = await readyPhoto(api, studio, await insertGallery(api.db.pool, studio.id));
    const trashed = await readyPhoto(api, studio, galleryId, { deleted_at: new Date() });
    for (const id of [theirs.id, elsewhere.id, trashed.id, newId()]) {
      expect(await codes(announce(jpeg(6), { photoId: id }))).toEqual(['not_found']);
    }
    const processing = await readyPhoto(api, studio, galleryId, { status: 'processing' });
    expect(await codes(announce(jpeg(6), { photoId: processing.id }))).toEqual(['conflict']);
    expect(await codes(announce(jpeg(6)), studio.people.assistant)).toEqual(['forbidden']);
    expect(await rowOf()).toBeUndefined();
    await send(jpeg(6));
    const byAssistant = await post('cancel', { galleryId, photoIds: [photo.id] }, studio.people.assistant);
    expect(byAssistant.read(uploads.cancel)).toEqual({ cancelled: [] });
    expect(await rowOf()).toBeDefined();
  });
});
