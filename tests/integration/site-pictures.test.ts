import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { cleanUpSitePictures } from '#functions/site/pictures/sweep.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { expectLogged } from '../support/expected-log.ts';
import { operatorAct } from '../support/operator.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

expectLogged('effect_failed');

const api = await testApi();
const office = backOffice(api.db);
const sql = async (text: string, values: unknown[] = []) => (await api.db.pool.query(text, values)).rows;

/** The renditions that ingest makes of a photo of 3,000 × 2,000 pixels. */
let large: Buffer;
let small: Buffer;
beforeAll(async () => {
  const scene = sharp({ create: { width: 1920, height: 1280, channels: 3, background: '#3050c0' } });
  large = await scene.clone().jpeg().toBuffer();
  small = await scene.resize(800).jpeg({ quality: 50 }).toBuffer();
});

let studio: Studio;
beforeEach(async () => {
  studio = await makeStudio(api, 'Llum');
  await sql('delete from outbox');
  api.purged.length = 0;
});

const ctx = () =>
  ({ userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() }) as const;
const mutate = async (name: string, args: object) =>
  expect([name, await office.mutate(name, { ...args, now: 1 } as never, ctx())]).toEqual([name, 'done']);

async function photoOf(galleryId: string, values: object = {}) {
  const photo = await readyPhoto(api, studio, galleryId, { width: 3000, height: 2000, ...values });
  await storeRenditions(galleryId, photo.fileId);
  return { ...photo, galleryId };
}

async function storeRenditions(galleryId: string, fileId: string): Promise<void> {
  const put = (params: ReturnType<typeof presetParams>, bytes: Buffer) =>
    api.services.storage.put('renditions', renditionKey(galleryId, fileId, params), new Uint8Array(bytes), {
      contentType: 'image/jpeg',
    });
  await put(presetParams('fullscreen'), large);
  await put(presetParams('preview'), small);
}

const rowOf = (...blocks: object[]) => ({
  id: newId(),
  v: 1,
  look: {},
  cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
});
const image = ({ id }: { id: string }) => ({ kind: 'image', photoId: id });
const page = (blocks: object[], settings = {}) =>
  mutate('pages.create', { id: newId(), path: 'work', title: 'Work', order: 1, rows: [rowOf(...blocks)], settings });
const publish = () => mutate('site.publish', { releaseId: newId() });
const run = async (jobs: Partial<JobServices> = {}) =>
  expect((await runOutbox({ ...api.jobs, ...jobs })).failed).toBe(0);

interface Picture {
  photo: string;
  file: string;
  token: string;
  widths: number[];
}
const pictures = () =>
  sql(
    `select photo_id as photo, file_id as file, token, widths from site_pictures
     where account_id = $1 and ready_at is not null order by created_at, token`,
    [studio.id],
  ) as Promise<Picture[]>;
const noted = () => sql('select token from site_pictures where account_id = $1', [studio.id]);

async function objects(token: string): Promise<string[]> {
  const { objects: listed } = await api.services.storage.list('renditions', `site/${token}-`);
  return listed.flatMap(({ key }) => (key.startsWith(`site/${token}-`) ? [key.slice(`site/${token}`.length)] : []));
}
const ALL = ['-1200.avif', '-1200.jpg', '-1920.jpg', '-400.webp', '-800.jpg', '-800.webp'];

async function open() {
  const { text, headers } = await api.call('GET', `/p/${studio.slug}/work`, {
    channel: null,
    headers: { 'x-language': 'en' },
  });
  return {
    images: [...text.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src!),
    preload: /imagesrcset="([^"]*)"/.exec(text)?.[1],
    preview: /property="og:image" content="([^"]*)"/.exec(text)?.[1],
    open: headers.get('x-open-galleries'),
  };
}

/** A site with one photo of a public gallery, and its public copies. */
async function shownPhoto() {
  const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Ada' });
  const gallery = await publishedGallery(api, studio, { visibility: 'public', customer_id: customer });
  const photo = await photoOf(gallery);
  await page([image(photo)]);
  await publish();
  await run();
  const [picture] = await pictures();
  expect(await objects(picture!.token)).toEqual(ALL);
  api.purged.length = 0;
  return { customer, gallery, photo, picture: picture! };
}

describe('a gallery that an operator blocks', () => {
  it.each(['published', 'hidden'])('leaves the website, also where its photos are permitted, if %s', async (status) => {
    const { gallery, photo, picture } = await shownPhoto();
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: true });
    await sql('update galleries set status = $2 where id = $1', [gallery, status]);
    await run();
    expect((await open()).images).toHaveLength(1);
    const about = { target: 'gallery', galleryId: gallery };
    const reasons = { ground: 'law', rule: 'Art. 7', source: 'notice' };
    await operatorAct(api, studio.id, 'takedown', { ...about, ...reasons });
    await run();
    expect([(await open()).images, await pictures(), await objects(picture.token)]).toEqual([[], [], []]);
    // It is absent, as one in the trash: another change of the site can be published.
    await publish();
    await operatorAct(api, studio.id, 'restore', about);
    await run();
    expect((await open()).images).toHaveLength(1);
  });
});

describe('publishing a website', () => {
  it('makes public copies, which pages show instead of the gallery’s images', async () => {
    const gallery = await publishedGallery(api, studio, { visibility: 'public' });
    const [photo, second] = [await photoOf(gallery), await photoOf(gallery, { width: 700, height: 500 })];
    await page([image(photo), image(second)]);
    await publish();
    const before = await open();
    expect(before.images).toEqual([photo, second].map(({ fileId }) => expect.stringContaining(`${gallery}/${fileId}`)));
    expect(before.open).toBe(gallery);

    await run();
    const [one, two] = [photo, second].map(({ id }) => id);
    const made = await pictures();
    const of = (id: string) => made.find((row) => row.photo === id)!;
    expect([of(one!).widths, of(two!).widths]).toEqual([
      [400, 800, 1200, 1920],
      [400, 800],
    ]);
    const { token } = of(one!);
    expect(await objects(token)).toEqual(ALL);
    const copied = await api.services.storage.get('renditions', `site/${token}-800.jpg`);
    expect(Buffer.compare(copied!.bytes, small)).toBe(0);
    for (const [name, width, format] of [
      ['400.webp', 400, 'webp'],
      ['800.webp', 800, 'webp'],
      ['1200.jpg', 1200, 'jpeg'],
      ['1200.avif', 1200, 'heif'],
    ] as const) {
      const object = await api.services.storage.get('renditions', `site/${token}-${name}`);
      expect(await sharp(object!.bytes).metadata()).toMatchObject({ width, format });
    }
    const after = await open();
    expect(after.images).toEqual([`/site/${token}-800.jpg`, `/site/${of(two!).token}-800.jpg`]);
    expect(after.preload).toBe(
      [400, 800].map((width) => `/site/${token}-${width}.webp ${width}w`).join(', ') +
        [1200, 1920].map((width) => `, /site/${token}-${width}.jpg ${width}w`).join(''),
    );
    expect(after.preview).toBe(`${ORIGIN}/site/${token}-1200.jpg`);
    expect(after.open).toBeNull();
    const sitemap = await api.call('GET', `/p/${studio.slug}/sitemap.xml`, { channel: null });
    expect(sitemap.text).toContain(`<image:loc>${ORIGIN}/site/${token}-1200.jpg</image:loc>`);

    await publish();
    await run();
    expect((await pictures()).map((row) => row.token)).toEqual(made.map((row) => row.token));
  });

  it('makes them of covers, of first photos and of a page’s own photo, too', async () => {
    const [listed, live] = [
      await publishedGallery(api, studio, { visibility: 'public' }),
      await publishedGallery(api, studio, { visibility: 'public', date: new Date(0) }),
    ];
    const cover = await photoOf(listed);
    const own = await photoOf(listed);
    await sql('update galleries set cover_photo_id = $2 where id = $1', [listed, cover.id]);
    const shown = [await photoOf(live), await photoOf(live)];
    await photoOf(live);
    const blocks = [
      { kind: 'gallery', mode: 'live', galleryId: live, count: 2 },
      { kind: 'galleries', count: 1 },
    ];
    await page(blocks, { photoId: own.id });
    await publish();
    expect((await open()).open?.split('-').toSorted()).toEqual([listed, live].toSorted());
    await run();
    expect((await pictures()).map(({ photo }) => photo).toSorted()).toEqual(
      [cover, own, ...shown].map(({ id }) => id).toSorted(),
    );
    const after = await open();
    expect([after.images.every((src) => src.startsWith('/site/')), after.images.length, after.open]).toEqual([
      true,
      3,
      null,
    ]);
    expect(after.preview).toContain((await pictures()).find(({ photo }) => photo === own.id)!.token);
  });

  it('is completed by the next run after a storage failure', async () => {
    const gallery = await publishedGallery(api, studio, { visibility: 'public' });
    await page([image(await photoOf(gallery))]);
    await publish();
    const failing = { ...api.services.storage, put: () => Promise.reject(new Error('no space')) };
    expect((await runOutbox({ ...api.jobs, storage: failing })).failed).toBe(1);
    const [row] = await noted();
    expect([await pictures(), (await open()).open]).toEqual([[], gallery]);
    api.clock.advance(MINUTE_MS);
    await run();
    expect((await pictures()).map(({ token }) => token)).toEqual([row!.token]);
  });
});

describe('permission', () => {
  it('is needed for photos of galleries that are not public, which a refusal names', async () => {
    const gallery = await publishedGallery(api, studio, { visibility: 'invite' });
    const photo = await photoOf(gallery, { filename: 'núria.jpg' });
    await page([image(photo)]);
    const args = { releaseId: newId(), now: 1 };
    expect(await office.refusal('site.publish', args, ctx())).toMatchObject({
      code: 'site_photos_private',
      params: { count: 1, photos: 'núria.jpg', photoIds: [photo.id] },
    });
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: true });
    const [decision] = await sql(
      'select is_permitted, decided_by, decided_at from site_photo_permissions where account_id = $1',
      [studio.id],
    );
    expect(decision).toMatchObject({ is_permitted: true, decided_by: studio.owner.userId });
    await publish();
    // The image token would open the whole gallery.
    expect(await open()).toMatchObject({ images: [], open: null });
    await run();
    const [picture] = await pictures();
    expect(await open()).toMatchObject({ images: [`/site/${picture!.token}-800.jpg`], open: null });
  });

  it('of another studio’s photo cannot be recorded', async () => {
    const other = await makeStudio(api, 'Other');
    const foreign = await readyPhoto(api, other, await publishedGallery(api, other));
    const args = { photoIds: [foreign.id], isPermitted: true, now: 1 };
    expect(await office.mutate('site.permitPhotos', args as never, ctx())).toBe('not_found');
  });

  it('is not asked for by a planned publication, which leaves such photos out', async () => {
    const photo = await photoOf(await publishedGallery(api, studio, { visibility: 'invite' }));
    await page([image(photo), { kind: 'heading', text: 'Light' }]);
    await mutate('site.schedule', { at: api.clock.now() + MINUTE_MS });
    api.clock.advance(MINUTE_MS + 1);
    await run();
    expect(await sql('select from site_releases where account_id = $1', [studio.id])).toHaveLength(1);
    expect([await open(), await noted()]).toMatchObject([{ images: [], open: null }, []]);
  });
});

type Shown = Awaited<ReturnType<typeof shownPhoto>>;

describe('a picture leaves the website, its objects and the cache', () => {
  it.each<[string, (shown: Shown) => Promise<unknown>]>([
    [
      'its photo is trashed',
      ({ gallery, photo }) => mutate('photos.trash', { galleryId: gallery, photoIds: [photo.id] }),
    ],
    [
      'its photo is hidden',
      ({ gallery, photo }) => mutate('photos.setHidden', { galleryId: gallery, photoIds: [photo.id], isHidden: true }),
    ],
    ['its gallery is trashed', ({ gallery }) => mutate('galleries.trash', { id: gallery })],
    ['its gallery is closed', ({ gallery }) => mutate('galleries.setStatus', { id: gallery, to: 'hidden' })],
    [
      'its gallery becomes private',
      ({ gallery }) => mutate('galleries.update', { id: gallery, changes: { visibility: 'invite' } }),
    ],
    ['its gallery’s client is erased', ({ customer }) => mutate('customers.erase', { id: customer })],
    [
      'permission is withdrawn',
      ({ photo }) => mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: false }),
    ],
    ['the website is unpublished', () => mutate('site.activate', { releaseId: null })],
    [
      'its studio closes',
      async () => {
        const path = `/api/accounts/${studio.id}/close`;
        const closing = await api.call('POST', path, { as: studio.owner, body: { name: 'Llum' } });
        expect(closing.status).toBe(200);
      },
    ],
  ])('once %s', async (_event, act) => {
    const shown = await shownPhoto();
    await act(shown);
    await run();
    expect([await objects(shown.picture.token), await noted()]).toEqual([[], []]);
    expect(api.purged).toContain(`/site/${shown.picture.token}-*`);
    expect(await cleanUpSitePictures(api.jobs)).toBe(0);
  });

  it('once its page is unpublished and no list of galleries shows it', async () => {
    const photo = await photoOf(await publishedGallery(api, studio, { visibility: 'invite' }));
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: true });
    await page([image(photo)]);
    await publish();
    await run();
    const [picture] = await pictures();
    const [draft] = await sql('select id from pages where account_id = $1', [studio.id]);
    await mutate('pages.remove', { id: draft!.id });
    await publish();
    await run();
    expect([await objects(picture!.token), await noted()]).toEqual([[], []]);
    expect(api.purged).toContain(`/site/${picture!.token}-*`);
  });

  it.each<[string, (shown: Shown) => Promise<unknown>]>([
    ['its gallery expires', ({ gallery }) => sql('update galleries set expires_at = now() where id = $1', [gallery])],
    ['its photo’s row is gone', ({ photo }) => sql('delete from photos where id = $1', [photo.id])],
  ])('within a minute once %s', async (_event, act) => {
    const shown = await shownPhoto();
    expect(await cleanUpSitePictures(api.jobs)).toBe(0);
    await act(shown);
    expect(await cleanUpSitePictures(api.jobs)).toBe(1);
    await run();
    expect([await objects(shown.picture.token), await noted()]).toEqual([[], []]);
    expect(api.purged).toContain(`/site/${shown.picture.token}-*`);
  });

  it('when its studio’s turn comes', async () => {
    const { gallery } = await shownPhoto();
    await sql('update galleries set expires_at = now() where id = $1', [gallery]);
    await sql(
      `insert into job_cursors (name, position) values ('site pictures', $1)
       on conflict (name) do update set position = excluded.position`,
      [studio.id],
    );
    expect(await cleanUpSitePictures(api.jobs)).toBe(0);
    expect(await cleanUpSitePictures(api.jobs)).toBe(1);
    await run();
    expect(await noted()).toEqual([]);
  });

  it('on its own domain, too', async () => {
    const { photo, picture } = await shownPhoto();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const domain = { hostname: `www.${studio.id}.example`, status: 'live', tenant_id: 'dt_1' };
    await insertRow(api.db.pool, 'domains', { id: newId(), ...author, ...domain });
    const purged: unknown[] = [];
    const tenants = { purge: async (id: string, paths: readonly string[]) => void purged.push([id, ...paths]) };
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: false });
    await run({ domains: { tenants } as unknown as JobServices['domains'] });
    expect(purged).toContainEqual(['dt_1', `/site/${picture.token}-*`]);
  });

  it('again after an interruption between its objects and its row', async () => {
    const { photo, picture } = await shownPhoto();
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: false });
    const purge = () => Promise.reject(new Error('no answer'));
    expect((await runOutbox({ ...api.jobs, purge })).failed).toBeGreaterThan(0);
    expect(await noted()).toHaveLength(1);
    api.clock.advance(MINUTE_MS);
    await run();
    expect([await noted(), api.purged.includes(`/site/${picture.token}-*`)]).toEqual([[], true]);
  });

  it('but stays if a permitted photo’s gallery becomes private, and returns with a new address', async () => {
    const { gallery, photo, picture } = await shownPhoto();
    await mutate('site.permitPhotos', { photoIds: [photo.id], isPermitted: true });
    await mutate('galleries.update', { id: gallery, changes: { visibility: 'invite' } });
    await run();
    expect(await open()).toMatchObject({ images: [`/site/${picture.token}-800.jpg`], open: null });
    await mutate('galleries.trash', { id: gallery });
    await run();
    expect(await noted()).toEqual([]);
    await mutate('galleries.restore', { id: gallery });
    api.clock.advance(MINUTE_MS);
    await run();
    const [again] = await pictures();
    expect([again!.photo, again!.token === picture.token]).toEqual([photo.id, false]);
  });
});

describe('another version of a photo', () => {
  it('gets an address of its own; the former is removed after the pages that name it', async () => {
    const { gallery, photo, picture } = await shownPhoto();
    const fileId = newId(24);
    await storeRenditions(gallery, fileId);
    await sql('update photos set file_id = $2 where id = $1', [photo.id, fileId]);
    expect((await open()).images).toEqual([expect.stringContaining(`/api/images/${gallery}/${fileId}`)]);
    expect(await cleanUpSitePictures(api.jobs)).toBe(1);
    await run();
    const next = (await pictures()).find(({ file }) => file === fileId)!;
    expect((await open()).images).toEqual([`/site/${next.token}-800.jpg`]);
    expect(await objects(picture.token)).toEqual(ALL);
    api.clock.advance(2 * MINUTE_MS + 1);
    await run();
    expect([await objects(picture.token), await objects(next.token)]).toEqual([[], ALL]);
    expect(api.purged).toContain(`/site/${picture.token}-*`);
  });
});

it('removes many pictures with one path', async () => {
  const gallery = await publishedGallery(api, studio, { visibility: 'public' });
  const photos = await Promise.all(Array.from({ length: 6 }, () => photoOf(gallery)));
  await page(photos.map(image));
  await publish();
  await run();
  expect(await pictures()).toHaveLength(6);
  await mutate('galleries.trash', { id: gallery });
  await run();
  expect([await noted(), api.purged.filter((path) => path.startsWith('/site/'))]).toEqual([
    [],
    [`/site/${studio.id}/*`],
  ]);
});
