import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';

/** An entry of a ZIP with its directory fields and its bytes. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
  method: number;
  isUtf8: boolean;
  /** Local time in MS-DOS format, rounded to two seconds. */
  time: string;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * Reads a small ZIP (no Zip64) by its directory, and validates every header against the bytes.
 * @throws Error for a header that does not match, and for bytes that another reader would find
 */
export function readZip(zip: Uint8Array): ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - 22;
  if (view.getUint32(end, true) !== END) throw new Error('no end of a directory');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('no entry of a directory');
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const size = view.getUint32(at + 24, true);
    const name = Buffer.from(zip.subarray(at + 46, at + 46 + nameBytes!)).toString('utf8');
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL) throw new Error(`${name}: no header`);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = zip.slice(start, start + size);
    if (crc32(bytes) !== view.getUint32(at + 16, true)) throw new Error(`${name}: another checksum`);
    if (view.getUint32(at + 20, true) !== size) throw new Error(`${name}: two sizes`);
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0;
    const time = timeOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true));
    entries.push({ name, bytes, method: view.getUint16(at + 10, true), isUtf8, time });
    at += 46 + nameBytes! + extra! + comment!;
  }
  if (at !== end) throw new Error('something behind the directory');
  compare(entries, unzipSync(zip));
  return entries;
}

function timeOf(date: number, time: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day}T${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
}

function compare(entries: readonly ZipEntry[], other: Record<string, Uint8Array>): void {
  if (Object.keys(other).length !== entries.length) throw new Error('another number of entries');
  for (const { name, bytes } of entries) {
    if (!other[name] || Buffer.compare(other[name], bytes) !== 0) throw new Error(`${name}: another content`);
  }
}
