import { z } from 'zod';
import { rowId } from './ids.ts';
import { text } from './primitives.ts';
import type { Transitions } from './transitions.ts';

export const PHOTO_STATUSES = ['uploading', 'processing', 'ready', 'failed'] as const;
export const photoStatus = z.enum(PHOTO_STATUSES);
export type PhotoStatus = z.infer<typeof photoStatus>;

/** Decisions §2; `failed → processing` is a retry. */
export const PHOTO_TRANSITIONS: Transitions<PhotoStatus> = {
  uploading: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['processing'],
};

/** Why a photo failed; also an error code with a text. */
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
] as const;
export const photoFailure = z.enum(PHOTO_FAILURES);
export type PhotoFailure = z.infer<typeof photoFailure>;

/** What may be sent; what it is in truth is decided by its content. HEIC is refused by name, with advice. */
export const PHOTO_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff'] as const;
export const photoMimeType = z.enum(PHOTO_MIME_TYPES);
export type PhotoMimeType = z.infer<typeof photoMimeType>;
/** Photos a bulk act may name in one mutation. */
export const MAX_BULK_PHOTOS = 5000;

/** Of a file's whole content, as hexadecimal digits: two files with the same are the same photograph. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/);

export const filename = text
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u);

export const photoIds = z.array(rowId).min(1).max(MAX_BULK_PHOTOS);

/** Degrees clockwise. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** Seconds that a camera's clock can be put right by: fifty years either way. */
export const MAX_CAPTURE_OFFSET_S = 50 * 365 * 24 * 60 * 60;

/** Parts of the width from the left, and of the height from the top, of the picture as shown. */
export const focalPoint = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** What EXIF told, less anything that says where or with which serial number (quality.md). */
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
  })
  .partial();
export type PhotoMetadata = z.infer<typeof photoMetadata>;

export interface SortablePhoto {
  id: string;
  filename: string;
  capturedAt: number | null;
  /** Seconds that the camera's clock was wrong by. */
  captureOffset: number;
  uploadedAt: number;
  order: number;
}

/** When a photo was taken, its camera's clock put right, or else sent; epoch milliseconds. */
export function sortTimestamp({ capturedAt, captureOffset, uploadedAt }: SortablePhoto): number {
  return capturedAt === null ? uploadedAt : capturedAt + captureOffset * 1000;
}

/** One collator for all: `localeCompare` would make one a comparison. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * A gallery's order. Capture time falls back to upload time, filenames compare as people read them (IMG_9 before
 * IMG_10); ties end at the id, so that every window and the server agree.
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
