import { AppError } from '#core/domain/errors.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import type { ImagePreset } from '#core/domain/image-params.ts';
import { MAX_PHOTO_BYTES, photoFailure } from '#core/domain/photos.ts';
import type { PhotoFailure } from '#core/domain/photos.ts';
import type { Clock } from '#core/domain/time.ts';
import type { Database } from '#functions/lib/db.ts';
import type { Decoder } from './decoder.ts';
import type { Picture } from './decoder-jobs.ts';
import { claimPhoto, failPhoto, finishPhoto } from './ingest-rows.ts';
import type { ClaimedPhoto, IngestedFacts, OriginalRef } from './ingest-rows.ts';
import type { Objects, StoredObject } from './objects.ts';
import { focalPoint, pointerKey, writePointer } from './source-pointer.ts';

export type IngestDeps = {
  originals: Objects;
  renditions: Objects;
  db: Database;
  decoder: Decoder;
  clock?: Clock;
};

/** `obsolete`: the photo was finished already, has another original by now, or is no longer wanted. */
export type Outcome = 'ingested' | 'failed' | 'obsolete';

const PRESETS: ImagePreset[] = ['fullscreen', 'preview', 'thumbnail'];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Takes one stored original in. A picture that is itself at fault ends as `failed(reason)`; whatever may work the next
 * time (storage, database) throws, and the event comes again. Safe to run twice, also at once: the same
 * original gives the same objects under the same names.
 */
export async function ingestPhoto(deps: IngestDeps, ref: OriginalRef): Promise<Outcome> {
  const photo = await claimPhoto(deps.db, ref);
  if (!photo) return 'obsolete';
  try {
    const facts = await readAndRender(deps, ref, photo);
    const now = (deps.clock ?? Date.now)();
    if (await finishPhoto(deps.db, ref, photo, facts, now)) return 'ingested';
    await removeRenditions(deps.renditions, ref, photo);
    return 'obsolete';
  } catch (error) {
    const reason = failureOf(error);
    if (!reason) throw error;
    await failPhoto(deps.db, ref, photo, reason);
    return 'failed';
  }
}

function failureOf(error: unknown): PhotoFailure | null {
  return error instanceof AppError ? (photoFailure.safeParse(error.code).data ?? null) : null;
}

async function readAndRender(deps: IngestDeps, ref: OriginalRef, photo: ClaimedPhoto): Promise<IngestedFacts> {
  let size = 0;
  const open = async () => {
    const original = await openOriginal(deps.originals, ref.key);
    size = original.size;
    return original;
  };
  const focal = focalPoint(photo.focalX, photo.focalY);
  const { mimeType: declared, timeZone } = photo;
  const read = await deps.decoder.run<'set'>({ kind: 'set', open, declared, focal, timeZone });
  const { type, renditions, ...facts } = read;
  await storeRenditions(deps.renditions, ref, photo, renditions);
  const key = pointerKey(ref.galleryId, photo.fileId);
  await writePointer(deps.renditions, key, { originalKey: ref.key, type, focal });
  return { ...facts, size };
}

/** Throws AppError `upload_missing`, `empty` or `too_large`. */
async function openOriginal(originals: Objects, key: string): Promise<StoredObject> {
  const original = await originals.get(key);
  if (original === null || original === 'not_modified') throw new AppError('upload_missing');
  if (original.size > 0 && original.size <= MAX_PHOTO_BYTES) return original;
  original.body.destroy();
  throw new AppError(original.size === 0 ? 'empty' : 'too_large');
}

async function storeRenditions(
  objects: Objects,
  ref: OriginalRef,
  photo: ClaimedPhoto,
  renditions: Record<ImagePreset, Picture>,
): Promise<void> {
  const store = async (preset: ImagePreset) => {
    const key = renditionKey(ref.galleryId, photo.fileId, presetParams(preset));
    await objects.put(key, renditions[preset], { contentType: 'image/jpeg', cacheControl: IMMUTABLE });
  };
  await Promise.all(PRESETS.map(store));
}

async function removeRenditions(renditions: Objects, ref: OriginalRef, { fileId }: ClaimedPhoto): Promise<void> {
  // The pointer first: from then on nothing new is computed for this picture.
  await renditions.remove(pointerKey(ref.galleryId, fileId));
  const keys = PRESETS.map((preset) => renditionKey(ref.galleryId, fileId, presetParams(preset)));
  await Promise.all(keys.map((key) => renditions.remove(key)));
}
