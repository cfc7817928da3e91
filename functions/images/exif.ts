import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { PhotoMetadata } from '#core/domain/photos/photos.ts';
import { type ExifBlock, type ExifFields, readExifFields } from './exif-block.ts';

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
