import { z } from 'zod';
import { galleryId, rowId } from '../domain/ids.ts';
import { contentHash, filename, photoFailure, photoMimeType, photoStatus } from '../domain/photos.ts';
import { MAX_FILES_PER_SIGNING, MAX_PARTS, MAX_PHOTO_BYTES } from '../domain/uploads.ts';
import { endpoint } from './endpoint.ts';

/** The browser makes the photo's id, so that asking again (a lost answer, a retry) finds the same photo. */
const file = z.strictObject({
  photoId: rowId,
  filename,
  size: z.number().int().min(1).max(MAX_PHOTO_BYTES),
  type: photoMimeType,
  /** SHA-256. Storage then takes this content alone, and the gallery is asked whether it has it already. */
  sha256: contentHash.optional(),
  /** Of each part, in order, for a file that goes in parts (`partsOf`): required where `sha256` is said of one. */
  partHashes: z.array(contentHash).min(1).max(MAX_PARTS).optional(),
  /** The person wants it although the gallery has it. */
  keepDuplicate: z.boolean().optional(),
  /** A new original for this photo, which is `ready` and stays as it is until the new one was read. */
  replaces: z.boolean().optional(),
});

const refusal = z.object({
  photoId: rowId,
  code: z.string(),
  field: z.string().optional(),
  /** The name of the photo of the gallery that has the same content. */
  sameAs: filename.optional(),
});

const headers = z.record(z.string(), z.string());

export const uploads = {
  /**
   * Makes a row `uploading` for each file and signs its PUT, or one PUT a part of a large one. One request for up to 50
   * files; bad ones are named, the rest go on. Asked again for the same content, it goes on where the former attempt
   * ended: what has arrived is not signed again. `duplicate`: the gallery has this content already, in the photo named
   * `sameAs`, and nothing was made. `content_differs`: the photo was begun with another content than this.
   */
  presign: endpoint({
    method: 'POST',
    path: '/api/upload/presign',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.upload',
    body: z.strictObject({
      galleryId,
      /** Loosely typed, for a refusal a file instead of one for all; each is held against `file` by the handler. */
      files: z
        .array(z.looseObject({ photoId: rowId }))
        .min(1)
        .max(MAX_FILES_PER_SIGNING),
    }),
    response: z.object({
      uploads: z.array(z.object({ photoId: rowId, url: z.url(), method: z.literal('PUT'), headers })),
      /** Files that go in parts: those that have not arrived, each of them one PUT. */
      multipart: z.array(
        z.object({
          photoId: rowId,
          /** Bytes of each part but the last. */
          partBytes: z.number().int().min(1),
          parts: z.array(z.object({ number: z.number().int().min(1), url: z.url(), headers })),
        }),
      ),
      /** Nothing is missing of these: they only want to be completed. */
      arrived: z.array(rowId),
      refused: z.array(refusal),
    }),
  }),
  /**
   * Puts the parts of large files together, holds what is stored against what was announced, and moves
   * `uploading → processing`. Safe to repeat. `duplicate`: another window sent the same content and was first; the
   * photo waits for `cancel`, or for being announced again with `keepDuplicate`.
   */
  complete: endpoint({
    method: 'POST',
    path: '/api/upload/complete',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.upload',
    body: z.strictObject({ galleryId, photoIds: z.array(rowId).min(1).max(MAX_FILES_PER_SIGNING) }),
    response: z.object({
      photos: z.array(z.object({ photoId: rowId, status: photoStatus, failure: photoFailure.nullable() })),
      refused: z.array(refusal),
    }),
  }),
  /** Forgets uploads that were cancelled, also new originals of photos: their rows and whatever of them is stored. */
  cancel: endpoint({
    method: 'POST',
    path: '/api/upload/cancel',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.upload',
    body: z.strictObject({ galleryId, photoIds: z.array(rowId).min(1).max(MAX_FILES_PER_SIGNING) }),
    response: z.object({ cancelled: z.array(rowId) }),
  }),
  /** The spec's multipart upload of one small file: fields `photo` and `galleryId`. Over 4 MB: 413 that points to `presign`. */
  single: endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.upload',
    body: 'multipart',
    response: z.object({ photoId: rowId, galleryId, filename, status: photoStatus }),
    status: 201,
  }),
};

export const uploadFile = file;
export type UploadFile = z.infer<typeof file>;
