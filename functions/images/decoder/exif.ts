import { Temporal } from 'temporal-polyfill';
import type { PhotoMetadata } from '#core/domain/photos/photos.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';

/*
 * Reads single fields of an EXIF block (CIPA DC-008, TIFF 6.0). A reader of whole blocks was still busy with a
 * hostile one of 1 MB after 20 s: each of 65,535 entries may describe the block's bytes as its values. This one reads the
 * first value of a named field, so its time is bounded by the number of entries.
 */

/** Tags of the fields that are read, by directory. */
const TAGS = {
  image: { make: 0x01_0f, model: 0x01_10, artist: 0x01_3b, copyright: 0x82_98, photo: 0x87_69 },
  photo: {
    exposureTime: 0x82_9a,
    fNumber: 0x82_9d,
    iso: 0x88_27,
    dateTimeOriginal: 0x90_03,
    offsetTimeOriginal: 0x90_11,
    subSecTimeOriginal: 0x92_91,
    focalLength: 0x92_0a,
    colorSpace: 0xa0_01,
    interoperability: 0xa0_05,
    lensModel: 0xa4_34,
  },
  interoperability: { index: 0x00_01 },
} as const;

type Directory = keyof typeof TAGS;
type ExifFields<D extends Directory> = Partial<Record<keyof (typeof TAGS)[D], number | Buffer>>;
type ExifBlock = { [D in Directory]: ExifFields<D> };

/** Longest text that is read, in bytes. */
const MAX_TEXT_BYTES = 4096;
const ENTRY_BYTES = 12;

/** Returns the fields of a block: text as bytes, numbers by their first value. Null if it is no EXIF. */
function readExifFields(exif: Buffer): ExifBlock | null {
  const block = exif.toString('latin1', 0, 5) === 'Exif\0' ? exif.subarray(6) : exif;
  const order = block.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return null;
  const read = new Reader(block, order === 'II*\0');
  const image = read.directory('image', read.number(4, 4));
  const photo = read.directory('photo', image.photo);
  return { image, photo, interoperability: read.directory('interoperability', photo.interoperability) };
}

class Reader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  /** Returns an unsigned number; undefined outside the block. */
  number(at: number, size: 1 | 2 | 4): number | undefined {
    if (at < 0 || at + size > this.#bytes.length) return undefined;
    return this.#isLittle ? this.#bytes.readUIntLE(at, size) : this.#bytes.readUIntBE(at, size);
  }

  /** Returns the fields of the directory at an offset; none without a directory there. */
  directory<D extends Directory>(name: D, at: number | Buffer | undefined): ExifFields<D> {
    const fields: Record<string, number | Buffer> = {};
    if (typeof at !== 'number' || at < 8) return fields as ExifFields<D>;
    const names = new Map<number | undefined, string>(Object.entries(TAGS[name]).map(([field, tag]) => [tag, field]));
    const count = this.number(at, 2) ?? 0;
    for (let entry = at + 2; entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
      const tag = this.number(entry, 2);
      if (tag === undefined) break;
      const field = names.get(tag);
      const value = field === undefined ? undefined : this.#value(entry);
      if (value !== undefined) fields[field!] = value;
    }
    return fields as ExifFields<D>;
  }

  #value(entry: number): number | Buffer | undefined {
    const [type, count] = [this.number(entry + 2, 2), this.number(entry + 4, 4) ?? 0];
    const inEntry = entry + 8;
    const from = (size: number) => (size * count <= 4 ? inEntry : (this.number(inEntry, 4) ?? this.#bytes.length));
    // ASCII, and UNDEFINED, which programs use for text as well.
    if (type === 2 || type === 7) {
      const start = from(1);
      return this.#bytes.subarray(start, start + Math.min(count, MAX_TEXT_BYTES));
    }
    if (count === 0) return undefined;
    if (type === 1) return this.number(from(1), 1);
    if (type === 3) return this.number(from(2), 2);
    if (type === 4) return this.number(from(4), 4);
    if (type !== 5) return undefined;
    const [numerator, denominator] = [this.number(from(8), 4), this.number(from(8) + 4, 4)];
    return numerator === undefined || denominator === undefined ? undefined : numerator / denominator;
  }
}

/** EXIF data of a photo. `capturedAt` is epoch milliseconds. */
export type ExifData = { capturedAt: number | null; metadata: PhotoMetadata };

/** A camera whose clock was never set writes zeros, which parse as 30 November 1899. */
const FIRST_YEAR = 1900;
/** Counts letters, not code units: half of a surrogate pair is no text, and Postgres refuses it as text and in JSON. */
const MAX_TEXT = 200;

/**
 * Reads an EXIF block. Only the fields named here are returned: no location, no serial number, no maker's notes. A
 * broken block counts as none, since the image itself may be fine.
 * @param timeZone the studio's zone, for capture times without an offset
 */
export function readMetadata(exif: Buffer | undefined, timeZone: string): ExifData {
  const { image, photo } = parse(exif);
  const { iso, exposureTime, fNumber, focalLength } = photo;
  const metadata: PhotoMetadata = {
    ...texts({ cameraMake: image.make, cameraModel: image.model, lens: photo.lensModel }),
    ...numbers({ iso, exposureTime, fNumber, focalLength }),
    ...readRights(image),
  };
  return { capturedAt: capturedAt(photo, timeZone), metadata };
}

/** Returns the two fields that renditions keep. */
export function readCopyright(exif: Buffer | undefined): Pick<PhotoMetadata, 'copyright' | 'artist'> {
  return readRights(parse(exif).image);
}

/**
 * True if EXIF indicates Adobe RGB, which cameras write without a profile: DCF 2.0’s "optional file" (CIPA DC-009 §3.4)
 * has an uncalibrated colour space and `R03` as its interoperability index.
 */
export function isAdobeRgb(exif: Buffer | undefined): boolean {
  const { photo, interoperability } = parse(exif);
  return photo.colorSpace === 0xffff && decodeText(interoperability.index).startsWith('R03');
}

function readRights({ copyright, artist }: ExifFields<'image'>): Pick<PhotoMetadata, 'copyright' | 'artist'> {
  return texts({ copyright, artist });
}

function parse(exif: Buffer | undefined): ExifBlock {
  return (exif && readExifFields(exif)) ?? { image: {}, photo: {}, interoperability: {} };
}

function capturedAt(photo: ExifFields<'photo'>, timeZone: string): number | null {
  const taken = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(decodeText(photo.dateTimeOriginal));
  if (!taken) return null;
  const [year, month, ...rest] = taken.slice(1).map(Number) as [number, number, number, number, number, number];
  const local = new Date(Date.UTC(year, month - 1, ...rest));
  if (!(local.getUTCFullYear() >= FIRST_YEAR)) return null;
  // Local time as if it were UTC.
  const wallClock = local.getTime() + milliseconds(photo.subSecTimeOriginal);
  const offset = offsetMinutes(photo.offsetTimeOriginal);
  if (offset !== null) return wallClock - offset * MINUTE_MS;
  const plain = Temporal.Instant.fromEpochMilliseconds(wallClock).toZonedDateTimeISO('UTC').toPlainDateTime();
  return plain.toZonedDateTime(timeZone).epochMilliseconds;
}

/** `SubSecTimeOriginal` holds decimal digits of a second: "5" is half a second, "05" a twentieth. */
function milliseconds(digits: number | Buffer | undefined): number {
  const text = decodeText(digits).trim();
  return /^\d{1,9}$/.test(text) ? Math.floor(Number(`0.${text}`) * 1000) : 0;
}

function offsetMinutes(offset: number | Buffer | undefined): number | null {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(decodeText(offset).trim());
  if (!match || Number(match[2]) > 14 || Number(match[3]) > 59) return null;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

function texts<Name extends string>(values: Record<Name, number | Buffer | undefined>): Partial<Record<Name, string>> {
  const retained: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(values) as Name[]) {
    const whole = decodeText(values[name]).replace(/\p{Cc}+/gu, ' ');
    const text = Array.from(whole.trim()).slice(0, MAX_TEXT).join('');
    if (text) retained[name] = text;
  }
  return retained;
}

/** EXIF text is ASCII by its standard, and ends with a zero; programs also write UTF-8 and, in old files, Latin-1. */
function decodeText(value: number | Buffer | undefined): string {
  if (!Buffer.isBuffer(value)) return '';
  const utf8 = value.toString('utf8');
  return (utf8.includes('\ufffd') ? value.toString('latin1') : utf8).replace(/\0$/, '');
}

function numbers<Name extends string>(
  values: Record<Name, number | Buffer | undefined>,
): Partial<Record<Name, number>> {
  const retained: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(values) as Name[]) {
    const value = values[name];
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) retained[name] = value;
  }
  return retained;
}
