import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Buffer as TextBuffer, Face, Font, shape, Variation } from 'harfbuzzjs';
import type { FontMetrics } from '#core/domain/fonts.ts';
import { FontError, MAX_SFNT_BYTES } from './sfnt.ts';

/*
 * HarfBuzz reads a font's facts and writes it anew. Google's WOFF2 packs and unpacks. Both are WebAssembly, run in a
 * process of their own (worker.ts) and are shipped as files of their packages.
 */

const packages = createRequire(import.meta.url);

type Convert = (bytes: Uint8Array) => Promise<Uint8Array>;
const woff2 = packages('wawoff2') as { compress: Convert; decompress: Convert };

/** @throws FontError `too_large`, `corrupt` */
export async function unpackWoff2(bytes: Buffer): Promise<Buffer> {
  if (bytes.length < 20) throw new FontError('truncated');
  if (bytes.readUInt32BE(8) > bytes.length) throw new FontError('truncated');
  if (bytes.readUInt32BE(16) > MAX_SFNT_BYTES) throw new FontError('too_large');
  try {
    return Buffer.from(await woff2.decompress(bytes));
  } catch {
    throw new FontError('corrupt');
  }
}

export async function packWoff2(sfnt: Uint8Array): Promise<Buffer> {
  return Buffer.from(await woff2.compress(sfnt));
}

/** Opens a font. @throws FontError `corrupt` if it has no glyph for any character */
export function openFont(sfnt: Uint8Array): Face {
  const face = new Face(new Blob(sfnt));
  if (face.collectUnicodes().length === 0 || !(face.upem >= 16 && face.upem <= 16_384)) throw new FontError('corrupt');
  return face;
}

/** Words of our languages, by which a font is compared with the system's font that is shown before it. */
const SAMPLE =
  'The light of the early morning, a walk by the sea and the whole family in one picture. La luz de la mañana, un ' +
  'paseo junto al mar y toda la familia en una foto. La llum del matí, una passejada vora el mar i tota la família.';

/** Returns a font's metrics in parts of an em, with a variable font's weight set. */
export function measureFont(face: Face, weight: number | null = null): FontMetrics {
  const font = new Font(face);
  if (weight !== null) font.setVariations([new Variation('wght', weight)]);
  const { ascender, descender, lineGap } = font.hExtents();
  const part = (units: number) => Math.round((units / face.upem) * 10_000) / 10_000;
  return { ascent: part(ascender), descent: part(-descender), lineGap: part(lineGap), width: part(sampleWidth(font)) };
}

/** Width of a letter of the sample on average, in the font's units. */
function sampleWidth(font: Font): number {
  const text = new TextBuffer();
  text.addText(SAMPLE);
  text.guessSegmentProperties();
  shape(font, text);
  return text.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0) / SAMPLE.length;
}

/** The same average of a font that is known by the widths of its characters, such as a system's. */
export function averageWidth(widthOf: (character: string) => number): number {
  return [...SAMPLE].reduce((sum, character) => sum + widthOf(character), 0) / SAMPLE.length;
}

/** The part of HarfBuzz's subset library that is used here: its C interface, by pointers. */
interface Subset {
  memory: { buffer: ArrayBuffer };
  malloc(size: number): number;
  free(at: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

/** The types of Node have no WebAssembly. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Subset & { _initialize?(): void } };
};

/** `HB_MEMORY_MODE_WRITABLE`; `hb_subset_sets_t`; `hb_subset_flags_t` (hb-subset.h). */
const WRITABLE = 2;
const SETS = { dropTables: 3, nameIds: 4 } as const;
const KEEP_OUTLINE_OF_NOTDEF_AND_UNICODE_RANGES = 0x40 | 0x100;
/** Copyright, trademark, licence and its address: what licences require to travel with the font. */
const KEPT_NAMES = [0, 7, 13, 14];
/** SVG may hold scripts, and bitmaps are images that no decoder of ours has checked. */
const DROPPED_TABLES = ['SVG ', 'CBDT', 'CBLC', 'EBDT', 'EBLC', 'EBSC', 'sbix', 'DSIG', 'meta'];

/**
 * Writes a font anew with all of its characters, glyphs, features and axes. Names that browsers do not use, and tables
 * that HarfBuzz does not know, are left out.
 * @throws FontError `corrupt`
 */
export function rewriteFont(sfnt: Uint8Array): Buffer {
  const module = new WebAssembly.Module(readFileSync(packages.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const hb = new WebAssembly.Instance(module, {}).exports;
  hb._initialize?.();
  const at = hb.malloc(sfnt.length);
  new Uint8Array(hb.memory.buffer).set(sfnt, at);
  const face = hb.hb_face_create(hb.hb_blob_create(at, sfnt.length, WRITABLE, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, KEEP_OUTLINE_OF_NOTDEF_AND_UNICODE_RANGES);
  const names = hb.hb_subset_input_set(input, SETS.nameIds);
  hb.hb_set_clear(names);
  for (const id of KEPT_NAMES) hb.hb_set_add(names, id);
  const dropped = hb.hb_subset_input_set(input, SETS.dropTables);
  for (const tag of DROPPED_TABLES) hb.hb_set_add(dropped, Buffer.from(tag, 'latin1').readUInt32BE());
  const rewritten = hb.hb_subset_or_fail(face, input);
  if (rewritten === 0) throw new FontError('corrupt');
  const blob = hb.hb_face_reference_blob(rewritten);
  const from = hb.hb_blob_get_data(blob, 0);
  // The instance and its memory end with the process.
  return Buffer.from(new Uint8Array(hb.memory.buffer, from, hb.hb_blob_get_length(blob)).slice());
}
