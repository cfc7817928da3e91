import { watermarks } from '#core/api/watermarks.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_WATERMARK_SIDE } from '#core/domain/branding/watermark-layout.ts';
import { MAX_WATERMARK_BYTES } from '#core/domain/branding/watermarks.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { requestWatermarkRerender } from '../photos/rerender.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { detectFileType, HEAD_BYTES, isPolyglot, TAIL_BYTES } from '../platform/storage/file-type.ts';
import { findPngError, isPng, type PngSize, pngSize } from './png.ts';

/** Lifetime of a preview URL in seconds; it is loaded immediately. */
const URL_LIFETIME_S = 300;

export const putImage = defineHandler(watermarks.putImage, async ({ services, request, caller, params }) => {
  const { db, storage } = services;
  const { accountId } = caller;
  const { watermarkId } = params;
  await requireWatermark(db, accountId, watermarkId);
  const size = readImage(request.bytes);
  const key = `watermarks/${accountId}/${watermarkId}/${makeId(random)}`;
  // Store the object before its row: a row without an object would block the gallery's renditions.
  await storage.put('originals', key, request.bytes, { contentType: 'image/png', ifAbsent: true });
  try {
    const watermark = { accountId, watermarkId, key, ...size };
    const imageVersion = await db.transaction((tx) => storeImage(tx, watermark, services.clock()));
    return { body: { imageVersion, ...size } };
  } catch (error) {
    // The effect checks the row before it deletes the object: the commit may have succeeded although its response was
    // lost.
    await enqueue(db, accountId, 'watermark.erase', { key, since: 0 }, services.clock()).catch(() => undefined);
    throw error;
  }
});

export const image = defineHandler(watermarks.image, async ({ services, caller, params }) => {
  const { key } = await requireWatermark(services.db, caller.accountId, params.watermarkId);
  if (key === null) throw new AppError('not_found');
  return { body: { url: await services.storage.presignGet('originals', key, 'watermark.png', URL_LIFETIME_S) } };
});

/** @throws AppError `not_found`, also for a watermark of another account */
async function requireWatermark(
  db: Queryable,
  accountId: string,
  watermarkId: string,
): Promise<{ key: string | null }> {
  const [mark] = await db.query<{ key: string | null }>(
    'select image_key as key from watermarks where id = $1 and account_id = $2',
    [watermarkId, accountId],
  );
  if (!mark) throw new AppError('not_found');
  return mark;
}

/** @throws AppError `not_an_image`, `type_mismatch`, `too_large`, `too_many_pixels`, `truncated`, `corrupt` */
function readImage(bytes: Uint8Array): PngSize {
  if (bytes.length > MAX_WATERMARK_BYTES) throw new AppError('too_large');
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!isPng(bytes)) throw new AppError(detectFileType(head) ? 'type_mismatch' : 'not_an_image');
  if (isPolyglot(head, bytes.subarray(-TAIL_BYTES))) throw new AppError('type_mismatch');
  const size = pngSize(bytes);
  if (!size) throw new AppError('corrupt');
  if (Math.max(size.width, size.height) > MAX_WATERMARK_SIDE) {
    throw new AppError('too_many_pixels', { megapixels: MAX_WATERMARK_SIDE ** 2 / 1_000_000 });
  }
  const flaw = findPngError(bytes);
  if (flaw) throw new AppError(flaw);
  return size;
}

type NewImage = PngSize & { accountId: string; watermarkId: string; key: string };

async function storeImage(tx: Queryable, watermark: NewImage, now: number): Promise<number> {
  const { accountId, watermarkId, key, width, height } = watermark;
  // Lock against concurrent images, and against galleries that start to use the watermark meanwhile.
  const [previous] = await tx.query<{ key: string | null }>(
    'select image_key as key from watermarks where id = $1 and account_id = $2 for update',
    [watermarkId, accountId],
  );
  if (!previous) throw new AppError('not_found');
  const [stored] = await tx.query<{ imageVersion: number }>(
    `update watermarks set image_key = $3, image_width = $4, image_height = $5, image_version = image_version + 1
     where id = $1 and account_id = $2 returning image_version as "imageVersion"`,
    [watermarkId, accountId, key, width, height],
  );
  await requestWatermarkRerender(tx, accountId, watermarkId, now);
  if (previous.key) {
    const options = { dedupeKey: `erase-mark:${previous.key}` };
    await enqueue(tx, accountId, 'watermark.erase', { key: previous.key, since: now }, now, options);
  }
  return stored!.imageVersion;
}
