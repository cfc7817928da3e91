import { z } from 'zod';
import { galleryId, rowId } from '../domain/ids.ts';
import {
  contentHash,
  filename,
  MAX_FILES_PER_SIGNING,
  MAX_PHOTO_BYTES,
  photoFailure,
  photoMimeType,
  photoStatus,
} from '../domain/photos.ts';
import { endpoint } from './endpoint.ts';

/** The browser makes the photo's id, so that asking again (a lost answer, a retry) finds the same photo. */
const file = z.strictObject({
  photoId: rowId,
  filename,
  size: z.number().int().min(1).max(MAX_PHOTO_BYTES),
  type: photoMimeType,
  /** SHA-256. Storage then takes this content alone, and the gallery is asked whether it has it already. */
  sha256: contentHash.optional(),
  /** The person wants it although the gallery has it. */
  keepDuplicate: z.boolean().optional(),
});

const refusal = z.object({ photoId: rowId, code: z.string() });

export const uploads = {
  /**
   * Makes a row `uploading` for each file and signs its PUT. One request for up to 50 files; bad ones are named, the
   * rest go on. `duplicate`: the gallery has this content already, in the photo named `sameAs`, and nothing was made.
   * `content_differs`: the photo was begun with another content than this.
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
      uploads: z.array(
        z.object({ photoId: rowId, url: z.url(), method: z.literal('PUT'), headers: z.record(z.string(), z.string()) }),
      ),
      refused: z.array(refusal.extend({ field: z.string().optional(), sameAs: filename.optional() })),
    }),
  }),
  /** Holds what is stored against what was announced, and moves `uploading → processing`. Safe to repeat. */
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
  /** Forgets uploads that were cancelled: their rows and whatever of them is stored. */
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
