import pg from 'pg';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { imageUrl, type ImageQuery, IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { IMAGE_TOKEN_COOKIE, IMAGE_TOKEN_MS, imageTokenPayload } from '#core/domain/photos/image-token.ts';
import { currentSecret, hmacHex, random } from '#functions/platform/auth/secrets.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { CommandError } from '../lib/command.ts';
import { reasonOf } from '../lib/reason.ts';
import {
  erasureKey,
  insertSample,
  makeSample,
  removeLeftOvers,
  removeSample,
  type Sample,
  SIZE,
  trashSample,
  TYPE,
} from './picture-sample.ts';
import type { DeployWorld } from './world.ts';

/** Rendered by ingest, and by the transform on its first request; both are stored. */
const FROM_INGEST: ImageQuery = IMAGE_PRESETS.preview;
const FROM_TRANSFORM: ImageQuery = { width: 400, quality: 50, format: 'jpeg' };
/** Largest difference of a colour channel after JPEG's compression. */
const COLOUR_TOLERANCE = 12;

const PAUSE_MS = 3_000;
/** Waits in pauses. A cold ingest decodes within seconds; the outbox runs every minute. */
const TRIES = { ingest: 40, image: 5, delete: 60 };
const UPLOAD_S = 300;
/** Timeout of one request, in milliseconds: as long as the distribution waits for the transform. */
const ANSWER_MS = MINUTE_MS;

type PictureStep = 'upload' | 'ingest' | 'transform' | 'delete';

/** Access to a stage for this test. */
export interface PictureStage {
  /** Connection of the role that owns the schema. */
  database: pg.ClientConfig;
  storage: Pick<Storage, 'presignPut' | 'removePrefix' | 'list'>;
  imageTokenKey: string;
}

type World = Pick<DeployWorld, 'fetch' | 'sleep' | 'print'>;

/**
 * Sends one picture through what is deployed: uploads an original, waits for ingest, fetches two renditions at the edge,
 * and has the outbox delete all. Its studio has no member, its gallery is a draft, and its token is made here: it is in
 * no studio's screens and mails. Removes its rows and objects itself if something fails, and those of runs that were killed.
 * @throws CommandError naming the step that failed
 */
export async function smokePicture(origin: string, stage: PictureStage, world: World): Promise<void> {
  const client = new pg.Client(stage.database);
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new CommandError(`No picture was sent, because the database does not answer: ${reasonOf(error)}`);
  });
  let step: PictureStep = 'upload';
  const at = (next: PictureStep) => void (step = next);
  try {
    await removeLeftOvers(client, stage.storage);
    const sample = await makeSample();
    let failure = '';
    try {
      await upload(client, stage, sample, world);
      at('ingest');
      await ingested(client, sample, world);
      await expectImage(origin, stage, sample, FROM_INGEST, world);
      at('transform');
      await expectImage(origin, stage, sample, FROM_TRANSFORM, world);
      at('delete');
      await deleted(client, stage, sample, world);
    } catch (error) {
      failure = reasonOf(error);
    }
    await removeSample(client, stage.storage, sample).catch((error: unknown) => {
      failure = `${failure || 'it worked'}; but the next run has to remove its rows and objects: ${reasonOf(error)}`;
    });
    if (failure !== '') throw new Error(failure);
    world.print(`${origin} takes in, shows and deletes a picture`);
  } catch (error) {
    throw new CommandError(`A picture fails at ${step}: ${reasonOf(error)}`);
  } finally {
    await client.end();
  }
}

/** Puts the original as a browser does. */
async function upload(client: pg.Client, { storage }: PictureStage, sample: Sample, world: World): Promise<void> {
  await insertSample(client, sample);
  const { galleryId, photoId, bytes, sha256 } = sample;
  const key = `${galleryId}/${photoId}/${makeId(random)}`;
  const file = { size: bytes.length, contentType: TYPE, sha256 };
  const { url, method, headers } = await storage.presignPut('originals', key, file, UPLOAD_S);
  const response = await world.fetch(url, { method, headers, body: bytes, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`S3 answers ${response.status} ${/<Code>(\w+)/.exec(await response.text())?.[1]}`);
}

async function ingested(client: pg.Client, { photoId }: Sample, { sleep }: World): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ status: string; reason: string | null }>(
      'select status, failure_reason as reason from photos where id = $1',
      [photoId],
    );
    const { status, reason } = rows[0]!;
    if (status === 'ready') return;
    if (status === 'failed') throw new Error(`the function "ingest" refuses the picture (${reason})`);
    if (attempt === TRIES.ingest)
      throw new Error(
        status === 'uploading'
          ? 'the function "ingest" is not told of the original: look at the bucket’s notifications and at the queue'
          : 'the function "ingest" does not finish: look at its log',
      );
    await sleep(PAUSE_MS);
  }
}

/** Fetches a rendition as a visitor with access and decodes all of it. */
async function expectImage(
  origin: string,
  { imageTokenKey }: PictureStage,
  { galleryId, fileId, colour }: Sample,
  query: ImageQuery,
  { fetch, sleep }: World,
): Promise<void> {
  const path = imageUrl(galleryId, fileId, query);
  const exp = Math.floor((Date.now() + IMAGE_TOKEN_MS) / 1000);
  const payload = imageTokenPayload({ exp, scope: { kind: 'galleries', ids: [galleryId] } });
  const cookie = `${IMAGE_TOKEN_COOKIE}=${payload}.${hmacHex(currentSecret(imageTokenKey), payload)}`;
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(origin + path, {
      headers: { cookie },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (response.ok) return expectPixels(path, await response.arrayBuffer(), query.width!, colour);
    await response.body?.cancel();
    if (attempt === TRIES.image) throw new Error(`${path} answers ${response.status}`);
    await sleep(PAUSE_MS);
  }
}

async function expectPixels(path: string, body: ArrayBuffer, width: number, colour: readonly number[]): Promise<void> {
  const { default: sharp } = await import('sharp');
  const decode = sharp(Buffer.from(body), { failOn: 'warning' }).removeAlpha().raw();
  const { data, info } = await decode.toBuffer({ resolveWithObject: true }).catch((error: Error) => {
    throw new Error(`${path} is no whole picture (${body.byteLength} bytes): ${error.message}`);
  });
  const height = Math.round((width * SIZE.height) / SIZE.width);
  if (info.width !== width || Math.abs(info.height - height) > 1)
    throw new Error(`${path} has ${info.width}×${info.height} pixels, not ${width}×${height}`);
  if (colour.some((value, channel) => Math.abs(value - data[channel]!) > COLOUR_TOLERANCE))
    throw new Error(`${path} is another picture`);
}

/** Waits for the outbox to erase the gallery. */
async function deleted(client: pg.Client, stage: PictureStage, sample: Sample, { sleep }: World): Promise<void> {
  const { galleryId } = sample;
  await trashSample(client, sample);
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ error: string | null }>(
      `select o.last_error as error from galleries g left join outbox o on o.dedupe_key = $2 where g.id = $1`,
      [galleryId, erasureKey(galleryId)],
    );
    if (rows.length === 0) break;
    if (attempt === TRIES.delete)
      throw new Error(`the function "outbox" does not erase the gallery (${rows[0]?.error ?? 'it did not try'})`);
    await sleep(PAUSE_MS);
  }
  for (const bucket of ['originals', 'renditions'] as const) {
    const { objects } = await stage.storage.list(bucket, `${galleryId}/`);
    const [left] = objects.filter(({ key }) => key.startsWith(`${galleryId}/`));
    if (left) throw new Error(`the function "outbox" leaves an object in ${bucket}: ${left.key}`);
  }
}
