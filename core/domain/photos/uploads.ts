/** Maximum bytes of an original. The ingest function holds it in memory once (stacks/function-table.ts). */
export const MAX_PHOTO_BYTES = 500 * 1024 * 1024;
/** Originals above this size are uploaded in parts. */
export const MULTIPART_BYTES = 100 * 1024 * 1024;
/** Maximum files per signing request (docs/decisions/uploads.md). */
export const MAX_FILES_PER_SIGNING = 50;

/** Maximum bytes of a guest's photo: the largest JPEG of a phone is about 25 MB. */
export const MAX_GUEST_PHOTO_BYTES = 30 * 1024 * 1024;
/** Types of guests' photos: what phones make. Neither RAW nor video: both cost the studio far more. */
export const GUEST_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const;
/** Maximum number of photos that wait for the studio in a gallery: bounds what strangers can store. */
export const MAX_WAITING_GUEST_PHOTOS = 500;
/** Maximum number of files in one request for signed addresses. */
export const MAX_GUEST_FILES = 20;

/** Rule for splitting originals into parts. */
export interface PartRule {
  /** Files with more bytes are split. */
  aboveBytes: number;
  /** Bytes of each part but the last; S3 requires at least 5 MiB. */
  partBytes: number;
}

/** Parts small enough for a phone to upload in a minute, and few enough to sign in one request. */
export const PART_RULES: PartRule = { aboveBytes: MULTIPART_BYTES, partBytes: 16 * 1024 * 1024 };
/** Number of parts of the largest original. */
export const MAX_PARTS = Math.ceil(MAX_PHOTO_BYTES / PART_RULES.partBytes);

export interface FilePart {
  /** Starts at 1, as in S3. */
  number: number;
  /** Offset of its first byte in the file. */
  from: number;
  /** Bytes. */
  size: number;
}

/** Returns the parts of a file in order; [] for a file that is uploaded as a whole. */
export function splitIntoParts(size: number, { aboveBytes, partBytes }: PartRule = PART_RULES): FilePart[] {
  if (size <= aboveBytes) return [];
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => {
    const from = index * partBytes;
    return { number: index + 1, from, size: Math.min(partBytes, size - from) };
  });
}
