import type { SQSEvent } from 'aws-lambda';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { ImageTokenScope } from '#core/domain/photos/image-token.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { createDecoder, type Decoder } from '#functions/images/decoder/decoder.ts';
import type { IngestDeps } from '#functions/images/ingest-photo.ts';
import { createIngest } from '#functions/images/ingest.ts';
import { createTransform } from '#functions/images/transform.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { cloudFrontPurge } from '#functions/platform/aws/cdn-purge.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { type Edge, startEdge } from '#local/edge/server.ts';
import { startLambdaHost } from '#local/lambda/host.ts';
import { type Args, backOffice } from './back-office.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { imageToken, KEY } from './edge-image-cases.ts';
import { type ImageStore, startImageStore } from './image-store.ts';
import * as pictures from './pictures.ts';
import { insertAccount, insertGallery, insertPhoto, insertRow, newId, type Row } from './rows.ts';

const SECRET = 'the-secret-of-the-distribution';
const DISTRIBUTION = 'E2QWRTEST';

export interface Photo {
  id: string;
  galleryId: string;
  fileId: string;
  key: string;
}

/**
 * Runs images from row to visitor: a real database, S3, ingest, transform and edge, step by step. Mutators run as on
 * the server, with their effects; the outbox and the bucket's events wait for `settle`.
 */
export interface PhotoPipeline {
  account: string;
  database: TestDatabase;
  db: Database;
  store: ImageStore;
  storage: Storage;
  jobs: JobServices;
  deps: IngestDeps;
  decoder: Decoder;
  edge: Edge;
  /** Keys of originals in events that ingest has not received yet. */
  events: string[];
  clock: { advance(ms: number): void };
  mutate(name: string, args: object, role?: Role): Promise<void>;
  gallery(values?: Row): Promise<string>;
  /** Inserts a ready, visible photo. */
  photo(galleryId: string, bytes: Buffer, values?: Row): Promise<Photo>;
  /** Inserts a watermark with a stored image. */
  mark(bytes: Buffer, values?: Row): Promise<string>;
  row(id: string): Promise<Record<string, unknown>>;
  ingest(keys: readonly string[], deps?: Partial<IngestDeps>): ReturnType<ReturnType<typeof createIngest>>;
  /** Runs outbox and ingest until nothing is due. */
  settle(): Promise<void>;
  /** Keys of a bucket under a prefix. */
  list(bucket: 'originals' | 'renditions', prefix: string): Promise<string[]>;
  /** Requests from the edge with access to the whole account; does not follow redirects. */
  get(path: string): Promise<Response>;
  /** Requests from the edge as a visitor of these galleries. */
  visit(path: string, ...galleryIds: string[]): Promise<Response>;
  close(): Promise<void>;
}

export async function startPhotoPipeline(): Promise<PhotoPipeline> {
  const database = await createDatabase();
  database.pool.on('error', () => undefined);
  const db = connectDatabase(database.apiUrl);
  const store = await startImageStore();
  const decoder = createDecoder({ size: 1 });
  const { env } = store;
  const keys = { accessKeyId: env['AWS_ACCESS_KEY_ID']!, secretAccessKey: env['AWS_SECRET_ACCESS_KEY']! };
  const region = env['AWS_REGION']!;
  const endpoint = env['S3_ENDPOINT']!;
  const transform = createTransform({ ...store, decoder, unstoredDecoder: decoder, originSecret: SECRET, sleep });
  const nothing = () => Promise.resolve({ statusCode: 404, body: '' });
  const host = await startLambdaHost({
    port: 0,
    queueFile: ':memory:',
    functions: { api: nothing, page: nothing, transform, ingest: () => Promise.resolve(), scheduled: [] },
  });
  const edge = await startEdge({
    port: 0,
    siteDir: tmpdir(),
    functionsUrl: host.origin,
    zeroUrls: { '/zero': host.origin },
    storage: { ...keys, region, endpoint, renditionsBucket: 'renditions' },
    distributionId: DISTRIBUTION,
    originSecret: SECRET,
    imageTokenKeys: [KEY],
    connectOrigins: [],
  });
  const events: string[] = [];
  const s3 = s3Storage({ ...keys, region, endpoint, buckets: { originals: 'originals', renditions: 'renditions' } });
  const storage: Storage = {
    ...s3,
    async copy(bucket, from, to, type, cacheControl) {
      const there = await s3.copy(bucket, from, to, type, cacheControl);
      if (there && bucket === 'originals') events.push(to);
      return there;
    },
  };
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const purgeKeys = { ...keys, region: 'us-east-1' };
  const jobs: JobServices = {
    clock,
    db,
    storage,
    appOrigin: 'https://albumen.test',
    sendMail: () => Promise.resolve(),
    purge: cloudFrontPurge({ keys: purgeKeys, distributionId: DISTRIBUTION, endpoint: edge.origin }),
    triggerOutbox: () => Promise.resolve(),
    cards: null,
    billingFrom: null,
    triggerArchivePacker: () => Promise.resolve(),
    requestIngest: async (told) => void events.push(...told),
    postToConnection: () => Promise.resolve('gone'),
    postWebhook: () => Promise.resolve({ failure: 'connection', status: null, answer: null }),
    domains: null,
  };
  const deps: IngestDeps = { ...store, db, decoder, clock };
  const { id: account, ownerId } = await insertAccount(database.pool, {});
  const office = backOffice(database);

  const ingest: PhotoPipeline['ingest'] = (given, other = {}) => {
    const body = (key: string) =>
      JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Copy', s3: { object: { key } } }] });
    const Records = given.map((key) => ({ messageId: key, body: body(key) }));
    return createIngest({ ...deps, ...other })({ Records } as unknown as SQSEvent);
  };
  const ask = (path: string, scope: ImageTokenScope) => {
    const exp = Math.floor(Date.now() / 1000) + 300;
    const cookie = `image_token=${imageToken(scope, { exp })}`;
    return fetch(edge.origin + path, { redirect: 'manual', headers: { cookie } });
  };
  const row = async (id: string) => (await database.pool.query('select * from photos where id = $1', [id])).rows[0];

  return {
    account,
    database,
    db,
    store,
    storage,
    jobs,
    deps,
    decoder,
    edge,
    events,
    clock: { advance: (ms) => void (ahead += ms) },
    row,
    ingest,
    async mutate(name, args, role = 'owner') {
      const now = clock();
      const ctx: Ctx = { userId: ownerId, accountId: account, role, now: clock };
      await office.transaction((tx) => office.mutateIn(tx, name, { ...args, now } as Args, ctx));
    },
    gallery: (values = {}) =>
      insertGallery(database.pool, account, { status: 'published', published_at: new Date(), ...values }),
    async photo(galleryId, bytes, values = {}) {
      const uploading = { status: 'uploading', width: null, height: null, original_key: null, author_id: ownerId };
      const id = await insertPhoto(database.pool, account, galleryId, { ...uploading, ...values });
      const key = `${galleryId}/${id}/${newId()}`;
      await store.originals.put(key, bytes, { contentType: 'image/jpeg' });
      await ingest([key]);
      const { status, file_id: fileId } = await row(id);
      if (status !== 'ready') throw new Error(`the photo is ${String(status)}`);
      return { id, galleryId, key, fileId: String(fileId) };
    },
    async mark(bytes, values = {}) {
      const id = newId();
      const key = `watermarks/${account}/${id}/${newId()}`;
      await store.originals.put(key, bytes, { contentType: 'image/png' });
      const { width, height } = await sharp(bytes).metadata();
      const image = { image_version: 1, image_key: key, image_width: width, image_height: height };
      const own = { id, account_id: account, author_id: randomUUID(), name: 'Signature', kind: 'image' };
      await insertRow(database.pool, 'watermarks', { ...own, ...image, opacity: 100, ...values });
      return id;
    },
    async settle() {
      for (;;) {
        const { done, failed } = await runOutbox(jobs);
        if (failed > 0) throw new Error(`${failed} effects failed`);
        const told = events.splice(0);
        const { batchItemFailures } = await ingest(told);
        if (batchItemFailures.length > 0) throw new Error('ingest failed');
        if (done + told.length === 0) return;
      }
    },
    async list(bucket, prefix) {
      const keysOf: string[] = [];
      for (let after = ''; ;) {
        const { objects, isLast } = await s3.list(bucket, after);
        keysOf.push(...objects.map(({ key }) => key).filter((key) => key.startsWith(prefix)));
        if (isLast) return keysOf;
        after = objects.at(-1)!.key;
      }
    },
    get: (path) => ask(path, { kind: 'account', id: account }),
    visit: (path, ...ids) => ask(path, { kind: 'galleries', ids }),
    async close() {
      decoder.close();
      await edge.close();
      await host.close();
      await db.close();
      await store.close();
      await database.drop();
    },
  };
}

/** A red image: one pixel shows whether a rendition has it as watermark. */
export const redMark = (width = 200, height = 100): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#ff0000' } })
    .png()
    .toBuffer();

/** Whether an image has pixels redder than any test image. */
export async function isMarked(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! > 235 && data[at + 1]! < 30 && data[at + 2]! < 30) return true;
  }
  return false;
}

export const { scene } = pictures;
