import readExif from 'exif-reader';
import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { PhotoMetadata } from '#core/domain/photos/photos.ts';

/** EXIF data of a photo. `capturedAt` is epoch milliseconds. */
export type ExifData = { capturedAt: number | null; metadata: PhotoMetadata };

type Tags = Record<string, unknown>;

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
  const blocks = parse(exif);
  const image: Tags = blocks?.Image ?? {};
  const photo: Tags = blocks?.Photo ?? {};
  const metadata: PhotoMetadata = {
    ...texts({ cameraMake: image['Make'], cameraModel: image['Model'], lens: photo['LensModel'] }),
    ...numbers({
      iso: first(photo['ISOSpeedRatings'] ?? photo['PhotographicSensitivity']),
      exposureTime: photo['ExposureTime'],
      fNumber: photo['FNumber'],
      focalLength: photo['FocalLength'],
    }),
    ...readRights(image),
  };
  return { capturedAt: capturedAt(photo, timeZone), metadata };
}

/** Returns the two fields that renditions keep. */
export function readCopyright(exif: Buffer | undefined): Pick<PhotoMetadata, 'copyright' | 'artist'> {
  return readRights(parse(exif)?.Image ?? {});
}

/**
 * True if EXIF indicates Adobe RGB, which cameras write without a profile: DCF 2.0’s "optional file" (CIPA DC-009 §3.4)
 * has an uncalibrated colour space and `R03` as its interoperability index.
 */
export function isAdobeRgb(exif: Buffer | undefined): boolean {
  const blocks = parse(exif);
  return blocks?.Photo?.ColorSpace === 0xffff && decodeText(blocks.Iop?.InteroperabilityIndex).startsWith('R03');
}

function readRights(image: Tags): Pick<PhotoMetadata, 'copyright' | 'artist'> {
  return texts({ copyright: image['Copyright'], artist: image['Artist'] });
}

function parse(exif: Buffer | undefined): ReturnType<typeof readExif> | undefined {
  if (!exif) return undefined;
  try {
    return readExif(exif);
  } catch {
    return undefined;
  }
}

function capturedAt(photo: Tags, timeZone: string): number | null {
  const taken = photo['DateTimeOriginal'];
  if (!(taken instanceof Date) || !(taken.getUTCFullYear() >= FIRST_YEAR)) return null;
  // exif-reader returns local time as if it were UTC.
  const wallClock = taken.getTime() - taken.getUTCMilliseconds() + milliseconds(photo['SubSecTimeOriginal']);
  const offset = offsetMinutes(photo['OffsetTimeOriginal']);
  if (offset !== null) return wallClock - offset * MINUTE_MS;
  const plain = Temporal.Instant.fromEpochMilliseconds(wallClock).toZonedDateTimeISO('UTC').toPlainDateTime();
  return plain.toZonedDateTime(timeZone).epochMilliseconds;
}

/** `SubSecTimeOriginal` holds decimal digits of a second: "5" is half a second, "05" a twentieth. */
function milliseconds(digits: unknown): number {
  const text = typeof digits === 'string' ? digits.trim() : '';
  return /^\d{1,9}$/.test(text) ? Math.floor(Number(`0.${text}`) * 1000) : 0;
}

function offsetMinutes(offset: unknown): number | null {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(typeof offset === 'string' ? offset.trim() : '');
  if (!match || Number(match[2]) > 14 || Number(match[3]) > 59) return null;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

function texts<Name extends string>(values: Record<Name, unknown>): Partial<Record<Name, string>> {
  const retained: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(values) as Name[]) {
    const whole = decodeText(values[name]).replace(/\p{Cc}+/gu, ' ');
    const text = Array.from(whole.trim()).slice(0, MAX_TEXT).join('');
    if (text) retained[name] = text;
  }
  return retained;
}

/**
 * EXIF text is ASCII by its standard; programs also write UTF-8 and, in old files, Latin-1. exif-reader returns
 * non-ASCII text as bytes.
 */
function decodeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Buffer.isBuffer(value)) return '';
  const utf8 = value.toString('utf8');
  return utf8.includes('\ufffd') ? value.toString('latin1') : utf8;
}

function numbers<Name extends string>(values: Record<Name, unknown>): Partial<Record<Name, number>> {
  const retained: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(values) as Name[]) {
    const value = values[name];
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) retained[name] = value;
  }
  return retained;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
