import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/domain/errors.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import type { ImagePreset } from '#core/domain/image-params.ts';
import { MAX_PHOTO_BYTES, photoFailure } from '#core/domain/photos.ts';
import type { PhotoFailure } from '#core/domain/photos.ts';
import type { Database } from '#functions/lib/db.ts';
import { HEAD_BYTES, TAIL_BYTES, contradicts, isPolyglot, sniff } from '#functions/lib/content-type.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import type { Decoder } from './decoder.ts';
import { claimPhoto, failPhoto, finishPhoto } from './ingest-rows.ts';
import type { ClaimedPhoto, IngestedFacts, OriginalRef } from './ingest-rows.ts';
import type { Objects } from './objects.ts';
import { focalPoint, pointerKey, writePointer } from './source-pointer.ts';
import { download, withTempFolder } from './temp-files.ts';

export type IngestDeps = { originals: Objects; renditions: Objects; db: Database; decoder: Decoder };

const PRESETS: ImagePreset[] = ['fullscreen', 'preview', 'thumbnail'];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Takes one stored original in. A picture that is itself at fault ends as `failed(reason)`; whatever may work the next
 * time (storage, database, a full disk) throws, and the event comes again. Safe to run twice, also at once: the same
 * original gives the same objects under the same names.
 */
export async function ingestPhoto(deps: IngestDeps, ref: OriginalRef): Promise<void> {
  const photo = await claimPhoto(deps.db, ref);
  if (!photo) return;
  try {
    const facts = await withTempFolder((folder) => readAndRender(deps, ref, photo, folder));
    if (!(await finishPhoto(deps.db, ref, photo, facts))) await removeRenditions(deps.renditions, ref, photo);
  } catch (error) {
    const reason = failureOf(error);
    if (!reason) throw error;
    await failPhoto(deps.db, ref, photo, reason);
  }
}

function failureOf(error: unknown): PhotoFailure | null {
  return error instanceof AppError ? (photoFailure.safeParse(error.code).data ?? null) : null;
}

async function readAndRender(
  deps: IngestDeps,
  ref: OriginalRef,
  photo: ClaimedPhoto,
  folder: string,
): Promise<IngestedFacts> {
  const original = await deps.originals.get(ref.key);
  if (original === null || original === 'not_modified') throw new AppError('upload_missing');
  if (original.size === 0 || original.size > MAX_PHOTO_BYTES) {
    await original.body.cancel();
    throw new AppError(original.size === 0 ? 'empty' : 'too_large');
  }
  const input = join(folder, 'original');
  await download(original, input);
  const { type, mime } = await identify(input, original.size, photo.mimeType);
  const outputs = {
    fullscreen: join(folder, 'fullscreen'),
    preview: join(folder, 'preview'),
    thumbnail: join(folder, 'thumbnail'),
  };
  const focal = focalPoint(photo.focalX, photo.focalY);
  const { timeZone } = photo;
  const read = await deps.decoder.run<'set'>({ kind: 'set', input, type, outputs, focal, timeZone });
  await storeRenditions(deps.renditions, ref, photo, outputs);
  const key = pointerKey(ref.galleryId, photo.fileId);
  await writePointer(deps.renditions, key, { originalKey: ref.key, type, focal });
  return { ...read, mimeType: mime, size: original.size };
}

/** The type by content; throws AppError `not_an_image`, `heic_unsupported` or `type_mismatch`. */
async function identify(path: string, size: number, declared: string): Promise<{ type: ImageType; mime: string }> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(head, 0, head.length, 0);
    await file.read(tail, 0, tail.length, size - tail.length);
    const sniffed = sniff(head);
    if (!sniffed) throw new AppError('not_an_image');
    if (sniffed.type === 'heic') throw new AppError('heic_unsupported');
    if (contradicts(declared, sniffed) || isPolyglot(head, tail)) throw new AppError('type_mismatch');
    return { type: sniffed.type, mime: sniffed.mime };
  } finally {
    await file.close();
  }
}

async function storeRenditions(
  renditions: Objects,
  ref: OriginalRef,
  photo: ClaimedPhoto,
  files: Record<ImagePreset, string>,
): Promise<void> {
  const store = async (preset: ImagePreset) => {
    const key = renditionKey(ref.galleryId, photo.fileId, presetParams(preset));
    await renditions.put(key, await readFile(files[preset]), { contentType: 'image/jpeg', cacheControl: IMMUTABLE });
  };
  await Promise.all(PRESETS.map(store));
}

async function removeRenditions(renditions: Objects, ref: OriginalRef, { fileId }: ClaimedPhoto): Promise<void> {
  // The pointer first: from then on nothing new is computed for this picture.
  await renditions.remove(pointerKey(ref.galleryId, fileId));
  const keys = PRESETS.map((preset) => renditionKey(ref.galleryId, fileId, presetParams(preset)));
  await Promise.all(keys.map((key) => renditions.remove(key)));
}
