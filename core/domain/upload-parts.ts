import { MAX_PHOTO_BYTES, MULTIPART_BYTES } from './photos.ts';

/** How large originals are cut into parts. */
export interface PartRule {
  /** Files of more bytes than this go in parts. */
  aboveBytes: number;
  /** Bytes of each part but the last; S3 takes no fewer than 5 MiB. */
  partBytes: number;
}

/** Parts that a phone's line carries in a minute, and few enough that all are signed in one request. */
export const PART_RULES: PartRule = { aboveBytes: MULTIPART_BYTES, partBytes: 16 * 1024 * 1024 };
/** Of the largest original. */
export const MAX_PARTS = Math.ceil(MAX_PHOTO_BYTES / PART_RULES.partBytes);

export interface FilePart {
  /** From 1 on, as S3 counts. */
  number: number;
  /** Its first byte in the file. */
  from: number;
  /** Bytes. */
  size: number;
}

/** The parts of a file, in order; none for a file that goes as a whole. */
export function splitIntoParts(size: number, { aboveBytes, partBytes }: PartRule = PART_RULES): FilePart[] {
  if (size <= aboveBytes) return [];
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => {
    const from = index * partBytes;
    return { number: index + 1, from, size: Math.min(partBytes, size - from) };
  });
}
