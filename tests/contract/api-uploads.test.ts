import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_DIRECT_UPLOAD_BYTES } from '#core/domain/photos/direct-uploads.ts';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { type ApiStack, startApi } from '../support/api.ts';
import { insertGallery, insertRow, newId } from '../support/rows.ts';
import { makeStudio, readyPhoto, type Studio } from '../support/studio.ts';

const { uploads } = endpoints;

let api: ApiStack;
let studio: Studio;
let other: Studio;
let galleryId: string;
beforeAll(async () => {
  api = await startApi();
  [studio, other] = [await makeStudio(api), await makeStudio(api)];
  galleryId = await insertGallery(api.db.pool, studio.id);
  return () => api.close();
});

/** First and last bytes of a JPEG; nothing here decodes it. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600', 'hex'),
  Buffer.alloc(200, 7),
  Buffer.from('ffd9', 'hex'),
]);

const fileOf = (values: object = {}) => ({
  photoId: newId(),
  filename: 'IMG_0001.jpg',
  size: JPEG.length,
  type: 'image/jpeg',
  ...values,
});
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const own = () => ({ as: studio.people.assistant, account: studio.id });
const post = (path: string, body: object) => api.call('POST', `/api/upload/${path}`, { ...own(), body });
const presign = async (...files: object[]) => (await post('presign', { galleryId, files })).read(uploads.presign);
const complete = async (...photoIds: string[]) =>
  (await post('complete', { galleryId, photoIds })).read(uploads.complete);
const rowOf = async (id: string) => (await api.db.pool.query('select * from photos where id = $1', [id])).rows[0];

type Signed = { url: string; method: 'PUT'; headers: Record<string, string> };
const put = ({ url, method, headers }: Signed, body: Uint8Array<ArrayBuffer> = new Uint8Array(JPEG)) =>
  fetch(url, { method, headers, body });

/**
 * Presigns and stores one file.
 * @returns its id
 */
async function upload(body: Buffer, values: object = {}): Promise<string> {
  const file = fileOf({ size: body.length, ...values });
  const { uploads: signed } = await presign(file);
  const stored = await put(signed[0]!, new Uint8Array(body));
  expect(stored.status).toBe(200);
  return file.photoId;
}

describe('POST /api/upload/presign', () => {
  it('puts new photos into a section of the gallery, for members who may change it', async () => {
    const [ceremony, foreign] = [newId(), newId()];
    const section = { account_id: studio.id, author_id: randomUUID(), name: 'Ceremony' };
    const elsewhere = await insertGallery(api.db.pool, studio.id);
    await insertRow(api.db.pool, 'gallery_sections', { ...section, id: ceremony, gallery_id: galleryId });
    await insertRow(api.db.pool, 'gallery_sections', { ...section, id: foreign, gallery_id: elsewhere });
    const files = [ceremony, foreign, newId()].map((sectionId) => fileOf({ sectionId }));
    const body = { galleryId, files };
    const answer = await api.call('POST', '/api/upload/presign', { as: studio.owner, account: studio.id, body });
    expect(answer.read(uploads.presign).uploads).toHaveLength(3);
    const byAssistant = fileOf({ sectionId: ceremony });
    await presign(byAssistant);
    const sections = await Promise.all(
      [...files, byAssistant].map(async ({ photoId }) => (await rowOf(photoId)).section_id),
    );
    expect(sections).toEqual([ceremony, null, null, null]);
  });

  it('inserts a row for each file and signs its exact size and type, once', async () => {
    const file = fileOf({ filename: 'Boda – Núria 001.JPG' });
    const { uploads: signed, refused } = await presign(file);
    expect(refused).toEqual([]);
    expect(signed).toMatchObject([
      { photoId: file.photoId, method: 'PUT', headers: { 'content-type': 'image/jpeg', 'if-none-match': '*' } },
    ]);
    expect(await rowOf(file.photoId)).toMatchObject({
      account_id: studio.id,
      author_id: studio.people.assistant.userId,
      gallery_id: galleryId,
      filename: 'Boda – Núria 001.JPG',
      status: 'uploading',
      size: String(JPEG.length),
    });
    const [one] = signed;
    const headers = { ...one!.headers, 'content-type': 'image/png' };
    expect((await put({ ...one!, headers })).status).toBe(403);
    expect((await put(one!, new Uint8Array([...JPEG, 0]))).status).toBe(403);
    expect((await put({ ...one!, headers: { 'content-type': 'image/jpeg' } })).status).toBe(403);
    expect((await put(one!)).status).toBe(200);
    expect((await put(one!)).status).toBe(412);
  });

  it('appends in a manually ordered gallery without moving others', async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const announce = async (...files: { photoId: string }[]) => {
      await post('presign', { galleryId: id, files });
      return Promise.all(files.map(async ({ photoId }) => (await rowOf(photoId)).order));
    };
    expect(await announce(fileOf(), fileOf())).toEqual([0, 0]);
    await api.db.pool.query('update photos set "order" = 7.5 where gallery_id = $1', [id]);
    // Photos of one call are ordered by name.
    const [first, second] = [fileOf(), fileOf()];
    expect(await announce(first, second)).toEqual([8.5, 8.5]);
    expect(await announce(first, fileOf())).toEqual([8.5, 9.5]);
    const form = new FormData();
    form.set('galleryId', id);
    form.set('photo', new File([JPEG], 'a.jpg', { type: 'image/jpeg' }));
    const single = (await api.call('POST', '/api/upload', { ...own(), body: form })).read(uploads.single);
    expect((await rowOf(single.photoId)).order).toBe(10.5);
  });

  it('names invalid files and accepts the others', async () => {
    const good = fileOf();
    const bad: Array<[object & { photoId: string }, string, string | undefined]> = [
      [fileOf({ type: 'application/pdf' }), 'not_an_image', 'type'],
      [fileOf({ size: 0 }), 'empty', 'size'],
      [fileOf({ size: MAX_PHOTO_BYTES + 1 }), 'too_large', 'size'],
      [fileOf({ size: 1.5 }), 'validation_failed', 'size'],
      [fileOf({ filename: '' }), 'validation_failed', 'filename'],
      [fileOf({ filename: 'a\u0007b.jpg' }), 'validation_failed', 'filename'],
      [fileOf({ accountId: other.id }), 'validation_failed', undefined],
    ];
    const answer = await presign(...bad.map(([file]) => file), good);
    expect(answer.uploads.map(({ photoId }) => photoId)).toEqual([good.photoId]);
    const byId = new Map(answer.refused.map(({ photoId, code, field }) => [photoId, [code, field]]));
    expect(bad.map(([file]) => byId.get(file.photoId))).toEqual(bad.map(([, code, field]) => [code, field]));
    for (const [file] of bad) expect(await rowOf(file.photoId)).toBeUndefined();
  });

  it('returns the same photo for a repeated request, with a new key', async () => {
    const file = fileOf();
    await put((await presign(file)).uploads[0]!);
    const before = await rowOf(file.photoId);
    const again = await presign({ ...file, size: 12, filename: 'renamed.jpg' });
    expect(again.refused).toEqual([]);
    const after = await rowOf(file.photoId);
    expect(after).toMatchObject({ file_id: before.file_id, filename: 'renamed.jpg', size: '12' });
    expect(after.original_key).not.toBe(before.original_key);
    expect(await api.services.storage.head('originals', before.original_key)).toBeNull();
  });

  it('resumes an attempt with the same content and requests nothing that is stored', async () => {
    const bytes = Buffer.from(JPEG).fill(5, 20, 30);
    const file = fileOf({ size: bytes.length, sha256: hashOf(bytes) });
    await presign(file);
    const { original_key: key } = await rowOf(file.photoId);
    const [signed] = (await presign({ ...file, filename: 'renamed.jpg' })).uploads;
    expect(await rowOf(file.photoId)).toMatchObject({ original_key: key, filename: 'renamed.jpg' });
    expect((await put(signed!, new Uint8Array(bytes))).status).toBe(200);
    expect(await presign(file)).toEqual({
      uploads: [],
      multipart: [],
      posters: [],
      arrived: [file.photoId],
      refused: [],
    });
    expect((await complete(file.photoId)).photos).toMatchObject([{ status: 'processing' }]);
  });

  it('accepts exactly the announced content, if a hash is given', async () => {
    const file = fileOf({ sha256: hashOf(JPEG) });
    const [one] = (await presign(file)).uploads;
    const other = Buffer.from(JPEG).fill(8, 20, 30);
    expect((await put(one!, new Uint8Array(other))).status).toBe(400);
    const { 'x-amz-checksum-sha256': _left, ...headers } = one!.headers;
    expect((await put({ ...one!, headers })).status).toBe(403);
    expect((await put(one!)).status).toBe(200);
    expect((await rowOf(file.photoId)).sha256).toBe(hashOf(JPEG));
    expect((await presign(fileOf({ sha256: 'beef' }))).refused).toMatchObject([{ field: 'sha256' }]);
  });

  it('asks about content that the gallery already has, whatever its name', async () => {
    const bytes = Buffer.from(JPEG).fill(9, 20, 30);
    const sha256 = hashOf(bytes);
    const again = () => fileOf({ size: bytes.length, sha256, filename: 'again.jpg' });
    const codes = async (...files: object[]) => (await presign(...files)).refused.map(({ code }) => code);
    const begun = await upload(bytes, { sha256, filename: 'first.jpg' });
    // Unfinished uploads are no duplicates.
    expect(await codes(again())).toEqual([]);
    await complete(begun);
    const file = again();
    const refusal = { photoId: file.photoId, code: 'duplicate', field: 'sha256', sameAs: 'first.jpg' };
    expect(await presign(file)).toEqual({ uploads: [], multipart: [], posters: [], arrived: [], refused: [refusal] });
    expect(await rowOf(file.photoId)).toBeUndefined();
    expect((await presign({ ...file, keepDuplicate: true })).uploads).toHaveLength(1);
    // Neither the same name, nor a photo of another gallery or in the trash is a duplicate.
    expect(await codes(fileOf({ filename: 'first.jpg', sha256: hashOf(JPEG) }))).not.toContain('duplicate');
    const elsewhere = { galleryId: await insertGallery(api.db.pool, studio.id), files: [again()] };
    expect((await post('presign', elsewhere)).read(uploads.presign).uploads).toHaveLength(1);
    await api.db.pool.query('update photos set deleted_at = now() where id = $1', [begun]);
    expect(await codes(again())).toEqual([]);
  });

  it('reveals nothing of another studio’s content', async () => {
    const foreign = await insertGallery(api.db.pool, other.id);
    const theirs = await readyPhoto(api, other, foreign);
    const sha256 = hashOf(Buffer.from(theirs.id));
    await api.db.pool.query('update photos set sha256 = $2 where id = $1', [theirs.id, sha256]);
    expect((await presign(fileOf({ sha256 }))).refused).toEqual([]);
  });

  it('resumes an unfinished photo with the same content only', async () => {
    const file = fileOf({ sha256: hashOf(JPEG), keepDuplicate: true });
    await presign(file);
    const another = { ...file, sha256: hashOf(Buffer.from('another')) };
    expect((await presign(another)).refused).toEqual([{ photoId: file.photoId, code: 'content_differs' }]);
    expect((await presign(file)).uploads).toHaveLength(1);
  });

  it('refuses foreign, duplicate and finished ids', async () => {
    const theirs = await readyPhoto(api, other, await insertGallery(api.db.pool, other.id));
    const elsewhere = await readyPhoto(api, studio, await insertGallery(api.db.pool, studio.id));
    const finished = await readyPhoto(api, studio, galleryId);
    const twice = fileOf();
    const { uploads: signed, refused } = await presign(
      ...[theirs, elsewhere, finished].map(({ id }) => fileOf({ photoId: id })),
      twice,
      twice,
    );
    expect(signed).toHaveLength(1);
    const codes = new Map(refused.map(({ photoId, code }) => [photoId, code]));
    expect([theirs, elsewhere, finished].map(({ id }) => codes.get(id))).toEqual([
      'not_found',
      'not_found',
      'conflict',
    ]);
    expect(codes.get(twice.photoId)).toBe('conflict');
    expect((await rowOf(theirs.id)).gallery_id).toMatch(new RegExp(`^${other.id}`));
  });

  it('answers alike for a foreign gallery and a missing one, in every upload call', async () => {
    const foreign = await insertGallery(api.db.pool, other.id);
    for (const [path, body] of [
      ['presign', { files: [fileOf()] }],
      ['complete', { photoIds: [newId()] }],
      ['cancel', { photoIds: [newId()] }],
    ] as const) {
      const there = await post(path, { galleryId: foreign, ...body });
      const nowhere = await post(path, { galleryId: `${studio.id}${'0'.repeat(16)}`, ...body });
      expect([path, there.status, there.text]).toEqual([path, 404, nowhere.text]);
    }
    const { rows } = await api.db.pool.query('select from photos where gallery_id = $1', [foreign]);
    expect(rows).toEqual([]);
  });

  it('limits the files of a call', async () => {
    const files = Array.from({ length: 51 }, () => fileOf());
    expect((await post('presign', { galleryId, files })).error).toMatchObject({
      code: 'validation_failed',
      field: 'files',
    });
    expect((await presign(...files.slice(1))).uploads).toHaveLength(50);
    expect((await post('presign', { galleryId, files: [] })).status).toBe(400);
  });
});

describe('POST /api/upload/complete', () => {
  it('confirms stored uploads and can be repeated', async () => {
    const id = await upload(JPEG);
    const done = { photos: [{ photoId: id, status: 'processing', failure: null }], refused: [] };
    expect(await complete(id)).toEqual(done);
    expect(await complete(id, id)).toEqual(done);
    await api.db.pool.query(`update photos set status = 'ready', width = 1, height = 1 where id = $1`, [id]);
    expect((await complete(id)).photos).toEqual([{ photoId: id, status: 'ready', failure: null }]);
  });

  it('waits for missing objects and ignores unknown ids', async () => {
    const file = fileOf();
    const { uploads: signed } = await presign(file);
    const missing = newId();
    expect(await complete(file.photoId, missing)).toEqual({
      photos: [],
      refused: expect.arrayContaining([
        { photoId: file.photoId, code: 'upload_missing' },
        { photoId: missing, code: 'not_found' },
      ]),
    });
    await put(signed[0]!);
    expect((await complete(file.photoId)).photos).toMatchObject([{ status: 'processing' }]);
  });

  it('refuses and deletes content of another type than announced', async () => {
    const pdf = Buffer.concat([JPEG.subarray(0, 20), Buffer.from('%PDF-1.7 '), JPEG.subarray(20)]);
    const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]);
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);
    for (const [bytes, failure] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'not_an_image'],
      [pdf, 'type_mismatch'],
      [heic, 'type_mismatch'],
      [png, 'type_mismatch'],
    ] as const) {
      const id = await upload(bytes);
      expect(await complete(id)).toEqual({ photos: [{ photoId: id, status: 'failed', failure }], refused: [] });
      expect(await api.services.storage.head('originals', (await rowOf(id)).original_key)).toBeNull();
    }
  });

  it('names the reason of a refusal although the file is ingested at the same time', async () => {
    const { storage } = api.services;
    const id = await upload(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]));
    const head = storage.head.bind(storage);
    // Ingest claims the photo after the file was found to be stored.
    const claimed = vi.spyOn(storage, 'head').mockImplementationOnce(async (...args) => {
      await api.db.pool.query(`update photos set status = 'processing' where id = $1`, [id]);
      return head(...args);
    });
    expect((await complete(id)).photos).toEqual([{ photoId: id, status: 'failed', failure: 'type_mismatch' }]);
    claimed.mockRestore();
    expect(await storage.head('originals', (await rowOf(id)).original_key)).toBeNull();
  });

  it('keeps the original of a photo that was ingested before the refusal', async () => {
    const { storage } = api.services;
    const id = await upload(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]));
    const head = storage.head.bind(storage);
    const ingested = vi.spyOn(storage, 'head').mockImplementationOnce(async (...args) => {
      await api.db.pool.query(`update photos set status = 'processing' where id = $1`, [id]);
      await api.db.pool.query(`update photos set status = 'ready', width = 3, height = 2 where id = $1`, [id]);
      return head(...args);
    });
    expect((await complete(id)).photos).toMatchObject([{ photoId: id, status: 'ready' }]);
    ingested.mockRestore();
    expect(await storage.head('originals', (await rowOf(id)).original_key)).not.toBeNull();
  });

  it('notices an object of another size than announced', async () => {
    const id = await upload(JPEG);
    await api.db.pool.query('update photos set size = size + 1 where id = $1', [id]);
    expect((await complete(id)).photos).toEqual([{ photoId: id, status: 'failed', failure: 'upload_mismatch' }]);
  });

  it('confirms no photo of another gallery or account', async () => {
    const elsewhere = await insertGallery(api.db.pool, studio.id);
    const id = await upload(JPEG);
    const answer = await post('complete', { galleryId: elsewhere, photoIds: [id] });
    expect(answer.read(uploads.complete).refused).toEqual([{ photoId: id, code: 'not_found' }]);
    expect((await rowOf(id)).status).toBe('uploading');
  });
});

describe('the same content from two windows at the same time', () => {
  it('makes one photo; the other waits for a decision, and is dropped or kept', async () => {
    const bytes = Buffer.from(JPEG).fill(11, 20, 30);
    const sha256 = hashOf(bytes);
    const first = await upload(bytes, { sha256, filename: 'first.jpg' });
    const second = await upload(bytes, { sha256, filename: 'second.jpg' });
    const third = await upload(bytes, { sha256, filename: 'third.jpg' });
    const answers = await Promise.all([complete(first), complete(second), complete(third)]);
    expect(answers.flatMap(({ photos }) => photos)).toHaveLength(1);
    const [winner] = answers.flatMap(({ photos }) => photos);
    const losers = [first, second, third].filter((id) => id !== winner!.photoId);
    const { filename: sameAs } = await rowOf(winner!.photoId);
    expect(answers.flatMap(({ refused }) => refused)).toEqual(
      expect.arrayContaining(losers.map((photoId) => ({ photoId, code: 'duplicate', sameAs }))),
    );
    const [kept, left] = losers as [string, string];
    const { key } = (await api.db.pool.query('select original_key as key from photos where id = $1', [left])).rows[0];
    expect((await post('cancel', { galleryId, photoIds: [left] })).read(uploads.cancel)).toEqual({ cancelled: [left] });
    expect(await api.services.storage.head('originals', key)).toBeNull();
    // The kept duplicate is not uploaded again.
    const wanted = fileOf({ photoId: kept, size: bytes.length, sha256, keepDuplicate: true });
    expect(await presign(wanted)).toEqual({ uploads: [], multipart: [], posters: [], arrived: [kept], refused: [] });
    expect((await complete(kept)).photos).toMatchObject([{ photoId: kept, status: 'processing' }]);
  });

  it('is reported by either confirmation, also the object’s own event', async () => {
    const bytes = Buffer.from(JPEG).fill(12, 20, 30);
    const sha256 = hashOf(bytes);
    const [first, second] = [await upload(bytes, { sha256 }), await upload(bytes, { sha256 })];
    await complete(first);
    const moved = await api.db.pool.query(`update photos set status = 'processing' where id = $1`, [second]);
    expect([moved.rowCount, (await rowOf(second)).status]).toEqual([0, 'uploading']);
    // Content in the trash is no duplicate.
    await api.db.pool.query('update photos set deleted_at = now() where id = $1', [first]);
    expect((await complete(second)).photos).toMatchObject([{ photoId: second, status: 'processing' }]);
  });
});

describe('POST /api/upload/cancel', () => {
  it('deletes rows and objects of uploads, and of nothing else', async () => {
    const id = await upload(JPEG);
    const key = (await rowOf(id)).original_key;
    const ready = await readyPhoto(api, studio, galleryId);
    const theirs = await readyPhoto(api, other, await insertGallery(api.db.pool, other.id), { status: 'uploading' });
    const answer = await post('cancel', { galleryId, photoIds: [id, ready.id, theirs.id] });
    expect(answer.read(uploads.cancel)).toEqual({ cancelled: [id] });
    expect(await rowOf(id)).toBeUndefined();
    expect(await api.services.storage.head('originals', key)).toBeNull();
    expect([(await rowOf(ready.id)).status, (await rowOf(theirs.id)).status]).toEqual(['ready', 'uploading']);
  });

  it('keeps a colleague’s upload if the caller is an assistant, who cannot start it over either', async () => {
    const { photographer, assistant } = studio.people;
    const begin = (file: object, as: typeof photographer) =>
      api.call('POST', '/api/upload/presign', { as, account: studio.id, body: { galleryId, files: [file] } });
    const cancel = (photoId: string, as: typeof photographer) =>
      api.call('POST', '/api/upload/cancel', { as, account: studio.id, body: { galleryId, photoIds: [photoId] } });
    const [file, mine] = [fileOf(), fileOf()];
    await begin(file, photographer);
    const before = await rowOf(file.photoId);
    expect((await cancel(file.photoId, assistant)).read(uploads.cancel)).toEqual({ cancelled: [] });
    expect((await begin({ ...file, size: 9 }, assistant)).read(uploads.presign).refused).toEqual([
      { photoId: file.photoId, code: 'content_differs' },
    ]);
    expect(await rowOf(file.photoId)).toEqual(before);
    expect((await cancel(file.photoId, photographer)).read(uploads.cancel)).toEqual({ cancelled: [file.photoId] });
    await begin(mine, assistant);
    expect((await cancel(mine.photoId, photographer)).read(uploads.cancel)).toEqual({ cancelled: [mine.photoId] });
  });

  it('also deletes objects that arrive afterwards', async () => {
    const file = fileOf();
    const { uploads: signed } = await presign(file);
    const key = (await rowOf(file.photoId)).original_key;
    await post('cancel', { galleryId, photoIds: [file.photoId] });
    expect((await put(signed[0]!)).status).toBe(200);
    await runOutbox(api.jobs);
    expect(await api.services.storage.head('originals', key)).not.toBeNull();
    api.clock.advance(3 * HOUR_MS);
    await runOutbox(api.jobs);
    expect(await api.services.storage.head('originals', key)).toBeNull();
  });
});

describe('POST /api/upload', () => {
  const form = (fields: Record<string, string | File>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return data;
  };
  const photo = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(JPEG), name = 'Núria.jpg', type = 'image/jpeg') =>
    new File([bytes], name, { type });
  const send = (body: FormData | string, headers: Record<string, string> = {}) =>
    api.call('POST', '/api/upload', { ...own(), body, headers });

  it('accepts one small photo', async () => {
    const made = (await send(form({ photo: photo(), galleryId }))).read(uploads.single);
    expect(made).toMatchObject({ galleryId, filename: 'Núria.jpg', status: 'processing' });
    const row = await rowOf(made.photoId);
    expect(row.sha256).toBe(hashOf(JPEG));
    const stored = await api.services.storage.get('originals', row.original_key);
    expect(JPEG.equals(stored!.bytes)).toBe(true);
  });

  it('refers larger ones to the presigned route', async () => {
    const large = new Uint8Array(MAX_DIRECT_UPLOAD_BYTES + 1);
    large.set(JPEG);
    const answer = await send(form({ photo: photo(large), galleryId }));
    expect([answer.status, answer.error]).toMatchObject([
      413,
      { code: 'payload_too_large', params: { presign: '/api/upload/presign', maxBytes: MAX_DIRECT_UPLOAD_BYTES } },
    ]);
    const largest = new Uint8Array(MAX_DIRECT_UPLOAD_BYTES);
    largest.set(JPEG);
    expect((await send(form({ photo: photo(largest), galleryId }))).status).toBe(201);
  });

  it('names invalid fields of the form', async () => {
    const svg = new Uint8Array(Buffer.from('<svg/>'));
    for (const [body, status, code, field] of [
      [form({ galleryId }), 400, 'validation_failed', 'photo'],
      [form({ photo: 'text', galleryId }), 400, 'validation_failed', 'photo'],
      [form({ photo: photo() }), 400, 'validation_failed', 'galleryId'],
      [form({ photo: photo(), galleryId: 'x' }), 400, 'validation_failed', 'galleryId'],
      [form({ photo: photo(new Uint8Array()), galleryId }), 422, 'empty', 'photo'],
      [form({ photo: photo(svg, 'a.svg', 'image/svg+xml'), galleryId }), 422, 'not_an_image', 'photo'],
      [form({ photo: photo(undefined, 'a.png', 'image/png'), galleryId }), 422, 'type_mismatch', 'photo'],
      [form({ photo: photo(), galleryId: await insertGallery(api.db.pool, other.id) }), 404, 'not_found', undefined],
    ] as const) {
      const answer = await send(body);
      expect([answer.status, answer.error.code, answer.error.field]).toEqual([status, code, field]);
    }
    expect((await send('not a form', { 'content-type': 'text/plain' })).status).toBe(415);
    const broken = await send('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' });
    expect([broken.status, broken.error.code]).toEqual([400, 'validation_failed']);
  });
});
