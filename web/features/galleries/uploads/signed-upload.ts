import { type FilePart, splitIntoParts } from '#core/domain/upload-parts.ts';

/** One PUT. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}

/** What is still to be sent of a file. */
export interface SignedUpload {
  photoId: string;
  /** By the number of the piece; none when all has arrived. */
  missing: ReadonlyMap<number, SignedRequest>;
}

/** What the server signs: a PUT for a whole file, one a part of a large one, none for what is there. */
export interface PresignResponse {
  uploads: readonly (SignedRequest & { photoId: string })[];
  multipart: readonly { photoId: string; parts: readonly (SignedRequest & { number: number })[] }[];
  arrived: readonly string[];
  refused: readonly { photoId: string; code: string; sameAs?: string | undefined }[];
}

/** A file that goes as a whole is one piece. */
export function fileParts(size: number): FilePart[] {
  const parts = splitIntoParts(size);
  return parts.length > 0 ? parts : [{ number: 1, from: 0, size }];
}

export function toSignedUploads({ uploads, multipart, arrived }: PresignResponse): SignedUpload[] {
  return [
    ...uploads.map(({ photoId, url, headers }) => ({ photoId, missing: new Map([[1, { url, headers }]]) })),
    ...multipart.map(({ photoId, parts }) => ({
      photoId,
      missing: new Map(parts.map(({ number, url, headers }) => [number, { url, headers }])),
    })),
    ...arrived.map((photoId) => ({ photoId, missing: new Map() })),
  ];
}
