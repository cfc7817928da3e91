import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploads } from '#core/api/uploads.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { GUEST_TOKEN_LENGTH } from '#core/domain/galleries/guest-uploads.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_GUEST_PHOTO_BYTES, MAX_WAITING_GUEST_PHOTOS } from '#core/domain/photos/uploads.ts';
import { cleanUpUploads } from '#functions/uploads/cleanup.ts';
import { testApi } from '../support/api.ts';
import { insertGallery, insertRow, insertSection, newId } from '../support/rows.ts';
import { makeStudio, readyPhoto, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
let galleryId: string;
let token: string;
beforeEach(async () => {
  studio = await makeStudio(api);
  galleryId = await insertGallery(api.db.pool, studio.id, { visibility: 'invite' });
  token = await openLink();
});

const newToken = () => makeId((bytes) => crypto.getRandomValues(bytes), GUEST_TOKEN_LENGTH);

async function openLink(values: object = {}): Promise<string> {
  const made = newToken();
  const link = { gallery_id: galleryId, account_id: studio.id, author_id: studio.owner.userId };
  const token_hash = hashToken(made);
  await insertRow(api.db.pool, 'guest_upload_links', { ...link, token_hash, ...values });
  return made;
}

/** First and last bytes of a JPEG; nothing here decodes it. */
const jpegOf = (fill: number) =>
  Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200, fill), Buffer.from('ffd9', 'hex')]);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer, values: object = {}) => ({
  photoId: newId(),
  filename: 'IMG_0001.jpg',
  size: bytes.length,
  type: 'image/jpeg',
  sha256: hashOf(bytes),
  ...values,
});
const call = (path: string, body?: object, link = token) =>
  api.call(body ? 'POST' : 'GET', `/api/guest-uploads/${link}${path}`, { channel: 'public', ...(body && { body }) });
const presign = async (files: object[], name = 'Marta') =>
  (await call('/presign', { name, files })).read(uploads.guestPresign);
const rowOf = async (id: string) => (await api.db.pool.query('select * from photos where id = $1', [id])).rows[0];

/** Sends one photo as a guest's phone does. */
async function send(bytes: Buffer): Promise<string> {
  const file = fileOf(bytes);
  const { uploads: signed } = await presign([file]);
  const { url, method, headers } = signed[0]!;
  expect((await fetch(url, { method, headers, body: new Uint8Array(bytes) })).status).toBe(200);
  const answer = await call('/complete', { photoIds: [file.photoId] });
  expect(answer.read(uploads.guestComplete).photos).toEqual([
    { photoId: file.photoId, status: 'processing', failure: null },
  ]);
  return file.photoId;
}

describe('a link for guests', () => {
  it('names the gallery and nothing else of it', async () => {
    const [{ name }] = (await api.db.pool.query('select name from galleries where id = $1', [galleryId])).rows;
    expect((await call('')).read(uploads.guestView)).toEqual({ galleryName: name });
  });

  it.each([
    ['closed', `update guest_upload_links set is_open = false where gallery_id = $1`],
    ['past its end', `update guest_upload_links set ends_at = created_at - interval '1 s' where gallery_id = $1`],
    ['replaced by a new one', `update guest_upload_links set token_hash = repeat('a', 43) where gallery_id = $1`],
    ['of a gallery in the trash', `update galleries set deleted_at = now() where id = $1`],
    ['of a closed studio', `update accounts set deleted_at = now() where id = left($1, 10)`],
  ])('is not found when %s', async (_case, change) => {
    const file = fileOf(jpegOf(1));
    const { photoId } = file;
    await presign([file]);
    await api.db.pool.query(change, [galleryId]);
    const answers = [
      await call(''),
      await call('/presign', { name: '', files: [fileOf(jpegOf(2))] }),
      await call('/complete', { photoIds: [photoId] }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([404, 'not_found']));
  });

  it('ends with the day that the studio chose', async () => {
    await api.db.pool.query('update guest_upload_links set ends_at = $2 where gallery_id = $1', [
      galleryId,
      new Date(api.clock.now() + DAY_MS),
    ]);
    expect((await call('')).status).toBe(200);
    api.clock.advance(DAY_MS);
    expect((await call('')).status).toBe(404);
  });
});

describe('a guest’s photo', () => {
  it('is hidden in its section until the studio shows it, and has the guest’s name', async () => {
    const section = await insertSection(api.db.pool, studio.id, galleryId);
    await api.db.pool.query('update guest_upload_links set section_id = $2 where gallery_id = $1', [
      galleryId,
      section,
    ]);
    const id = await send(jpegOf(3));
    expect(await rowOf(id)).toMatchObject({ is_hidden: true, section_id: section, gallery_id: galleryId });
    const { rows } = await api.db.pool.query('select name from guest_photos where photo_id = $1', [id]);
    expect(rows).toEqual([{ name: 'Marta' }]);
  });

  it('is stored once, by any guest and at any number of attempts', async () => {
    const bytes = jpegOf(4);
    const first = await send(bytes);
    const again = await presign([fileOf(bytes), fileOf(bytes, { photoId: first })]);
    expect(again.refused.map(({ code }) => code)).toEqual(['duplicate', 'conflict']);
    expect(again.uploads).toEqual([]);
  });

  it('tells nothing of a photo that the studio has, and leaves it alone', async () => {
    const { id: own } = await readyPhoto(api, studio, galleryId);
    const before = await rowOf(own);
    const bytes = jpegOf(5);
    const answer = await presign([fileOf(bytes, { photoId: own })]);
    expect(answer.refused).toEqual([{ photoId: own, code: 'conflict' }]);
    expect((await call('/complete', { photoIds: [own] })).read(uploads.guestComplete).refused).toEqual([
      { photoId: own, code: 'not_found' },
    ]);
    expect(await rowOf(own)).toEqual(before);
  });

  it.each([
    ['a RAW', { type: 'image/x-canon-cr3', filename: 'a.cr3' }],
    ['a video', { type: 'video/mp4', filename: 'a.mp4' }],
    ['too large', { size: MAX_GUEST_PHOTO_BYTES + 1 }],
    ['without content', { size: 0 }],
  ])('is refused when it is %s', async (_case, values) => {
    const answer = await call('/presign', { name: '', files: [fileOf(jpegOf(6), values)] });
    expect([answer.status, answer.error.code]).toEqual([400, 'validation_failed']);
  });

  it.each(['uploading', 'processing'])('that is no image is removed when it arrives, %s', async (status) => {
    const bytes = Buffer.from('<script>alert(1)</script>');
    const file = fileOf(bytes);
    const { url, method, headers } = (await presign([file])).uploads[0]!;
    await fetch(url, { method, headers, body: new Uint8Array(bytes) });
    await api.db.pool.query('update photos set status = $2 where id = $1', [file.photoId, status]);
    const answer = (await call('/complete', { photoIds: [file.photoId] })).read(uploads.guestComplete);
    expect(answer.photos).toEqual([{ photoId: file.photoId, status: 'failed', failure: 'not_an_image' }]);
  });

  it('is refused while too many wait for the studio', async () => {
    await api.db.pool.query(
      `with made as (
         insert into photos (id, account_id, author_id, gallery_id, filename, file_id, size, mime_type, is_hidden, status,
           original_key)
         select lpad(n::text, 20, '0'), $1, $2, $3, 'a.jpg', lpad(n::text, 24, '0'), 1, 'image/jpeg', true, 'processing',
           $3 || '/' || lpad(n::text, 20, '0') || '/a'
         from generate_series(1, $4::integer) n returning id)
       insert into guest_photos (photo_id, account_id) select id, $1 from made`,
      [studio.id, studio.owner.userId, galleryId, MAX_WAITING_GUEST_PHOTOS - 3],
    );
    const answer = await presign([7, 8, 9, 10, 11].map((fill) => fileOf(jpegOf(fill))));
    expect(answer.uploads).toHaveLength(3);
    expect(answer.refused.map(({ code }) => code)).toEqual(['limit_reached', 'limit_reached']);
    await api.db.pool.query('delete from photos where account_id = $1', [studio.id]);
  });

  it('uses the quota of its network until its file arrives, and none of other guests', async () => {
    await api.db.pool.query('delete from rate_limits');
    const from = (network: number, files: object[]) =>
      api.call('POST', `/api/guest-uploads/${token}/presign`, {
        channel: 'public',
        headers: { 'x-viewer-address': `198.51.${network}.7` },
        body: { name: '', files },
      });
    const files = (count: number) =>
      Array.from({ length: count }, (_, fill) => fileOf(jpegOf(fill), { sha256: undefined }));
    const codes: string[] = [];
    for (let request = 0; request < 5; request++)
      for (const { code } of (await from(1, files(20))).read(uploads.guestPresign).refused) codes.push(code);
    expect(codes).toEqual(Array(5 * 20 - 60).fill('rate_limited'));
    const own = (await from(2, files(20))).read(uploads.guestPresign);
    expect([own.uploads.length, own.refused]).toEqual([20, []]);
    api.clock.advance(2 * HOUR_MS);
    await cleanUpUploads(api.jobs);
    expect((await api.db.pool.query('select id from photos where account_id = $1', [studio.id])).rows).toEqual([]);
  });

  it('frees its quota once, however often it is confirmed', async () => {
    await api.db.pool.query('delete from rate_limits');
    const photoId = await send(jpegOf(1));
    const open = async () =>
      (await api.db.pool.query(`select count from rate_limits where bucket like 'guest-uploads-open:%'`)).rows;
    expect(await open()).toEqual([{ count: 0 }]);
    await presign([fileOf(jpegOf(2))]);
    for (let times = 0; times < 3; times++) await call('/complete', { photoIds: [photoId] });
    expect(await open()).toEqual([{ count: 1 }]);
  });
});
