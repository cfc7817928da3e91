import { expect, it } from 'vitest';
import { testApi } from '../support/api.ts';
import { callArchives, createArchive, fetchPart, storedPhoto, unpack } from '../support/archives.ts';
import { withExifBlock } from '../support/exif.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
const LOCATION = 'the location itself';
const original = new Uint8Array(
  withExifBlock(Buffer.from('\xff\xd8\xff\xd9 pixels', 'latin1'), { gps: [[0x0002, Buffer.from(LOCATION)]] }),
);
const member = { as: studio.owner, account: studio.id };

/** Downloads an original and returns the response of storage. */
async function fetchOriginal(galleryId: string, photoId: string, options = {}, headers = {}): Promise<Response> {
  const path = `/api/p/${galleryId}/photos/${photoId}/download?size=original`;
  const answer = await api.call('GET', path, { channel: null, ...options });
  return fetch(answer.headers.get('location')!, { headers });
}
const setRemoveLocation = (galleryId: string, on: boolean) =>
  api.db.pool.query('update galleries set remove_location = $2 where id = $1', [galleryId, on]);

it('removes the location from originals for clients only, alone and in archives, at the same length', async () => {
  const galleryId = await publishedGallery(api, studio, { remove_location: true });
  const { id, originalKey } = await storedPhoto(api, studio, galleryId, {}, original.length);
  await api.services.storage.put('originals', originalKey, original, { contentType: 'image/jpeg' });
  const exact = Buffer.from(original);

  const one = await fetchOriginal(galleryId, id);
  const bytes = Buffer.from(await one.arrayBuffer());
  expect([bytes.length, bytes.includes(LOCATION), bytes.includes(' pixels')]).toEqual([exact.length, false, true]);
  // Interrupted, it continues from another link to the same bytes.
  const rest = await fetchOriginal(galleryId, id, {}, { range: 'bytes=20-', 'if-range': one.headers.get('etag')! });
  expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, bytes.subarray(20)]);
  expect(Buffer.from(await (await fetchOriginal(galleryId, id, member)).arrayBuffer())).toEqual(exact);

  const archive = await createArchive(api, galleryId);
  expect(archive.totalBytes).toBe(exact.length);
  expect((await unpack(api, galleryId, archive)).map((entry) => Buffer.from(entry.bytes))).toEqual([bytes]);
  const own = await createArchive(api, galleryId, { size: 'original' }, member);
  expect(own.id).not.toBe(archive.id);
  // The studio's own archive is not for clients.
  const part = { galleryId, archiveId: own.id, part: '0' };
  expect((await callArchives(api, 'part', part)).error.code).toBe('archive_outdated');
  expect((await callArchives(api, 'part', part, member)).status).toBe(302);
});

it('refuses archives that were packed with the location', async () => {
  const galleryId = await publishedGallery(api, studio);
  await storedPhoto(api, studio, galleryId);
  const { id } = await createArchive(api, galleryId);
  expect((await fetchPart(api, galleryId, id, 0)).status).toBe(200);
  await setRemoveLocation(galleryId, true);
  const part = { galleryId, archiveId: id, part: '0' };
  expect((await callArchives(api, 'part', part)).error.code).toBe('archive_outdated');
  expect((await createArchive(api, galleryId)).id).not.toBe(id);
});
