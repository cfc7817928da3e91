/*
 * The process that decodes untrusted images. It has an empty environment and no keys, and uses neither network nor
 * files but its own. Its parent kills it on overrun, because sharp's own timeout does not stop a busy decoder. Originals
 * and renditions are exchanged in one open file without a name (scratch-file.ts).
 */
import sharp from 'sharp';
import { AppError } from '#core/domain/values/errors.ts';
import {
  detectFileType,
  hasMarkup,
  HEAD_BYTES,
  type ImageType,
  isPolyglot,
  isTruncated,
  isTypeMismatch,
  TAIL_BYTES,
} from '../../platform/storage/file-type.ts';
import { DEFAULT_STYLE, type EncodedImage, SET_ORDER, type WorkerReply, type WorkerRequest } from './protocol.ts';
import { readMetadata } from './exif.ts';
import { renderLogo } from './logo.ts';
import { type DecodeOptions, openSource } from './open-original.ts';
import { render } from './pipeline.ts';
import { renderRenditionSet } from './rendition-set.ts';
import { readFully, replaceContent, SCRATCH } from './scratch-file.ts';
import { openWatermark, WatermarkError } from './watermark.ts';

/**
 * Detects an upload's type by content.
 * @param declared the type that the uploader sent
 * @throws AppError `not_an_image` or `type_mismatch`
 */
function identify(bytes: Buffer, declared: string): { type: ImageType; mime: string } {
  const head = bytes.subarray(0, HEAD_BYTES);
  const sniffed = detectFileType(head, declared);
  if (!sniffed) throw new AppError('not_an_image');
  const polyglot = isPolyglot(head, bytes.subarray(-TAIL_BYTES)) || hasMarkup(sniffed.type, bytes);
  if (isTypeMismatch(declared, sniffed) || polyglot) throw new AppError('type_mismatch');
  return { type: sniffed.type, mime: sniffed.mime };
}

/** The accepted formats; all other libvips loaders are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
// Nothing is decoded twice here; a cache would only use memory.
sharp.cache(false);

/** Originals of up to 32 MiB use the same memory: new memory costs a twentieth of a transform's time. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
let kept: EncodedImage = Buffer.allocUnsafeSlow(0);
let used = 0;

/** Returns memory for an original. Bytes of the previous one behind it are cleared: they may be another customer's. */
function allocateOriginal(size: number): EncodedImage {
  if (size > MAX_KEPT_BYTES) return Buffer.allocUnsafeSlow(size);
  if (size > kept.length) kept = Buffer.allocUnsafeSlow(size);
  else kept.fill(0, size, Math.max(size, used));
  used = size;
  return kept.subarray(0, size);
}

function writeImages(images: readonly Buffer[]): number[] {
  replaceContent(SCRATCH, images);
  return images.map(({ length }) => length);
}

/** Opens the watermark first: without it no rendition may be made. */
async function toDecodeOptions(
  { rotation, background, layout }: WorkerRequest,
  watermark: Buffer | null,
): Promise<DecodeOptions> {
  return {
    rotation: rotation ?? DEFAULT_STYLE.rotation,
    background: background ?? DEFAULT_STYLE.background,
    overlay: watermark && layout ? await openWatermark(watermark, layout) : null,
  };
}

/** Reads SVG too, which no photo is; afterwards its loader is blocked again. */
async function runLogo(input: Buffer): Promise<WorkerReply> {
  const loader = { operation: ['VipsForeignLoadSvg'] };
  sharp.unblock(loader);
  try {
    const { facts, images } = await renderLogo(input);
    return { ok: true, facts, sizes: writeImages(images) };
  } finally {
    sharp.block(loader);
  }
}

async function runRequest(order: WorkerRequest, input: Buffer, watermark: Buffer | null): Promise<WorkerReply> {
  if (order.kind === 'logo') return runLogo(input);
  const options = await toDecodeOptions(order, watermark);
  if (order.kind === 'rendition') {
    const source = await openSource(input, order.type, options);
    return {
      ok: true,
      facts: null,
      sizes: writeImages([await render(source, order.params, order.focal)]),
    };
  }
  const { type, mime } = identify(input, order.declared);
  const source = await openSource(input, type, options);
  const { thumbhash, ...renditions } = await renderRenditionSet(source, order.focal);
  const { width, height, orientation } = source;
  const exif = readMetadata(source.exif, order.timeZone);
  const metadata = { ...exif.metadata, ...(source.noPreview && { noPreview: source.noPreview }) };
  const facts = { type, mimeType: mime, width, height, orientation, thumbhash, ...exif, metadata };
  return { ok: true, facts, sizes: writeImages(SET_ORDER.map((name) => renditions[name])) };
}

async function handleRequest(order: WorkerRequest): Promise<WorkerReply> {
  const input = readFully(SCRATCH, 0, order.size, allocateOriginal(order.size));
  const watermark = order.watermarkSize ? readFully(SCRATCH, order.size, order.watermarkSize) : null;
  try {
    return await runRequest(order, input, watermark);
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code, params: error.params };
    if (error instanceof WatermarkError) return { ok: false, message: `the mark cannot be read: ${error.message}` };
    // Only system errors have a code; sharp's own errors are about the image.
    if (!(error instanceof Error)) return { ok: false, message: String(error) };
    if ('code' in error) return { ok: false, message: error.message };
    if (order.kind === 'logo') return { ok: false, code: logoFailure(error, input), params: {} };
    const type = order.kind === 'set' ? identify(input, order.declared).type : order.type;
    return { ok: false, code: failureReason(error, input, type), params: {} };
  }
}

/** An SVG has no type of a photo. */
function logoFailure(error: Error, input: Buffer) {
  const type = detectFileType(input.subarray(0, HEAD_BYTES))?.type;
  if (type) return failureReason(error, input, type);
  return /pixel limit|exceeds/i.test(error.message) ? 'too_many_pixels' : 'corrupt';
}

function failureReason(error: Error, input: Buffer, type: ImageType) {
  if (/pixel limit|exceeds/i.test(error.message)) return 'too_many_pixels';
  if (/premature end of (jpeg|input)|truncated|end of file|read error at/i.test(error.message)) return 'truncated';
  const isCut = isTruncated(type, input.subarray(0, 12), input.subarray(-TAIL_BYTES), input.length);
  return isCut ? 'truncated' : 'corrupt';
}

process.on('message', (order: WorkerRequest) => {
  void handleRequest(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
