import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { unpackWoff } from '#functions/fonts/sfnt.ts';
import { asWoff2, makeFont, tablesOf, withTable } from '../../support/fonts.ts';
import type { Bombs } from './files.ts';
import type { Format } from './mutate.ts';
import { cutAt } from './split.ts';

/** Small fonts of the catalogue, so that a thousand are read in minutes. */
const WOFFS = ['poppins/files/poppins-latin-400-normal', 'marcellus/files/marcellus-latin-400-normal'].map((name) =>
  readFileSync(resolve(import.meta.dirname, '../../../node_modules/@fontsource', `${name}.woff`)),
);
const SFNTS = WOFFS.map(unpackWoff);

const ENTRY = { sfnt: { header: 12, bytes: 16 }, woff: { header: 44, bytes: 20 } };

/** Cuts a directory into header and entries, and the rest at the offsets that the entries name. */
function splitTables(font: Buffer, { header, bytes }: { header: number; bytes: number }, offsetAt: number): Buffer[] {
  const count = font.length < header ? 0 : font.readUInt16BE(header === 12 ? 4 : 12);
  const entries = Array.from({ length: count }, (_, index) => header + index * bytes);
  const offsets = entries.flatMap((at) => (at + bytes <= font.length ? font.readUInt32BE(at + offsetAt) : []));
  return cutAt(font, [...entries, header + count * bytes, ...offsets]);
}

/** Recomputes the checksums of an unpacked font; returns others as they are. */
function repairChecksums(font: Buffer): Buffer {
  try {
    return makeFont(tablesOf(font), font.readUInt32BE(0));
  } catch {
    return font;
  }
}

const sfnt = (bytes: Buffer) => splitTables(bytes, ENTRY.sfnt, 8);

export async function fontFormats(): Promise<Format[]> {
  // One after another: each result is a view of memory that the next call writes to.
  const woff2s: Buffer[] = [];
  for (const font of SFNTS) woff2s.push(await asWoff2(font));
  return [
    { name: 'ttf', seeds: SFNTS, split: sfnt, repair: repairChecksums },
    { name: 'otf', seeds: SFNTS.map((font) => asOtf(font)), split: sfnt, repair: repairChecksums },
    { name: 'woff', seeds: WOFFS, split: (bytes) => splitTables(bytes, ENTRY.woff, 4) },
    { name: 'woff2', seeds: woff2s, split: splitWoff2 },
  ];
}

/** Cuts the header, 16 bytes of the directory at a time, and the compressed rest. */
function splitWoff2(bytes: Buffer): Buffer[] {
  const directory = Array.from({ length: 12 }, (_, index) => 48 + index * 16);
  return cutAt(bytes, [...directory, Math.floor(bytes.length / 2)]);
}

/** Replaces a font's outlines by a `CFF ` table (Adobe Technical Note 5176), in which every glyph is one charstring. */
export function asOtf(
  sfntFont: Buffer,
  charstring = Buffer.from([139, 139, 21, 14]),
  subroutines: Buffer[] = [],
): Buffer {
  const glyphs = tablesOf(sfntFont)
    .find(({ tag }) => tag === 'maxp')!
    .bytes.readUInt16BE(4);
  const maxp = Buffer.from([0, 0, 0x50, 0, glyphs >> 8, glyphs & 0xff]);
  const cff = cffTable(Array<Buffer>(glyphs).fill(charstring), subroutines);
  const names = ['glyf', 'loca', 'gasp', 'fpgm', 'prep', 'cvt '];
  const without = names.reduce((font, tag) => withTable(font, tag, null), sfntFont);
  return makeFont(tablesOf(withTable(withTable(without, 'maxp', maxp), 'CFF ', cff)), OTTO);
}

const OTTO = 0x4f54544f;

function cffTable(charstrings: Buffer[], subroutines: Buffer[]): Buffer {
  const header = Buffer.from([1, 0, 4, 4]);
  const start = (top: Buffer) =>
    Buffer.concat([header, cffIndex([Buffer.from('Hostile')]), cffIndex([top]), cffIndex([]), cffIndex(subroutines)]);
  const at = start(topDict(0, 0)).length;
  const glyphs = cffIndex(charstrings);
  return Buffer.concat([start(topDict(at, at + glyphs.length)), glyphs]);
}

/** Offsets of the charstrings (operator 17) and of an empty private dictionary (operator 18). */
function topDict(charstringsAt: number, privateAt: number): Buffer {
  const number = (value: number) =>
    Buffer.from([29, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
  return Buffer.concat([number(charstringsAt), Buffer.from([17]), number(0), number(privateAt), Buffer.from([18])]);
}

/** INDEX with offsets of four bytes. */
function cffIndex(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const offsets = Buffer.alloc((items.length + 1) * 4);
  let offset = 1;
  for (const [index, item] of items.entries()) {
    offsets.writeUInt32BE(offset, index * 4);
    offset += item.length;
  }
  offsets.writeUInt32BE(offset, items.length * 4);
  return Buffer.concat([Buffer.from([items.length >> 8, items.length & 255, 4]), offsets, ...items]);
}

/** Fonts that cost far more to read than to send. The first word of a name is its format. */
export async function fontBombs(): Promise<Bombs> {
  const font = SFNTS[0]!;
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const woff = (packed: Buffer, length: number) => oneTableWoff(packed, length);
  const woff2 = Buffer.from(await asWoff2(font));
  const calls = (subroutine: number) => Buffer.from([32 + subroutine, 29]);
  const levels = Array.from({ length: 9 }, (_, level) =>
    Buffer.concat([...Array<Buffer>(60).fill(calls(level + 1)), Buffer.from([11])]),
  );
  const leaf = Buffer.concat([...Array<Buffer>(60).fill(Buffer.from([149, 149, 5])), Buffer.from([11])]);
  const deflated = deflateSync(zeros);
  return {
    'woff 64 MB of zeros in one table': () => woff(deflated, zeros.length),
    'woff 64 MB of zeros that claim to be 1 MB': () => woff(deflated, 1024 * 1024),
    'woff 100 tables of 10 MB': () =>
      manyTablesWoff(deflateSync(zeros.subarray(0, 10 * 1024 * 1024)), 10 * 1024 * 1024),
    'woff2 64 MB of zeros behind a small directory': () =>
      Buffer.concat([sized(woff2.subarray(0, 48), 1024 * 1024), woff2.subarray(48, 120), brotliCompressSync(zeros)]),
    'woff2 claims 10 MB': () => sized(woff2, 10 * 1024 * 1024),
    'woff2 claims 4 GB': () => sized(woff2, 0xffffffff),
    'otf subroutines nested nine deep': () =>
      asOtf(font, Buffer.concat([Buffer.from([139, 139, 21]), calls(0), Buffer.from([14])]), [...levels, leaf]),
    'otf a subroutine that calls itself': () => asOtf(font, Buffer.concat([calls(0), Buffer.from([14])]), [calls(0)]),
    'ttf a composite glyph of itself': () => withTable(font, 'glyf', compositeOfItself(font)),
    'ttf a map of every character': () => withTable(font, 'cmap', wholeMap(1_000_000)),
    'ttf a thousand names of 64 KB in the same bytes': () => withTable(font, 'name', repeatedNames(1000)),
    'ttf two million bytes of one table': () => withTable(font, 'prep', Buffer.alloc(1_900_000, 0x4f)),
  };
}

function sized(woff2: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(woff2);
  copy.writeUInt32BE(bytes, 16);
  return copy;
}

function oneTableWoff(packed: Buffer, length: number): Buffer {
  return manyTablesWoff(packed, length, 1);
}

/** A WOFF whose tables all have the same packed bytes. */
function manyTablesWoff(packed: Buffer, length: number, count = 100): Buffer {
  const header = Buffer.alloc(44 + count * 20);
  header.write('wOFF', 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(header.length + packed.length, 8);
  header.writeUInt16BE(count, 12);
  for (let at = 44; at < header.length; at += 20) {
    header.write('glyf', at, 'latin1');
    for (const [index, value] of [header.length, packed.length, length].entries()) {
      header.writeUInt32BE(value, at + 4 + index * 4);
    }
  }
  return Buffer.concat([header, packed]);
}

/** Every glyph is composed of glyph 0 and of itself, 30 times. */
function compositeOfItself(font: Buffer): Buffer {
  const glyf = Buffer.from(tablesOf(font).find(({ tag }) => tag === 'glyf')!.bytes);
  const component = Buffer.from([0, 0x22, 0, 0, 0, 0]);
  const glyph = Buffer.concat([
    Buffer.from([0xff, 0xff, 0, 0, 0, 0, 0, 100, 0, 100]),
    ...Array<Buffer>(30).fill(component),
  ]);
  glyph.copy(glyf, 0);
  return glyf;
}

/** A `cmap` of format 13, in which each character up to `count` shows glyph 1. */
function wholeMap(count: number): Buffer {
  const map = Buffer.alloc(12 + 28);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(13, 12);
  map.writeUInt32BE(28, 16);
  map.writeUInt32BE(1, 24);
  map.writeUInt32BE(count, 32);
  map.writeUInt32BE(1, 36);
  return map;
}

function repeatedNames(count: number): Buffer {
  const table = Buffer.alloc(6 + count * 12 + 65_534, 0x41);
  table.writeUInt16BE(0, 0);
  table.writeUInt16BE(count, 2);
  table.writeUInt16BE(6 + count * 12, 4);
  for (let index = 0; index < count; index++) {
    for (const [field, value] of [3, 1, 0x409, index % 17, 65_534, 0].entries()) {
      table.writeUInt16BE(value, 6 + index * 12 + field * 2);
    }
  }
  return table;
}
