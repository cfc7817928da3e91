/** The largest original. The ingest function holds it in memory once (stacks/function-table.ts). */
export const MAX_PHOTO_BYTES = 500 * 1024 * 1024;
/** Originals above this are sent in parts (quality.md bar 10). */
export const MULTIPART_BYTES = 100 * 1024 * 1024;
/** `POST /api/upload` carries the bytes through a function, whose payload is bounded (decisions §1). */
export const MAX_DIRECT_UPLOAD_BYTES = 4 * 1024 * 1024;
/** One signing request covers this many files at the most (quality.md bar 10: at most one a 50 files). */
export const MAX_FILES_PER_SIGNING = 50;

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
