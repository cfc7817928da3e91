import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Inter, 342 KB: a TrueType font of 2,849 characters. */
export const FONT_FILE = join(ROOT, 'node_modules/@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');

export const readFontFile = (): Buffer => readFileSync(FONT_FILE);

/** Poppins with the basic range, unpacked: packing it takes a tenth of the time. */
export const readSmallFont = async (): Promise<Buffer> => {
  const packed = join(ROOT, 'node_modules/@fontsource/poppins/files/poppins-latin-400-normal.woff2');
  return Buffer.from(await wawoff2().decompress(readFileSync(packed)));
};

/** A variable font of the catalogue, as WOFF2. */
export const readVariableFont = (): Buffer =>
  readFileSync(join(ROOT, 'node_modules/@fontsource-variable/lora/files/lora-latin-wght-normal.woff2'));

interface Table {
  tag: string;
  bytes: Buffer;
}

/** Returns the tables of an unpacked font. */
export function tablesOf(sfnt: Buffer): Table[] {
  return Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const from = sfnt.readUInt32BE(at + 8);
    const bytes = Buffer.from(sfnt.subarray(from, from + sfnt.readUInt32BE(at + 12)));
    return { tag: sfnt.toString('latin1', at, at + 4), bytes };
  });
}

/** Writes an unpacked font with correct checksums. */
export function makeFont(tables: readonly Table[], signature = 0x00010000): Buffer {
  const header = Buffer.alloc(12 + tables.length * 16);
  header.writeUInt32BE(signature);
  header.writeUInt16BE(tables.length, 4);
  const parts = [header];
  let offset = header.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) {
      if (tag !== 'head' || at !== 8) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    }
    const at = 12 + index * 16;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(sum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(bytes.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** Returns the font with a table replaced, added, or (null) left out. */
export function withTable(sfnt: Buffer, tag: string, bytes: Buffer | null): Buffer {
  const others = tablesOf(sfnt).filter((table) => table.tag !== tag);
  return makeFont([...others, ...(bytes ? [{ tag, bytes }] : [])].toSorted((a, b) => (a.tag < b.tag ? -1 : 1)));
}

/** A `name` table with these texts in English, for Windows. */
export function nameTable(names: Readonly<Record<number, string>>): Buffer {
  const entries = Object.entries(names).map(([id, text]) => {
    const bytes = Buffer.from(text, 'utf16le').swap16();
    return { id: Number(id), bytes };
  });
  const header = Buffer.alloc(6 + entries.length * 12);
  header.writeUInt16BE(entries.length, 2);
  header.writeUInt16BE(header.length, 4);
  let offset = 0;
  for (const [index, { id, bytes }] of entries.entries()) {
    for (const [field, value] of [3, 1, 0x409, id, bytes.length, offset].entries()) {
      header.writeUInt16BE(value, 6 + index * 12 + field * 2);
    }
    offset += bytes.length;
  }
  return Buffer.concat([header, ...entries.map(({ bytes }) => bytes)]);
}

/** Packs as WOFF2. */
export const asWoff2 = async (sfnt: Buffer): Promise<Buffer> => Buffer.from(await wawoff2().compress(sfnt));

type Convert = (bytes: Uint8Array) => Promise<Uint8Array>;
const wawoff2 = () => createRequire(import.meta.url)('wawoff2') as { compress: Convert; decompress: Convert };
