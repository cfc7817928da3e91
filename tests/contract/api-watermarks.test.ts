import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { watermarks } from '#core/api/watermarks.ts';
import { MAX_WATERMARK_BYTES } from '#core/domain/branding/watermarks.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import * as pictures from '../support/pictures.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum de Mar');
const other = await makeStudio(api, 'Another');
beforeEach(() => api.db.pool.query('delete from outbox'));

const png = async (width = 120, height = 60, options = {}) => pictures.scene(width, height).png(options).toBuffer();

async function newMark(of = studio): Promise<string> {
  const id = newId();
  await insertRow(api.db.pool, 'watermarks', {
    id,
    account_id: of.id,
    author_id: of.owner.userId,
    name: 'Signature',
    kind: 'image',
  });
  return id;
}

async function put(id: string, body: Uint8Array, as = studio.owner, account = studio.id) {
  const token = await api.issuer.sign(as);
  const response = await fetch(`${api.url}/api/watermarks/${id}/image`, {
    method: 'PUT',
    headers: {
      'x-origin-secret': 'origin-secret-of-tests',
      'x-viewer-address': '192.0.2.1',
      'x-channel': 'backoffice',
      authorization: `Bearer ${token}`,
      'x-account-id': account,
      'content-type': 'image/png',
    },
    body: new Uint8Array(body),
  });
  const json = (await response.json()) as { error?: { code: string }; imageVersion?: number };
  return { status: response.status, code: json.error?.code, json };
}

const show = (id: string, as = studio.owner, account = studio.id) =>
  api.call('GET', `/api/watermarks/${id}/image`, { as, account });
const rowOf = async (id: string) => (await api.db.pool.query('select * from watermarks where id = $1', [id])).rows[0];
const stored = (key: string) => api.services.storage.head('originals', key);

describe('a watermark’s image', () => {
  it('is stored under account and watermark id, with its size, and shown by a short-lived URL', async () => {
    const id = await newMark();
    expect((await show(id)).status).toBe(404);
    const bytes = await png();
    expect((await put(id, bytes)).json).toEqual({ imageVersion: 1, width: 120, height: 60 });
    const row = await rowOf(id);
    expect(row).toMatchObject({ image_version: 1, image_width: 120, image_height: 60 });
    expect(row.image_key).toMatch(`watermarks/${studio.id}/${id}/`);
    const { url } = (await show(id)).read(watermarks.image);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });

  it('gets a new version on replacement; the previous object is deleted once unused', async () => {
    const id = await newMark();
    const galleryId = await publishedGallery(api, studio, { watermark_id: id }).catch(() => '');
    expect(galleryId).not.toBe('');
    await put(id, await png());
    const former = (await rowOf(id)).image_key as string;
    const photo = await readyPhoto(api, studio, galleryId);
    await api.services.storage.put('originals', photo.originalKey, new Uint8Array([1]), { contentType: 'image/jpeg' });
    await api.db.pool.query('update photos set style_version = rendered_version');
    expect((await put(id, await png(90, 30))).json).toEqual({ imageVersion: 2, width: 90, height: 30 });
    const { rows } = await api.db.pool.query('select style_version, rendered_version from photos where id = $1', [
      photo.id,
    ]);
    expect(rows[0].style_version).toBe(rows[0].rendered_version + 1);
    expect((await runOutbox(api.jobs)).failed).toBe(0);
    expect(await stored(former)).not.toBeNull();
    await api.db.pool.query('update photos set rendered_version = style_version');
    api.clock.advance(61_000);
    expect((await runOutbox(api.jobs)).failed).toBe(0);
    expect(await stored(former)).toBeNull();
    expect(await stored((await rowOf(id)).image_key)).not.toBeNull();
  });

  it('may be interlaced, grey, with a palette or 16-bit', async () => {
    const many = [
      await png(33, 17, { progressive: true }),
      await png(33, 17, { palette: true, colours: 4 }),
      await pictures.scene(33, 17).greyscale().png().toBuffer(),
      await pictures.scene(33, 17).toColourspace('rgb16').png().toBuffer(),
      await sharp({ create: { width: 5, height: 5, channels: 4, background: '#12345678' } })
        .png()
        .toBuffer(),
    ];
    for (const bytes of many) expect((await put(await newMark(), bytes)).status).toBe(200);
  });
});

describe('refuses', () => {
  const good = png(300, 200, { compressionLevel: 0 });
  const broken = async () => {
    const bytes = Buffer.from(await good);
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 400);
    return bytes;
  };
  it.each([
    ['nothing', 'not_an_image', () => Buffer.alloc(0)],
    ['a page', 'not_an_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a JPEG', 'type_mismatch', () => pictures.scene(30, 20).jpeg().toBuffer()],
    ['an archive too', 'type_mismatch', async () => pictures.zipPolyglot(await png())],
    ['a bomb', 'too_many_pixels', () => pictures.claimingPng(20_000, 20_000, false)],
    ['a thread', 'too_many_pixels', () => png(2401, 2)],
    ['one cut short', 'truncated', async () => (await good).subarray(0, 1000)],
    ['one with other pixels than it says', 'corrupt', broken],
    ['too many bytes', 'too_large', () => Buffer.alloc(MAX_WATERMARK_BYTES + 1)],
  ] as const)('%s', async (_, code, make) => {
    const id = await newMark();
    expect(await put(id, await make())).toMatchObject({ status: code === 'too_large' ? 413 : 422, code });
    expect(await rowOf(id)).toMatchObject({ image_version: 0, image_key: null });
    const { objects } = await api.services.storage.list('originals', `watermarks/${studio.id}/${id}/`);
    expect(objects.filter(({ key }) => key.includes(id))).toEqual([]);
  });

  it('foreign and missing watermarks, alike', async () => {
    const theirs = await newMark(other);
    const unknown = newId();
    const bytes = await png();
    for (const id of [theirs, unknown, 'x']) {
      expect((await put(id, bytes)).code).toBe('not_found');
      expect((await show(id)).error.code).toBe('not_found');
    }
    expect((await rowOf(theirs)).image_version).toBe(0);
  });

  it('users without the right', async () => {
    const id = await newMark();
    const bytes = await png();
    expect((await put(id, bytes, studio.people.assistant)).status).toBe(403);
    expect((await put(id, bytes, stranger())).status).toBe(403);
    await put(id, bytes);
    expect((await show(id, studio.people.assistant)).status).toBe(200);
    expect((await show(id, stranger())).status).toBe(403);
  });
});
