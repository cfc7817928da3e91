import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_POSTER_BYTES, posterKey } from '#core/domain/photos/videos.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { createArchive, storedPhoto, unpack } from '../support/archives.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';
import * as videos from '../support/videos.ts';

const { uploads, publicPages } = endpoints;

const api = await testApi();
const studio = await makeStudio(api);
const { storage } = api.services;
const member = { as: studio.owner, account: studio.id };

/** A ready video with its original, as ingest leaves it. */
async function storedVideo(galleryId: string, bytes: Buffer, values: object = {}) {
  const facts = {
    mime_type: 'video/mp4',
    filename: 'Clip.mp4',
    metadata: { durationMs: 42_000 },
    web_size: bytes.length,
  };
  const photo = await storedPhoto(api, studio, galleryId, { ...facts, ...values }, bytes.length);
  await storage.put('originals', photo.originalKey, new Uint8Array(bytes), { contentType: 'video/mp4' });
  return photo;
}

const play = (galleryId: string, photoId: string, query = '', options: object = {}) =>
  api.call('GET', `/api/p/${galleryId}/photos/${photoId}/play${query}`, { channel: null, ...options });

async function download(galleryId: string, photoId: string, size: string): Promise<Response> {
  const path = `/api/p/${galleryId}/photos/${photoId}/download?size=${size}`;
  return fetch((await api.call('GET', path, { channel: null })).headers.get('location')!);
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('an uploaded video', () => {
  it('is signed with its poster, and is confirmed by its content', async () => {
    const galleryId = await insertGallery(api.db.pool, studio.id);
    const video = await videos.h264();
    const poster = Buffer.from('a frame of it');
    const file = (values: object = {}) => ({
      photoId: newId(),
      filename: 'Clip.mp4',
      size: video.length,
      type: 'video/mp4',
      ...values,
    });
    const post = (path: string, body: object) => api.call('POST', `/api/upload/${path}`, { ...member, body });
    const send = async (declared: ReturnType<typeof file>, body: Buffer) => {
      const answer = (await post('presign', { galleryId, files: [declared] })).read(uploads.presign);
      const [{ url, headers }, picture] = [answer.uploads[0]!, answer.posters[0]];
      if (picture) await fetch(picture.url, { method: 'PUT', headers: picture.headers, body: new Uint8Array(poster) });
      await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
      const done = (await post('complete', { galleryId, photoIds: [declared.photoId] })).read(uploads.complete);
      const { rows } = await api.db.pool.query('select original_key from photos where id = $1', [declared.photoId]);
      return { ...done.photos[0], key: rows[0].original_key as string };
    };
    const first = await send(file({ poster: poster.length }), video);
    expect(first).toMatchObject({ status: 'processing', failure: null });
    expect((await storage.get('originals', posterKey(first.key)))?.bytes).toEqual(new Uint8Array(poster));
    // Some systems name QuickTime's container MP4.
    expect(await send(file({ size: (await videos.hevc()).length }), await videos.hevc())).toMatchObject({
      failure: null,
    });

    expect(await send(file({ type: 'video/quicktime' }), video)).toMatchObject({ failure: null });
    const zip = Buffer.from(`PK\x03\x04${'a zip named .mp4'.repeat(9)}`);
    const refused = await send(file({ size: zip.length, poster: poster.length }), zip);
    expect(refused).toMatchObject({ status: 'failed', failure: 'not_an_image' });
    expect(await storage.head('originals', posterKey(refused.key))).toBeNull();
    const webm = await videos.vp8();
    expect(await send(file({ size: webm.length }), webm)).toMatchObject({ failure: 'type_mismatch' });

    const large = { galleryId, files: [file({ poster: MAX_POSTER_BYTES + 1 })] };
    expect((await post('presign', large)).read(uploads.presign).refused).toMatchObject([{ field: 'poster' }]);
  });

  it('takes its poster along to another gallery, and leaves nothing behind', async () => {
    const [from, to] = [await insertGallery(api.db.pool, studio.id), await insertGallery(api.db.pool, studio.id)];
    const { id, originalKey } = await storedVideo(from, await videos.h264());
    await storage.put('originals', posterKey(originalKey), new Uint8Array([1]), { contentType: 'image/jpeg' });
    const key = `${to}/${id}/${newId()}`;
    await api.db.pool.query('update photos set gallery_id = $2, original_key = $3 where id = $1', [id, to, key]);
    const item = { photoId: id, fromPhotoId: id, from: originalKey, to: key, mimeType: 'video/mp4' };
    const payload = { fromGalleryId: from, isMove: true, items: [item] };
    await api.db.pool.query(
      `insert into outbox (id, account_id, kind, payload) values ($1, $2, 'photos.transfer', $3)`,
      [newId(), studio.id, payload],
    );
    await runOutbox(api.jobs);
    const stored = [key, posterKey(key), originalKey, posterKey(originalKey)].map((one) =>
      storage.head('originals', one),
    );
    expect((await Promise.all(stored)).map((head) => head !== null)).toEqual([true, true, false, false]);
  });
});

describe('a video in a gallery', () => {
  it('is listed with its length, and played in ranges by everybody who may see it', async () => {
    const galleryId = await publishedGallery(api, studio, { allow_original: false, allow_web: false });
    const bytes = await videos.h264();
    const { id } = await storedVideo(galleryId, bytes, { mime_type: 'video/quicktime' });
    const photo = await storedPhoto(api, studio, galleryId);
    const page = await api.call('GET', `/api/p/${studio.slug}/gallery/${galleryId}`, { channel: null });
    const { photos } = page.read(publicPages.gallery);
    expect(photos.map((one) => [one.id === id, one.video])).toEqual(
      expect.arrayContaining([
        [true, '0:42'],
        [false, undefined],
      ]),
    );
    const answer = await play(galleryId, id);
    expect(answer.status).toBe(302);
    const part = await fetch(answer.headers.get('location')!, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    expect(part.headers.get('content-type')).toBe('video/mp4');
    expect(part.headers.get('content-disposition')).toBe('inline');
    expect((await play(galleryId, photo.id)).status).toBe(404);
  });

  it('is refused like the gallery itself, and to visitors while it is hidden', async () => {
    const draft = await insertGallery(api.db.pool, studio.id);
    const { id } = await storedVideo(draft, await videos.h264());
    expect((await play(draft, id)).error.code).toBe('gallery_not_published');
    const { url } = (await play(draft, id, '?as=json', { ...member, channel: 'backoffice' })).read(publicPages.play);
    expect((await fetch(url)).status).toBe(200);
    const galleryId = await publishedGallery(api, studio);
    const hidden = await storedVideo(galleryId, await videos.h264(), { is_hidden: true });
    expect((await play(galleryId, hidden.id)).status).toBe(404);
    const closed = await publishedGallery(api, studio, { visibility: 'invite' });
    const invited = await storedVideo(closed, await videos.h264());
    expect((await play(closed, invited.id)).error.code).toBe('gallery_access_required');
  });

  it('is downloaded whole in both sizes, alone and in archives', async () => {
    const galleryId = await publishedGallery(api, studio);
    const bytes = await videos.hevc();
    const { id } = await storedVideo(galleryId, bytes, { mime_type: 'video/quicktime', filename: 'Clip.mov' });
    const photo = await storedPhoto(api, studio, galleryId, { filename: 'Photo.jpg' });
    for (const size of ['original', 'web']) {
      const file = await download(galleryId, id, size);
      expect(file.headers.get('content-disposition')).toContain('filename="Clip.mov"');
      expect(await bytesOf(file)).toEqual(bytes);
      const archive = await createArchive(api, galleryId, { size });
      const entries = await unpack(api, galleryId, archive);
      const contents = new Map(entries.map((entry) => [entry.name, Buffer.from(entry.bytes)]));
      expect(contents.get('Clip.mov')).toEqual(bytes);
      expect(contents.get('Photo.jpg')).toEqual(Buffer.from(size === 'web' ? photo.web : photo.original));
    }
  });

  it('loses its location for clients only: played, downloaded and in archives, at the same length', async () => {
    const galleryId = await publishedGallery(api, studio, { remove_location: true });
    const exact = await videos.h264();
    const { id } = await storedVideo(galleryId, exact);
    const clean = Buffer.from(exact);
    const offset = clean.indexOf('loci');
    expect(offset).toBeGreaterThan(0);
    clean.fill(0, offset + 10, offset - 4 + clean.readUInt32BE(offset - 4));
    expect(await bytesOf(await download(galleryId, id, 'web'))).toEqual(clean);
    expect(await bytesOf(await fetch((await play(galleryId, id)).headers.get('location')!))).toEqual(clean);
    for (const size of ['original', 'web']) {
      const archive = await createArchive(api, galleryId, { size });
      expect((await unpack(api, galleryId, archive)).map((entry) => Buffer.from(entry.bytes))).toEqual([clean]);
    }
    const { url } = (await play(galleryId, id, '?as=json', { ...member, channel: 'backoffice' })).read(
      publicPages.play,
    );
    expect(await bytesOf(await fetch(url))).toEqual(exact);
    // Clients who may have originals with their location get it; in web size nobody does.
    const originals = [
      { remove_location: false, allow_original: true },
      { remove_location: false, allow_original: false },
    ];
    for (const [index, values] of originals.entries()) {
      const open = await publishedGallery(api, studio, values);
      const video = await storedVideo(open, exact);
      const played = await fetch((await play(open, video.id)).headers.get('location')!);
      expect(await bytesOf(played)).toEqual(index === 0 ? exact : clean);
      expect(await bytesOf(await download(open, video.id, 'web'))).toEqual(clean);
      const archive = await createArchive(api, open, { size: 'web' });
      expect((await unpack(api, open, archive)).map((entry) => Buffer.from(entry.bytes))).toEqual([clean]);
    }
  });

  it('without a location is not copied', async () => {
    const galleryId = await publishedGallery(api, studio, { remove_location: true });
    for (const bytes of [await videos.vp8(), await videos.hevc()]) {
      const { id, fileId } = await storedVideo(galleryId, bytes);
      expect(await bytesOf(await fetch((await play(galleryId, id)).headers.get('location')!))).toEqual(bytes);
      expect(await storage.head('renditions', `${galleryId}/${fileId}/original`)).toBeNull();
    }
  });
});
