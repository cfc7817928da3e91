import { inflateSync } from 'node:zlib';
import { watermarks } from '#core/api/watermarks.ts';
import { MAX_WATERMARK_SIDE } from '#core/domain/branding/watermark-layout.ts';
import { MAX_WATERMARK_BYTES } from '#core/domain/branding/watermarks.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { requestWatermarkRerender } from '../photos/rerender.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { detectFileType, HEAD_BYTES, isPolyglot, TAIL_BYTES } from '../platform/storage/file-type.ts';

/*
 * Validates a PNG by its specification (https://www.w3.org/TR/png-3/) without a decoder, so that an invalid watermark
 * is rejected on upload; API functions have no image decoder.
 */

type PngSize = { width: number; height: number };
type PngError = 'truncated' | 'corrupt';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_END = SIGNATURE.length + 25;
/** Channels per colour type (§11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Adam7 passes: start and distance of their pixels (§8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/** Returns width and height from the header, which is the first chunk; null without a header. */
function pngSize(bytes: Uint8Array): PngSize | null {
  const png = toBuffer(bytes);
  if (!isPng(png) || png.length < HEADER_END || png.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/**
 * Checks that a PNG with a header is complete and contains the declared pixels; returns the error or null. Decompresses
 * them: check the size with `pngSize` first.
 */
function findPngError(bytes: Uint8Array): PngError | null {
  const png = toBuffer(bytes);
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; ;) {
    if (at + 12 > png.length) return 'truncated';
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return 'truncated';
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') break;
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const expected = unpackedBytes(png);
  if (expected === null) return 'corrupt';
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: expected }).length === expected ? null : 'corrupt';
  } catch {
    return 'corrupt';
  }
}

/** Returns the number of decompressed bytes: rows of pixels, each after a filter byte; null for an invalid header. */
function unpackedBytes(png: Buffer): number | null {
  const [width, height, depth] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(24)];
  const channels = CHANNELS[png.readUInt8(25)];
  const interlace = png.readUInt8(28);
  if (!channels || ![1, 2, 4, 8, 16].includes(depth) || interlace > 1) return null;
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * channels * depth) / 8));
  if (interlace === 0) return bytesOf(width, height);
  const steps = (size: number, start: number, step: number) => Math.max(0, Math.ceil((size - start) / step));
  return PASSES.reduce((sum, [x, y, dx, dy]) => sum + bytesOf(steps(width, x, dx), steps(height, y, dy)), 0);
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

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
