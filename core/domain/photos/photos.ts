import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

export const PHOTO_STATUSES = ['uploading', 'processing', 'ready', 'failed'] as const;
export const photoStatus = z.enum(PHOTO_STATUSES);
export type PhotoStatus = z.infer<typeof photoStatus>;

/** `failed → processing` is a retry. */
export const PHOTO_TRANSITIONS: Transitions<PhotoStatus> = {
  uploading: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['processing'],
};

/** Reasons of a failed photo; each is also an error code with a text. */
export const PHOTO_FAILURES = [
  'heic_unsupported',
  'not_an_image',
  'type_mismatch',
  'truncated',
  'corrupt',
  'too_many_pixels',
  'too_large',
  'empty',
  'image_too_complex',
  'upload_missing',
  'upload_mismatch',
  'video_too_long',
] as const;
export const photoFailure = z.enum(PHOTO_FAILURES);
export type PhotoFailure = z.infer<typeof photoFailure>;

/**
 * RAW formats with their extensions. Pages show the JPEG that the camera stored in the file; the file itself is
 * delivered as an original. A RAW and a JPEG of one name are two photos: neither replaces the other, and either can be
 * hidden.
 */
export const RAW_EXTENSIONS = {
  'image/x-canon-cr2': ['cr2'],
  'image/x-canon-cr3': ['cr3'],
  'image/x-nikon-nef': ['nef', 'nrw'],
  'image/x-sony-arw': ['arw', 'sr2'],
  'image/x-fuji-raf': ['raf'],
  'image/x-adobe-dng': ['dng'],
  'image/x-olympus-orf': ['orf'],
  'image/x-panasonic-rw2': ['rw2', 'rwl'],
  'image/x-pentax-pef': ['pef'],
  'image/x-samsung-srw': ['srw'],
  'image/x-hasselblad-3fr': ['3fr'],
} as const satisfies Record<string, readonly string[]>;
export type RawMimeType = keyof typeof RAW_EXTENSIONS;
const RAW_MIME_TYPES = Object.keys(RAW_EXTENSIONS) as RawMimeType[];

export const isRawMimeType = (type: string): type is RawMimeType => Object.hasOwn(RAW_EXTENSIONS, type);

/**
 * MIME types accepted for upload; the content decides the real type. A video is a photo with a video's type: it is
 * sorted, hidden, counted and downloaded like any other.
 */
export const PHOTO_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/heic',
  'image/heif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  ...RAW_MIME_TYPES,
] as const;
export const photoMimeType = z.enum(PHOTO_MIME_TYPES);
export type PhotoMimeType = z.infer<typeof photoMimeType>;
/** Maximum number of photos per bulk mutation. */
export const MAX_BULK_PHOTOS = 5000;

/** SHA-256 of a file's content in hexadecimal; equal hashes are the same photograph. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/);

export const filename = text
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u);

export const photoIds = z.array(rowId).min(1).max(MAX_BULK_PHOTOS);

/** Degrees clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Maximum correction of a camera's clock, in seconds: fifty years either way. */
export const MAX_CAPTURE_OFFSET_S = 50 * 365 * 24 * 60 * 60;

/** Fractions of the displayed image's width from the left and height from the top. */
export const focalPoint = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** Data of the original without location and serial numbers: EXIF, or the length of a video. */
export const photoMetadata = z
  .object({
    cameraMake: z.string(),
    cameraModel: z.string(),
    lens: z.string(),
    iso: z.number(),
    /** Seconds. */
    exposureTime: z.number(),
    fNumber: z.number(),
    /** Millimetres. */
    focalLength: z.number(),
    copyright: z.string(),
    artist: z.string(),
    /** The file is a RAW without an image in it: pages show its name instead. */
    noPreview: z.literal(true),
    /** Length of a video in milliseconds, if its container states one. */
    durationMs: z.number(),
  })
  .partial();
export type PhotoMetadata = z.infer<typeof photoMetadata>;

export interface SortablePhoto {
  id: string;
  filename: string;
  capturedAt: number | null;
  /** Correction of the camera's clock, in seconds. */
  captureOffset: number;
  uploadedAt: number;
  order: number;
}

/** Returns the corrected capture time, or else the upload time; epoch milliseconds. */
export function sortTimestamp({ capturedAt, captureOffset, uploadedAt }: SortablePhoto): number {
  return capturedAt === null ? uploadedAt : capturedAt + captureOffset * 1000;
}

/** One shared collator: `localeCompare` would create one per comparison. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Compares photos in a gallery's sort order. Capture time falls back to upload time, and numbers in filenames compare
 * numerically (IMG_9 before IMG_10). The id breaks ties, so that every window and the server agree.
 */
export function comparePhotos(
  sortBy: 'captured_at' | 'filename' | 'manual',
): (a: SortablePhoto, b: SortablePhoto) => number {
  const byId = (a: SortablePhoto, b: SortablePhoto) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  const byName = (a: SortablePhoto, b: SortablePhoto) => names.compare(a.filename, b.filename) || byId(a, b);
  if (sortBy === 'filename') return byName;
  if (sortBy === 'manual') return (a, b) => a.order - b.order || byName(a, b);
  return (a, b) => sortTimestamp(a) - sortTimestamp(b) || byName(a, b);
}

/** Rotations in degrees clockwise: `renderedRotation` is that of the current rendition. */
interface DisplayedPhoto {
  width: number | null;
  height: number | null;
  rotation: number;
  renderedRotation: number;
}

/** Returns the degrees clockwise by which the current rendition must still be rotated; 0 once it is rendered again. */
export function pendingRotation({
  rotation,
  renderedRotation,
}: Pick<DisplayedPhoto, 'rotation' | 'renderedRotation'>): Rotation {
  return ((rotation - renderedRotation + 360) % 360) as Rotation;
}

/** Returns width divided by height as displayed, after rotation; 3:2 until the photo is processed. */
export function displayRatio(photo: DisplayedPhoto): number {
  if (!photo.width || !photo.height) return 3 / 2;
  const keepsOrientation = pendingRotation(photo) % 180 === 0;
  return keepsOrientation ? photo.width / photo.height : photo.height / photo.width;
}
