import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Metadata } from 'sharp';
import { AppError } from '#core/domain/values/errors.ts';
import { MAX_HEIC_MEMORY, pixelCap } from './limits.ts';

/*
 * Decodes HEIC with libheif in WebAssembly: sharp reads its header, but contains no HEVC decoder. libheif-js is loaded
 * with the first HEIC, from its own files: its licence (LGPL) requires that it can be replaced.
 */

/** The part of libheif's interface that is used here. Errors are returned. */
type LibHeif = {
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): HeifError;
  heif_js_context_get_primary_image_handle(context: object): object & Partial<HeifError>;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(handle: object, colorspace: object, chroma: object): DecodedImage | HeifError;
  heif_error_code: Record<
    `heif_error_${'Ok' | 'Unsupported_filetype' | 'Unsupported_feature' | 'Memory_allocation_error'}`,
    object
  >;
  heif_colorspace: { heif_colorspace_RGB: object };
  heif_chroma: Record<'heif_chroma_interleaved_RGB' | 'heif_chroma_interleaved_RGBA', object>;
};

type HeifError = { code: object; message: string };

/** The data are a view of libheif's memory. `stride`: bytes from one row to the next. */
type DecodedImage = {
  channels: Array<{ width: number; height: number; stride: number; data: Uint8Array }>;
};

/** The types of Node have no WebAssembly. */
type WasmMemory = { buffer: ArrayBuffer; grow: (pages: number) => number };
type WasmInstance = { exports: Record<string, unknown> };
declare const WebAssembly: {
  Memory: new (size: object) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => WasmInstance;
};

const PAGE_BYTES = 65_536;

let compiled: object | undefined;

/** Returns libheif with a memory of its own: nothing of one photo reaches the next, and its memory is freed. */
function createHeif(): LibHeif {
  const require = createRequire(import.meta.url);
  const create = require('libheif-js/libheif-wasm/libheif.js') as (options: object) => LibHeif;
  compiled ??= new WebAssembly.Module(readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')));
  const instantiateWasm = (imports: object, receive: (instance: WasmInstance) => object) => {
    const instance = new WebAssembly.Instance(compiled!, imports);
    for (const memory of Object.values(instance.exports)) {
      if (memory instanceof WebAssembly.Memory) limitMemory(memory);
    }
    return receive(instance);
  };
  return create({ instantiateWasm });
}

/** The module may grow to 2 GB by its own declaration. A failed growth is a failed allocation to libheif. */
function limitMemory(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_HEIC_MEMORY) throw new RangeError('too much memory');
    return grow(pages);
  };
}

/**
 * Decodes the primary image of a HEIC, upright: its rotation and mirroring are properties of the image, which libheif
 * applies. EXIF repeats them, and must not be applied as well.
 * @param header as sharp reads it
 * @returns an uncompressed TIFF with the image's colour profile
 * @throws AppError `too_many_pixels`, `image_too_complex` if it needs too much memory, `heic_unsupported` for a variant
 *   that libheif cannot decode; Error with libheif's message for a broken file
 */
export function decodeHeic(input: Buffer, { icc, hasAlpha }: Pick<Metadata, 'icc' | 'hasAlpha'>): Buffer {
  const heif = createHeif();
  const context = heif.heif_context_alloc();
  check(heif, heif.heif_context_read_from_memory(context, input));
  const handle = check(heif, heif.heif_js_context_get_primary_image_handle(context));
  const cap = pixelCap('heic', {});
  if (heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle) > cap) {
    throw new AppError('too_many_pixels', { megapixels: cap / 1_000_000 });
  }
  const chroma = heif.heif_chroma[hasAlpha ? 'heif_chroma_interleaved_RGBA' : 'heif_chroma_interleaved_RGB'];
  const { channels } = check(
    heif,
    heif.heif_js_decode_image2(handle, heif.heif_colorspace.heif_colorspace_RGB, chroma),
  );
  return toTiff(channels[0]!, hasAlpha ? 4 : 3, icc);
}

/** Returns the answer unless it is an error. */
function check<Answer extends object>(heif: LibHeif, answer: Answer | HeifError): Answer {
  if (!('code' in answer) || answer.code === heif.heif_error_code.heif_error_Ok) return answer as Answer;
  const codes = heif.heif_error_code;
  if (answer.code === codes.heif_error_Memory_allocation_error) throw new AppError('image_too_complex');
  const isUnsupported = [codes.heif_error_Unsupported_filetype, codes.heif_error_Unsupported_feature].includes(
    answer.code,
  );
  throw isUnsupported ? new AppError('heic_unsupported') : new Error((answer as HeifError).message);
}

/** Field types of TIFF 6.0. */
const [SHORT, LONG, UNDEFINED] = [3, 4, 7];
const TIFF_HEADER = 8;
const ENTRY = 12;

/** Writes pixels as TIFF 6.0 in one uncompressed strip, which sharp reads without a copy of its own. */
function toTiff(pixels: DecodedImage['channels'][number], bands: 3 | 4, icc: Buffer | undefined): Buffer {
  const { width, height, stride, data } = pixels;
  const row = width * bands;
  // A profile of another colour space, such as grey, does not describe these pixels.
  const profile = icc?.toString('latin1', 16, 20) === 'RGB ' ? icc : null;
  const profileAt = TIFF_HEADER + row * height;
  const bitsAt = profileAt + (profile?.length ?? 0) + ((profile?.length ?? 0) % 2);
  const directoryAt = bitsAt + bands * 2;
  const entries: Array<[tag: number, type: number, count: number, value: number]> = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, bands, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, TIFF_HEADER],
    [277, SHORT, 1, bands],
    [278, LONG, 1, height],
    [279, LONG, 1, row * height],
  ];
  // Unassociated alpha.
  if (bands === 4) entries.push([338, SHORT, 1, 2]);
  if (profile) entries.push([34_675, UNDEFINED, profile.length, profileAt]);
  const tiff = Buffer.alloc(directoryAt + 2 + entries.length * ENTRY + 4);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(directoryAt, 4);
  for (let y = 0; y < height; y++) tiff.set(data.subarray(y * stride, y * stride + row), TIFF_HEADER + y * row);
  profile?.copy(tiff, profileAt);
  for (let band = 0; band < bands; band++) tiff.writeUInt16LE(8, bitsAt + band * 2);
  tiff.writeUInt16LE(entries.length, directoryAt);
  entries.forEach(([tag, type, count, value], index) => {
    const at = directoryAt + 2 + index * ENTRY;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  });
  return tiff;
}
