import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FontError } from './sfnt.ts';

/*
 * HarfBuzz rewrites fonts: whole ones for pages, and parts of them for print. It bounds the work that a font can
 * cause, and runs as WebAssembly with a memory of its own, which is shipped as a file of its package.
 */

const packages = createRequire(import.meta.url);

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
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_unicode_set(input: number): number;
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
const DESUBROUTINIZE = 0x4;
const KEEP_OUTLINE_OF_NOTDEF_AND_UNICODE_RANGES = 0x40 | 0x100;
/** Copyright, trademark, licence and its address: what licences require to travel with the font. */
const KEPT_NAMES = [0, 7, 13, 14];
/** SVG may hold scripts, and bitmaps are images that no decoder of ours has checked. */
const DROPPED_TABLES = ['SVG ', 'CBDT', 'CBLC', 'EBDT', 'EBLC', 'EBSC', 'sbix', 'DSIG', 'meta'];
const GLYPH_HEADER_BYTES = 10;
const LAYOUT_TABLES = ['BASE', 'GDEF', 'GPOS', 'GSUB', 'kern', 'kerx', 'mort', 'morx'];

/**
 * Rewrites a font as `choose` says.
 * @throws FontError `corrupt`
 */
function rewrite(sfnt: Uint8Array, choose: (hb: Subset, input: number, face: number) => void): Buffer {
  const module = new WebAssembly.Module(readFileSync(packages.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const hb = new WebAssembly.Instance(module, {}).exports;
  hb._initialize?.();
  const at = hb.malloc(sfnt.length);
  new Uint8Array(hb.memory.buffer).set(sfnt, at);
  const face = hb.hb_face_create(hb.hb_blob_create(at, sfnt.length, WRITABLE, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  choose(hb, input, face);
  const rewritten = hb.hb_subset_or_fail(face, input);
  if (rewritten === 0) throw new FontError('corrupt');
  const blob = hb.hb_face_reference_blob(rewritten);
  const from = hb.hb_blob_get_data(blob, 0);
  // The instance and its memory are garbage from here on.
  return Buffer.from(new Uint8Array(hb.memory.buffer, from, hb.hb_blob_get_length(blob)).slice());
}

const tagNumber = (tag: string) => Buffer.from(tag, 'latin1').readUInt32BE();

/**
 * Rewrites a font with all of its characters, glyphs, features and axes. Names that browsers do not use, and tables
 * that HarfBuzz does not know, are left out.
 * @throws FontError `corrupt`
 */
export function rewriteFont(sfnt: Uint8Array): Buffer {
  return rewrite(sfnt, (hb, input) => {
    hb.hb_subset_input_keep_everything(input);
    hb.hb_subset_input_set_flags(input, KEEP_OUTLINE_OF_NOTDEF_AND_UNICODE_RANGES);
    const names = hb.hb_subset_input_set(input, SETS.nameIds);
    hb.hb_set_clear(names);
    for (const id of KEPT_NAMES) hb.hb_set_add(names, id);
    const dropped = hb.hb_subset_input_set(input, SETS.dropTables);
    for (const tag of DROPPED_TABLES) hb.hb_set_add(dropped, tagNumber(tag));
  });
}

/**
 * Returns a font with the glyphs of these letters in one weight, without rules of layout and without subroutines: the
 * PDF library bounds neither.
 * @param weight of a variable font; null for its own
 * @throws FontError `corrupt`
 */
export function fontForPrint(sfnt: Uint8Array, letters: string, weight: number | null): Buffer {
  const font = rewrite(sfnt, (hb, input, face) => {
    hb.hb_subset_input_set_flags(input, DESUBROUTINIZE | KEEP_OUTLINE_OF_NOTDEF_AND_UNICODE_RANGES);
    const unicodes = hb.hb_subset_input_unicode_set(input);
    for (const letter of letters) hb.hb_set_add(unicodes, letter.codePointAt(0)!);
    const dropped = hb.hb_subset_input_set(input, SETS.dropTables);
    for (const tag of [...DROPPED_TABLES, ...LAYOUT_TABLES]) hb.hb_set_add(dropped, tagNumber(tag));
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    if (weight !== null) hb.hb_subset_input_pin_axis_location(input, face, tagNumber('wght'), weight);
  });
  // fontkit reads the header of empty glyphs too, which may be at the end of the file.
  return Buffer.concat([font, Buffer.alloc(GLYPH_HEADER_BYTES)]);
}
