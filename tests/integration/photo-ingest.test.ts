import type { SQSEvent } from 'aws-lambda';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import type { PhotoFailure } from '#core/domain/photos/photos.ts';
import { MAX_VIDEO_MS, posterKey } from '#core/domain/photos/videos.ts';
import { createDecoder, type Decoder } from '#functions/images/decoder/decoder.ts';
import type { IngestDeps } from '#functions/images/ingest-photo.ts';
import { createIngest } from '#functions/images/ingest.ts';
import { pointerKey, readPointer } from '#functions/images/rendition-source.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { expectLogged } from '../support/expected-log.ts';
import { type ImageStore, startImageStore } from '../support/image-store.ts';
import { capturedMetrics } from '../support/metrics.ts';
import * as pictures from '../support/pictures.ts';
import { rawFile } from '../support/raw.ts';
import { insertAccount, insertGallery, insertPhoto, newId } from '../support/rows.ts';
import * as videos from '../support/videos.ts';

expectLogged('ingest_failed');

type Photo = { id: string; fileId: string; key: string };

let database: TestDatabase;
let db: Database;
let store: ImageStore;
let decoder: Decoder;
let deps: IngestDeps;
let account: string;
let gallery: string;

beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
  store = await startImageStore();
  decoder = createDecoder({ size: 1 });
  deps = { ...store, db, decoder };
  account = (await insertAccount(database.pool, { time_zone: 'Europe/Madrid' })).id;
});
beforeEach(async () => {
  gallery = await insertGallery(database.pool, account);
});
afterAll(async () => {
  decoder.close();
  await db.close();
  await store.close();
  await database.drop();
});

/** Inserts a row as `presign` leaves it, and stores its original. */
async function uploaded(bytes: Buffer | null, values: Record<string, unknown> = {}): Promise<Photo> {
  const fileId = newId(24);
  const uploading = { status: 'uploading', width: null, height: null, file_id: fileId };
  const id = await insertPhoto(database.pool, account, gallery, { ...uploading, original_key: null, ...values });
  const key = `${gallery}/${id}/${newId()}`;
  await database.pool.query('update photos set original_key = $2 where id = $1', [id, key]);
  if (bytes) await store.originals.put(key, Buffer.from(bytes), { contentType: 'image/jpeg' });
  return { id, fileId, key };
}

function eventOf(...photos: Photo[]): SQSEvent {
  const body = ({ key }: Photo) =>
    JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key: encodeURIComponent(key) } } }] });
  return {
    Records: photos.map((photo) => ({ messageId: photo.id, body: body(photo) })),
  } as unknown as SQSEvent;
}

const ingest = (...photos: Photo[]) => createIngest(deps)(eventOf(...photos));

async function rowOf({ id }: Photo): Promise<Record<string, unknown>> {
  return (await database.pool.query('select * from photos where id = $1', [id])).rows[0];
}

async function storedNames({ fileId }: Photo): Promise<string[]> {
  const names = [...ALL.slice(0, -1).map((name) => `${gallery}/${fileId}/${name}`), pointerKey(gallery, fileId)];
  const heads = await Promise.all(names.map((name) => store.renditions.head(name)));
  return names.filter((_, index) => heads[index]).map((name) => name.split('/')[2]!);
}

const ALL = ['w200-h200-q50.jpg', 'w800-q50.jpg', 'w800-q68.avif', 'w1920-q70.jpg', 'w1920-q82.jpg', 'source.json'];
const done = { batchItemFailures: [] };
const scene = await pictures.scene(1200, 800).jpeg().toBuffer();
const poster = await pictures.scene(640, 360).jpeg().toBuffer();

describe('a good photo', () => {
  test('becomes ready with all its metadata except location and serial number', async () => {
    const bytes = await pictures.exifPicture(2400, 1600);
    const photo = await uploaded(bytes, { focal_x: 0.25, focal_y: 0.5 });
    expect(await ingest(photo)).toEqual(done);
    const row = await rowOf(photo);
    expect(row).toMatchObject({
      status: 'ready',
      failure_reason: null,
      width: 2400,
      height: 1600,
      orientation: 1,
      mime_type: 'image/jpeg',
      size: String(bytes.length),
      file_id: photo.fileId,
      metadata: { cameraMake: 'Albumen Works', iso: 400, ...pictures.AUTHORSHIP },
      captured_at: new Date('2026-07-04T16:30:15.250Z'),
    });
    expect(row['thumbhash']).toMatch(/^[\w+/=]{20,100}$/);
    const told = JSON.stringify(row);
    for (const secret of Object.values(pictures.SECRETS)) expect(told).not.toContain(secret);
    expect(await storedNames(photo)).toEqual(ALL);
    expect(await readPointer(store.renditions, pointerKey(gallery, photo.fileId))).toEqual({
      originalKey: photo.key,
      type: 'jpeg',
      focal: { x: 250, y: 500 },
      rotation: 0,
      background: '#ffffff',
      watermark: null,
    });
  });

  test.each(['png', 'webp', 'avif', 'tiff'] as const)('accepts %s', async (format) => {
    const photo = await uploaded(await pictures.scene(400, 300).toFormat(format).toBuffer(), {
      mime_type: `image/${format}`,
    });
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', width: 400, mime_type: `image/${format}` });
  });

  test('truncates a camera maker between characters, never inside an emoji', async () => {
    const Artist = 'a'.repeat(203);
    const bytes = await pictures.scene(64, 64).withExif({ IFD0: { Artist } }).jpeg().toBuffer();
    // libvips writes ASCII only, so the emoji replaces its last four letters.
    bytes.write('😀', bytes.indexOf(Artist) + 199);
    const photo = await uploaded(bytes);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', metadata: { artist: `${'a'.repeat(199)}😀` } });
  });

  test('stores width and height after EXIF orientation', async () => {
    const photo = await uploaded(await pictures.orientedPicture(6, 600, 900));
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({ width: 600, height: 900, orientation: 6 });
  });

  test('in a published gallery refreshes the link preview, and a later rendering invalidates cached pages', async () => {
    const small = await pictures.scene(60, 40).jpeg().toBuffer();
    const effects = async () => {
      const { rows } = await database.pool.query('select kind from outbox where dedupe_key in ($1, $2) order by kind', [
        `og:${gallery}`,
        `purge-cdn:studio-${account}`,
      ]);
      return rows.map(({ kind }) => kind);
    };
    await ingest(await uploaded(small));
    expect(await effects()).toEqual([]);
    await database.pool.query(`update galleries set status = 'published', published_at = now() where id = $1`, [
      gallery,
    ]);
    const photo = await uploaded(small);
    await ingest(photo, await uploaded(small));
    expect(await effects()).toEqual(['og.refresh']);
    await database.pool.query('update photos set style_version = style_version + 1 where id = $1', [photo.id]);
    await ingest(photo);
    expect(await effects()).toEqual(['cdn.purge', 'og.refresh']);
  });

  test('the first one becomes the cover and stays it', async () => {
    const [first, second] = [await uploaded(scene), await uploaded(scene)];
    await ingest(first);
    await ingest(second);
    const { rows } = await database.pool.query('select cover_photo_id from galleries where id = $1', [gallery]);
    expect(rows[0].cover_photo_id).toBe(first.id);
  });

  test('no hidden one becomes the cover: a guest may have added it', async () => {
    const photo = await uploaded(scene);
    await database.pool.query('update photos set is_hidden = true where id = $1', [photo.id]);
    await ingest(photo);
    const { rows } = await database.pool.query('select cover_photo_id from galleries where id = $1', [gallery]);
    expect(rows[0].cover_photo_id).toBeNull();
  });

  test('stores renditions as immutable JPEGs', async () => {
    const photo = await uploaded(scene);
    await ingest(photo);
    const stored = await store.renditions.get(renditionKey(gallery, photo.fileId, presetParams('preview')));
    if (stored === null || stored === 'not_modified') throw new Error('not stored');
    const bytes = await buffer(stored.body);
    expect(stored.contentType).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 533 });
  });
});

describe('the SHA-256 of an original', () => {
  test('is computed if the browser announced none', async () => {
    const bytes = await pictures.scene(300, 200).jpeg().toBuffer();
    const photo = await uploaded(bytes);
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({
      status: 'ready',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  test('stays as announced, since S3 has checked it', async () => {
    const announced = 'a'.repeat(64);
    const photo = await uploaded(await pictures.scene(300, 200).jpeg().toBuffer(), { sha256: announced });
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', sha256: announced });
  });
});

describe('a RAW', () => {
  const declared = { mime_type: 'image/x-nikon-nef', filename: 'IMG_1.NEF' };

  test('is shown by its preview, and its original stays as it is', async () => {
    const raw = rawFile('nef', { previews: [scene], taken: '2026:05:04 10:30:00' });
    const photo = await uploaded(raw, declared);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({
      status: 'ready',
      mime_type: 'image/x-nikon-nef',
      captured_at: new Date('2026-05-04T08:30:00Z'),
      metadata: { cameraMake: 'Canary' },
    });
    expect(await storedNames(photo)).toEqual(ALL);
    expect(await readPointer(store.renditions, pointerKey(gallery, photo.fileId))).toMatchObject({ type: 'raw' });
    const stored = await store.originals.get(photo.key);
    expect(stored && stored !== 'not_modified' && raw.equals(await buffer(stored.body))).toBe(true);
  });

  test('without a preview is ready, but no cover', async () => {
    const photo = await uploaded(rawFile('nef', { previews: [] }), declared);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', metadata: { noPreview: true } });
    const { rows } = await database.pool.query('select cover_photo_id from galleries where id = $1', [gallery]);
    expect(rows).toEqual([{ cover_photo_id: null }]);
  });
});

describe('a video', () => {
  const posterOf = ({ key }: Photo) => posterKey(key);
  /** Stores a video with its poster, as the uploader does. */
  const filmed = async (bytes: Buffer, picture: Buffer | null, values: object = {}) => {
    const photo = await uploaded(bytes, { mime_type: 'video/mp4', ...values });
    if (picture) await store.originals.put(posterOf(photo), picture, { contentType: 'image/jpeg' });
    return photo;
  };

  test('becomes ready with its length, and with renditions of its poster', async () => {
    const bytes = await videos.h264();
    const photo = await filmed(bytes, poster, { sha256: 'a'.repeat(64) });
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({
      status: 'ready',
      width: 640,
      height: 360,
      mime_type: 'video/mp4',
      size: String(bytes.length),
      // The download in web size is the video itself.
      web_size: bytes.length,
      metadata: { durationMs: 2024 },
      captured_at: new Date(videos.CAPTURED_AT),
      sha256: 'a'.repeat(64),
    });
    expect(await storedNames(photo)).toEqual(ALL);
    const pointer = await readPointer(store.renditions, pointerKey(gallery, photo.fileId));
    expect(pointer).toMatchObject({ originalKey: posterOf(photo), type: 'jpeg' });
  });

  test('takes its type from its content', async () => {
    const photo = await filmed(await videos.hevc(), poster);
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', mime_type: 'video/quicktime' });
  });

  test.each([
    ['without a poster', null],
    ['with a poster that is no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s gets a neutral one in its proportions', async (_name, picture) => {
    const photo = await filmed(await videos.hevc(), picture);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', width: 72, height: 128 });
    const pointer = await readPointer(store.renditions, pointerKey(gallery, photo.fileId));
    expect(pointer).toMatchObject({ originalKey: posterOf(photo), type: 'png' });
  });

  test.each<[PhotoFailure, () => Promise<Buffer>]>([
    ['video_too_long', async () => videos.withDuration(await videos.h264(), MAX_VIDEO_MS + 1000)],
    ['truncated', async () => pictures.truncated(await videos.h264())],
    ['not_an_image', () => videos.soundAlone()],
    ['empty', async () => Buffer.alloc(0)],
  ])('fails with %s', async (reason, make) => {
    const photo = await filmed(await make(), poster);
    await ingest(photo);
    expect(await rowOf(photo)).toMatchObject({ status: 'failed', failure_reason: reason });
    expect(await storedNames(photo)).toEqual([]);
  });
});

describe('a bad photo fails with its reason, and the others continue', () => {
  const bad: Array<[PhotoFailure, () => Buffer | null | Promise<Buffer>, string]> = [
    ['corrupt', () => pictures.heicHeader(), 'image/heic'],
    ['not_an_image', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['type_mismatch', () => scene, 'image/png'],
    ['type_mismatch', () => pictures.zipPolyglot(scene), 'image/jpeg'],
    ['type_mismatch', () => pictures.htmlPolyglot(scene), 'image/jpeg'],
    ['truncated', () => pictures.truncated(scene), 'image/jpeg'],
    ['too_many_pixels', () => pictures.claimingAvif(7000, 7000), 'image/avif'],
    // An image two pixels wide, higher than any row can store.
    ['too_many_pixels', () => pictures.scene(2, 100_002).png().toBuffer(), 'image/png'],
    ['empty', () => Buffer.alloc(0), 'image/jpeg'],
    ['upload_missing', () => null, 'image/jpeg'],
  ];

  test.each(bad)('%s', async (reason, make, mime) => {
    const [wrong, good] = [await uploaded(await make(), { mime_type: mime }), await uploaded(scene)];
    expect(await ingest(wrong, good)).toEqual(done);
    expect(await rowOf(wrong)).toMatchObject({ status: 'failed', failure_reason: reason });
    expect(await storedNames(wrong)).toEqual([]);
    expect(await rowOf(good)).toMatchObject({ status: 'ready' });
  });
});

describe('no work', () => {
  test('duplicate events, also concurrent, decode once', async () => {
    const photo = await uploaded(scene);
    await Promise.all([ingest(photo), ingest(photo)]);
    const once = await rowOf(photo);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toEqual(once);
    expect(once).toMatchObject({ status: 'ready' });
    expect(await storedNames(photo)).toEqual(ALL);
  });

  test.each([
    ['in the trash', { deleted_at: new Date() }],
    ['failed', { status: 'failed', failure_reason: 'corrupt' }],
  ])('%s', async (_, values) => {
    const photo = await uploaded(scene, values);
    const before = await rowOf(photo);
    expect(await ingest(photo)).toEqual(done);
    expect(await rowOf(photo)).toEqual(before);
    expect(await storedNames(photo)).toEqual([]);
  });

  test('skips an object without a row, of another gallery, or replaced meanwhile', async () => {
    const photo = await uploaded(scene);
    const other = await insertGallery(database.pool, account);
    const strays = [
      { ...photo, key: `${gallery}/${newId()}/${newId()}` },
      { ...photo, key: photo.key.replace(gallery, other) },
      { ...photo, key: `${gallery}/${photo.id}/${newId()}` },
    ];
    expect(await ingest(...strays)).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({ status: 'uploading' });
  });
});

describe('faults', () => {
  /** Runs `work` between the claim and the end of an ingest. */
  const duringDecode = (change: () => Promise<unknown>): Decoder => ({
    ...decoder,
    async run(job) {
      await change();
      return decoder.run(job);
    },
  });

  test('leave no rendition of a photo deleted during ingest', async () => {
    const photo = await uploaded(scene);
    const trash = () => database.pool.query('update photos set deleted_at = now() where id = $1', [photo.id]);
    expect(await createIngest({ ...deps, decoder: duringDecode(trash) })(eventOf(photo))).toEqual(done);
    expect(await storedNames(photo)).toEqual([]);
    expect(await rowOf(photo)).toMatchObject({ status: 'processing' });
  });

  test('keep a photo ready whose gallery was in the trash during ingest', async () => {
    const photo = await uploaded(scene);
    const trash = () => database.pool.query('update galleries set deleted_at = now() where id = $1', [gallery]);
    expect(await createIngest({ ...deps, decoder: duringDecode(trash) })(eventOf(photo))).toEqual(done);
    expect(await rowOf(photo)).toMatchObject({ status: 'ready', file_id: photo.fileId });
    expect(await storedNames(photo)).toEqual(ALL);
  });

  test('report the message of a transient error; the next delivery succeeds', async () => {
    const [unlucky, lucky] = [await uploaded(scene), await uploaded(scene)];
    const broken = duringDecode(() => Promise.reject(new Error('disk full')));
    const answer = await createIngest({ ...deps, decoder: broken })(eventOf(unlucky));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: unlucky.id }] });
    expect(await rowOf(unlucky)).toMatchObject({ status: 'processing', failure_reason: null });
    expect(await ingest(unlucky, lucky)).toEqual(done);
    expect(await rowOf(unlucky)).toMatchObject({ status: 'ready' });
  });

  test('a body that is no notification fails alone', async () => {
    const photo = await uploaded(scene);
    const event = eventOf(photo, photo);
    event.Records[0] = { ...event.Records[0]!, messageId: 'odd', body: 'nonsense' };
    expect(await createIngest(deps)(event)).toEqual({ batchItemFailures: [{ itemIdentifier: 'odd' }] });
    expect(await rowOf(photo)).toMatchObject({ status: 'ready' });
  });

  test('accepts the test event that S3 sends', async () => {
    const body = JSON.stringify({
      Service: 'Amazon S3',
      Event: 's3:TestEvent',
      Time: '2026-11-21T08:00:00.000Z',
      Bucket: 'albumen-originals',
      RequestId: '5582815E1AEA5ADF',
      HostId: '8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3eKxsPzbB9wrR+YstdA6Knx4Ip8EXAMPLE',
    });
    const event = { Records: [{ messageId: 'test', body }] } as unknown as SQSEvent;
    expect(await createIngest(deps)(event)).toEqual(done);
  });

  test('publishes counts of ingested and failed photos, and nothing for an obsolete event', async () => {
    const lines = capturedMetrics();
    const photo = await uploaded(scene);
    await ingest(photo, await uploaded(Buffer.from('no picture')));
    await ingest(photo);
    expect(lines()).toMatchObject([{ FunctionName: 'ingest', PhotosIngested: 1, PhotosFailed: 1 }]);
  });
});
