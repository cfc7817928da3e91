import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_PHOTO_BYTES, MULTIPART_BYTES, PART_RULES, splitIntoParts } from '#core/domain/photos/uploads.ts';
import { testApi } from '../support/api.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const { uploads } = endpoints;

const api = await testApi();
const studio = await makeStudio(api);
const galleryId = await insertGallery(api.db.pool, studio.id);

/** First and last bytes of a JPEG; nothing here decodes it. */
const bytes = new Uint8Array(MULTIPART_BYTES + 1);
bytes.set(Buffer.from('ffd8ffe000104a46494600', 'hex'));
bytes.set([0xff, 0xd9], bytes.length - 2);
const pieces = splitIntoParts(bytes.length).map(({ from, size }) => bytes.subarray(from, from + size));
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const [sha256, partHashes] = [hashOf(bytes), pieces.map(hashOf)];

const fileOf = (values: object = {}) => ({
  photoId: newId(),
  filename: 'Panorama.jpg',
  size: bytes.length,
  type: 'image/jpeg',
  sha256,
  partHashes,
  keepDuplicate: true,
  ...values,
});
const post = (path: string, body: object) =>
  api.call('POST', `/api/upload/${path}`, { as: studio.people.assistant, account: studio.id, body });
const presign = async (...files: object[]) => (await post('presign', { galleryId, files })).read(uploads.presign);
const complete = async (photoId: string) =>
  (await post('complete', { galleryId, photoIds: [photoId] })).read(uploads.complete);
const rowOf = async (id: string) => (await api.db.pool.query('select * from photos where id = $1', [id])).rows[0];
const begun = (key: string) => api.services.storage.multipart.list('originals', key);

type Part = { number: number; url: string; headers: Record<string, string> };
const put = ({ url, headers }: Part, body: Uint8Array) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });

describe('a large original', () => {
  it('is uploaded in parts bound to their content; stored parts are not requested again', async () => {
    const file = fileOf();
    const { multipart, uploads: whole } = await presign(file);
    expect([whole, multipart[0]?.partBytes]).toEqual([[], PART_RULES.partBytes]);
    const parts = multipart[0]!.parts;
    expect(parts.map(({ number }) => number)).toEqual(pieces.map((_, index) => index + 1));
    // Another size, other content, another part's position.
    expect((await put(parts[0]!, pieces[0]!.subarray(1))).status).toBe(403);
    expect((await put(parts[0]!, pieces[1]!)).status).toBe(400);
    for (const part of parts.slice(0, 3)) expect((await put(part, pieces[part.number - 1]!)).status).toBe(200);
    expect((await complete(file.photoId)).refused).toEqual([{ photoId: file.photoId, code: 'upload_missing' }]);

    const rest = (await presign(file)).multipart[0]!.parts;
    expect(rest.map(({ number }) => number)).toEqual([4, 5, 6, 7]);
    for (const part of rest) expect((await put(part, pieces[part.number - 1]!)).status).toBe(200);
    expect(await presign(file)).toEqual({
      uploads: [],
      multipart: [],
      posters: [],
      arrived: [file.photoId],
      refused: [],
    });

    const done = { photos: [{ photoId: file.photoId, status: 'processing', failure: null }], refused: [] };
    expect(await complete(file.photoId)).toEqual(done);
    expect(await complete(file.photoId)).toEqual(done);
    const { original_key: key, upload_id: id } = await rowOf(file.photoId);
    expect([id, await begun(key)]).toEqual([null, []]);
    const stored = await api.services.storage.get('originals', key);
    expect(hashOf(stored!.bytes)).toBe(sha256);
  });

  it('is cancelled with its parts', async () => {
    const file = fileOf();
    const [first] = (await presign(file)).multipart[0]!.parts;
    await put(first!, pieces[0]!);
    const { original_key: key } = await rowOf(file.photoId);
    expect(await begun(key)).toHaveLength(1);
    await post('cancel', { galleryId, photoIds: [file.photoId] });
    expect([await rowOf(file.photoId), await begun(key)]).toEqual([undefined, []]);
    expect((await put(first!, pieces[0]!)).status).toBe(404);
  });

  it('starts over when its parts are gone or its content is unknown', async () => {
    const file = fileOf();
    await presign(file);
    const { original_key: key, upload_id: id } = await rowOf(file.photoId);
    await api.services.storage.multipart.abort('originals', key, id);
    expect((await presign(file)).multipart[0]!.parts).toHaveLength(7);
    expect((await rowOf(file.photoId)).upload_id).not.toBe(id);

    const unknown = fileOf({ sha256: undefined, partHashes: undefined });
    const [one] = (await presign(unknown)).multipart[0]!.parts;
    expect(one!.headers).toEqual({});
    expect((await put(one!, pieces[0]!)).status).toBe(200);
    const former = (await rowOf(unknown.photoId)).original_key;
    expect((await presign(unknown)).multipart[0]!.parts).toHaveLength(7);
    expect(await begun(former)).toEqual([]);
  });

  it('has a hash for each part or none; a small one has none', async () => {
    const wrong = [
      fileOf({ partHashes: partHashes.slice(1) }),
      fileOf({ partHashes: undefined }),
      fileOf({ sha256: undefined }),
      fileOf({ size: MULTIPART_BYTES }),
    ];
    const { refused } = await presign(...wrong);
    expect(refused.map(({ code, field }) => [code, field])).toEqual(
      wrong.map(() => ['validation_failed', 'partHashes']),
    );
    expect((await presign(fileOf({ partHashes: [...partHashes, 'x'] }))).refused[0]?.field).toBe('partHashes');
  });

  it('is signed with 49 others of maximum size in one response', async () => {
    const parts = splitIntoParts(MAX_PHOTO_BYTES).map(() => 'a'.repeat(64));
    const files = Array.from({ length: 50 }, () => fileOf({ size: MAX_PHOTO_BYTES, partHashes: parts }));
    const answer = await post('presign', { galleryId, files });
    expect(answer.read(uploads.presign).multipart.map(({ parts: signed }) => signed.length)).toEqual(
      files.map(() => 32),
    );
    // Lambda's response limit is 6 MB; a role's session token makes each URL about 1.2 KB longer than here.
    expect(answer.text.length + 50 * 32 * 1200).toBeLessThan(6_000_000);
  });
});
