import { z } from 'zod';
import { guestName, guestToken } from '../domain/galleries/guest-uploads.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { contentHash, filename, photoFailure, photoMimeType, photoStatus } from '../domain/photos/photos.ts';
import { MAX_POSTER_BYTES } from '../domain/photos/videos.ts';
import {
  GUEST_PHOTO_TYPES,
  MAX_FILES_PER_SIGNING,
  MAX_GUEST_FILES,
  MAX_GUEST_PHOTO_BYTES,
  MAX_PARTS,
  MAX_PHOTO_BYTES,
} from '../domain/photos/uploads.ts';
import { endpoint } from './endpoint.ts';

/** The browser creates the photo's id, so that a retry after a lost response finds the same photo. */
const file = z.strictObject({
  photoId: rowId,
  filename,
  size: z.number().int().min(1).max(MAX_PHOTO_BYTES),
  type: photoMimeType,
  /** SHA-256. Storage then accepts this content only, and the gallery is searched for a duplicate. */
  sha256: contentHash.optional(),
  /** SHA-256 of each part, in order, for a multipart file (`splitIntoParts`); required if `sha256` is set. */
  partHashes: z.array(contentHash).min(1).max(MAX_PARTS).optional(),
  /** Uploads the file although the gallery has this content. */
  keepDuplicate: z.boolean().optional(),
  /** Section of a new photo; one that the gallery does not have counts as none, because it may be removed meanwhile. Ignored
   * without the right to change galleries. */
  sectionId: rowId.optional(),
  /** Bytes of a video's poster, a JPEG that the browser has drawn from one of its frames. */
  poster: z.number().int().min(1).max(MAX_POSTER_BYTES).optional(),
  /** Uploads a new original of this photo, which is `ready` and stays unchanged until the new original was read. */
  replaces: z.boolean().optional(),
});

const refusal = z.object({
  photoId: rowId,
  code: z.string(),
  field: z.string().optional(),
  /** Name of the photo with the same content. */
  sameAs: filename.optional(),
});

const headers = z.record(z.string(), z.string());

/** A guest's file; see `file`. */
const guestFile = z.strictObject({
  photoId: rowId,
  filename,
  size: z.number().int().min(1).max(MAX_GUEST_PHOTO_BYTES),
  type: z.enum(GUEST_PHOTO_TYPES),
  sha256: contentHash.optional(),
});
export type GuestFile = z.infer<typeof guestFile>;

const guestLinkParams = z.strictObject({ token: guestToken });

export const uploads = {
  /**
   * Creates a row `uploading` for each file and signs its PUT, or one PUT per part of a large file. Takes up to 50
   * files; invalid ones are reported, the others proceed. A repeated request for the same content resumes: stored parts
   * are not signed again. `duplicate`: the gallery has this content in the photo named `sameAs`, and nothing was
   * created. `content_differs`: the photo was started with other content.
   */
  presign: endpoint({
    method: 'POST',
    path: '/api/upload/presign',
    access: 'member',
    channel: 'backoffice',
    scope: 'photos:upload',
    summary: 'Starts uploads of up to 50 files',
    description:
      'Answers with an address for each file: PUT the bytes there with the given `headers`, then call `complete`. Files above 100 MB are sent in parts. Each file needs a `photoId` of your own, 20 letters of 0-9 a-z without i, l, o, u, so that a repeated request resumes.',
    capability: 'photos.upload',
    // A program that adds photos must not be able to overwrite those that are there.
    bodyScope: {
      scope: 'photos:write',
      when: 'for files with `replaces`',
      isNeeded: ({ files }: { files: readonly { replaces?: unknown }[] }) =>
        files.some(({ replaces }) => Boolean(replaces)),
    },
    body: z.strictObject({
      galleryId,
      /** Loosely typed, so that one invalid file does not refuse all; the handler validates each against `file`. */
      files: z
        .array(z.looseObject({ photoId: rowId }))
        .min(1)
        .max(MAX_FILES_PER_SIGNING),
    }),
    response: z.object({
      uploads: z.array(z.object({ photoId: rowId, url: z.url(), method: z.literal('PUT'), headers })),
      /** Multipart files with their missing parts, one PUT each. */
      multipart: z.array(
        z.object({
          photoId: rowId,
          /** Bytes of each part but the last. */
          partBytes: z.number().int().min(1),
          parts: z.array(z.object({ number: z.number().int().min(1), url: z.url(), headers })),
        }),
      ),
      /** Posters of videos, to be stored before the video, from whose arrival on its renditions are made. */
      posters: z.array(z.object({ photoId: rowId, url: z.url(), headers })),
      /** Files that are stored completely and only need `complete`. */
      arrived: z.array(rowId),
      refused: z.array(refusal),
    }),
  }),
  /**
   * Completes multipart uploads, compares the stored objects with the announced ones, and moves `uploading →
   * processing`. Safe to repeat. `duplicate`: another upload of the same content completed first; the photo waits for
   * `cancel`, or for a new `presign` with `keepDuplicate`.
   */
  complete: endpoint({
    method: 'POST',
    path: '/api/upload/complete',
    access: 'member',
    channel: 'backoffice',
    scope: 'photos:upload',
    summary: 'Completes uploads',
    description: 'The photos are then processed; the event `photos.ready` tells when they can be seen. Safe to repeat.',
    capability: 'photos.upload',
    body: z.strictObject({ galleryId, photoIds: z.array(rowId).min(1).max(MAX_FILES_PER_SIGNING) }),
    response: z.object({
      photos: z.array(z.object({ photoId: rowId, status: photoStatus, failure: photoFailure.nullable() })),
      refused: z.array(refusal),
    }),
  }),
  /**
   * Cancels uploads, including new originals of photos: deletes their rows and stored parts. Assistants cancel their own
   * ones only; others stay and are not listed.
   */
  cancel: endpoint({
    method: 'POST',
    path: '/api/upload/cancel',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.upload',
    body: z.strictObject({ galleryId, photoIds: z.array(rowId).min(1).max(MAX_FILES_PER_SIGNING) }),
    response: z.object({ cancelled: z.array(rowId) }),
  }),
  /** The gallery as a guest with the link sees it. Failures of all three: not_found, also for a closed or ended link. */
  guestView: endpoint({
    method: 'GET',
    path: '/api/guest-uploads/:token',
    access: 'anyone',
    params: guestLinkParams,
    response: z.object({ galleryName: z.string() }),
  }),
  /**
   * Creates a hidden photo for each file of a guest and signs its PUT. `duplicate`: a guest has added this content
   * before. `limit_reached`: too many photos wait for the studio. `rate_limited`: too many of this network are on the way.
   */
  guestPresign: endpoint({
    method: 'POST',
    path: '/api/guest-uploads/:token/presign',
    access: 'anyone',
    channel: 'public',
    params: guestLinkParams,
    body: z.strictObject({ name: guestName, files: z.array(guestFile).min(1).max(MAX_GUEST_FILES) }),
    response: z.object({
      uploads: z.array(z.object({ photoId: rowId, url: z.url(), method: z.literal('PUT'), headers })),
      arrived: z.array(rowId),
      refused: z.array(refusal.omit({ sameAs: true })),
    }),
  }),
  /** Compares stored objects with the announced ones, as `complete`. Safe to repeat. */
  guestComplete: endpoint({
    method: 'POST',
    path: '/api/guest-uploads/:token/complete',
    access: 'anyone',
    channel: 'public',
    params: guestLinkParams,
    body: z.strictObject({ photoIds: z.array(rowId).min(1).max(MAX_GUEST_FILES) }),
    response: z.object({
      photos: z.array(z.object({ photoId: rowId, status: photoStatus, failure: photoFailure.nullable() })),
      refused: z.array(refusal.omit({ sameAs: true })),
    }),
  }),
  /**
   * Multipart upload of one small file: fields `photo` and `galleryId`. Over 4 MB: 413, which points to
   * `presign`.
   */
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
