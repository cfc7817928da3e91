import { createHash } from 'node:crypto';
import { AppError } from '#core/domain/values/errors.ts';
import { renditionKey } from '#core/domain/photos/image-params.ts';
import { type PhotoFailure, photoFailure } from '#core/domain/photos/photos.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { readVideoContainer, type VideoData } from '#core/domain/photos/video-container.ts';
import { isVideo, MAX_POSTER_BYTES, MAX_VIDEO_MS, posterKey } from '#core/domain/photos/videos.ts';
import type { Database } from '../platform/db/database.ts';
import { type Claim, claimPhoto, type OriginalRef } from './claim-photo.ts';
import { type EncodedImage, type Original, SET_ORDER, SET_PARAMS, type SetRendition } from './decoder/protocol.ts';
import type { Decoder } from './decoder/decoder.ts';
import { failPhoto, finishPhoto, type IngestedData, isPublished } from './finish-photo.ts';
import { neutralPoster } from './neutral-poster.ts';
import { focalPoint, loadWatermark, pointerKey, writePointer } from './rendition-source.ts';
import type { ObjectHead, Objects, StoredObject } from './s3-objects.ts';

export type IngestDeps = {
  originals: Objects;
  renditions: Objects;
  db: Database;
  decoder: Decoder;
  clock?: Clock;
};

/** `obsolete`: the photo was already finished, has another original, or is gone. */
export type Outcome = 'ingested' | 'failed' | 'obsolete';

/** Restarts after style changes during one run; then the event is retried. */
const MAX_ATTEMPTS = 4;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Processes one stored original: of a new photo, of a photo in a new style, or a replacement. A faulty image ends as
 * `failed(reason)`; a temporary error (storage, database) throws, and the event is retried. Idempotent, also
 * concurrently: a new photo's original gives the same objects under the same names; otherwise the second run finds
 * nothing to do and deletes its own objects.
 */
export async function ingestPhoto(deps: IngestDeps, ref: OriginalRef): Promise<Outcome> {
  const now = deps.clock ?? Date.now;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const claim = await claimPhoto(deps.db, ref);
    if (!claim) return 'obsolete';
    try {
      const facts = await readAndRender(deps, ref, claim);
      const finish = await finishPhoto(deps.db, ref, claim, facts, now());
      if (finish === 'published') return 'ingested';
      // The discarded objects may belong to another run that published them before the photo went to the trash; keep
      // those.
      if (finish === 'retry' || !(await isPublished(deps.db, claim)))
        await removeRenditions(deps.renditions, ref, claim);
      if (finish === 'discarded') return 'obsolete';
    } catch (error) {
      const reason = toPhotoFailure(error);
      if (!reason) throw error;
      await failPhoto(deps.db, ref, claim, reason, now());
      return 'failed';
    }
  }
  throw new Error('the look changed again and again');
}

function toPhotoFailure(error: unknown): PhotoFailure | null {
  return error instanceof AppError ? (photoFailure.safeParse(error.code).data ?? null) : null;
}

function readAndRender(deps: IngestDeps, ref: OriginalRef, photo: Claim): Promise<IngestedData> {
  return isVideo(photo) ? readVideo(deps, ref, photo) : readImage(deps, ref, photo);
}

async function readImage(deps: IngestDeps, ref: OriginalRef, photo: Claim): Promise<IngestedData> {
  let size = 0;
  let { sha256 } = photo;
  const open = async () => {
    const original = await openOriginal(deps.originals, ref.key);
    size = original.size;
    if (photo.sha256) return original;
    return { size, body: withHash(original.body, (hash) => (sha256 = hash)) };
  };
  const facts = await render(deps, ref, photo, { key: ref.key, declared: photo.mimeType, open });
  return { ...facts, size, sha256 };
}

/**
 * Reads a video's container, and renders its poster. Only the poster is decoded, in the decoder's process; the
 * container is read here, in bounded ranges and without native code. A video is delivered in one size, its own.
 */
async function readVideo(deps: IngestDeps, ref: OriginalRef, photo: Claim): Promise<IngestedData> {
  const size = checkedSize(await deps.originals.head(ref.key));
  const video = await readVideoContainer(size, async (from, to) => {
    const bytes = await deps.originals.read(ref.key, from, to);
    if (!bytes) throw new AppError('upload_missing');
    return bytes;
  });
  if (video.durationMs !== null && video.durationMs > MAX_VIDEO_MS) throw new AppError('video_too_long');
  const { mimeType, capturedAt, durationMs } = video;
  const metadata = durationMs === null ? {} : { durationMs };
  const facts = await renderPoster(deps, ref, photo, video);
  return { ...facts, mimeType, capturedAt, metadata, size, webSize: size, sha256: photo.sha256 };
}

/** Renders the poster that the browser has stored. If there is none, or none that can be read, stores a neutral one. */
async function renderPoster(deps: IngestDeps, ref: OriginalRef, photo: Claim, video: VideoData) {
  const key = posterKey(ref.key);
  const open = () => openOriginal(deps.originals, key, MAX_POSTER_BYTES);
  try {
    return await render(deps, ref, photo, { key, declared: '', open });
  } catch (error) {
    if (!toPhotoFailure(error)) throw error;
    await deps.originals.put(key, neutralPoster(video), { contentType: 'image/png' });
    return render(deps, ref, photo, { key, declared: '', open });
  }
}

type Picture = { key: string; declared: string; open: () => Promise<Original> };

/** Renders a picture in the photo's style, and stores the renditions. `webSize`: bytes of the download in web size. */
async function render(deps: IngestDeps, ref: OriginalRef, photo: Claim, { key, declared, open }: Picture) {
  const focal = focalPoint(photo.focalX, photo.focalY);
  const { timeZone, style } = photo;
  const { rotation, background, watermark } = style;
  const watermarkBytes = watermark && (await loadWatermark(deps.originals, watermark.imageKey));
  const order = { declared, focal, timeZone, rotation, background, layout: watermark?.layout ?? null };
  const read = await deps.decoder.run<'set'>({ kind: 'set', open, watermark: watermarkBytes, ...order });
  const { type, renditions, ...facts } = read;
  await storeRenditions(deps.renditions, ref, photo, renditions);
  const pointer = pointerKey(ref.galleryId, photo.fileId);
  await writePointer(deps.renditions, pointer, { originalKey: key, type, focal, ...style });
  return { ...facts, webSize: renditions.web.byteLength };
}

/** Yields the bytes unchanged and then reports their SHA-256. */
async function* withHash(body: AsyncIterable<Uint8Array>, onHash: (sha256: string) => void) {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
  onHash(hash.digest('hex'));
}

/** @throws AppError `upload_missing`, `empty` or `too_large` */
async function openOriginal(originals: Objects, key: string, maxBytes = MAX_PHOTO_BYTES): Promise<StoredObject> {
  const original = await originals.get(key);
  if (original === null || original === 'not_modified') throw new AppError('upload_missing');
  if (original.size > 0 && original.size <= maxBytes) return original;
  original.body.destroy();
  throw new AppError(original.size === 0 ? 'empty' : 'too_large');
}

/** @throws AppError `upload_missing`, `empty` or `too_large` */
function checkedSize(head: ObjectHead | null): number {
  if (!head) throw new AppError('upload_missing');
  if (head.size > 0 && head.size <= MAX_PHOTO_BYTES) return head.size;
  throw new AppError(head.size === 0 ? 'empty' : 'too_large');
}

async function storeRenditions(
  objects: Objects,
  ref: OriginalRef,
  photo: Claim,
  renditions: Record<SetRendition, EncodedImage>,
): Promise<void> {
  const store = async (name: SetRendition) => {
    const params = SET_PARAMS[name];
    const key = renditionKey(ref.galleryId, photo.fileId, params);
    await objects.put(key, renditions[name], { contentType: `image/${params.format}`, cacheControl: IMMUTABLE });
  };
  await Promise.all(SET_ORDER.map(store));
}

async function removeRenditions(renditions: Objects, ref: OriginalRef, { fileId }: Claim): Promise<void> {
  // Remove the pointer first: then no new renditions are computed for this file id.
  await renditions.remove(pointerKey(ref.galleryId, fileId));
  const keys = SET_ORDER.map((name) => renditionKey(ref.galleryId, fileId, SET_PARAMS[name]));
  await Promise.all(keys.map((key) => renditions.remove(key)));
}
