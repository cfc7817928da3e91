import { z } from 'zod';
import { archiveStatus, downloadPin, downloadSize } from '../domain/galleries/archives.ts';
import { email } from '../domain/values/email.ts';
import { rowId } from '../domain/values/ids.ts';
import { MAX_BULK_PHOTOS, photoIds } from '../domain/photos/photos.ts';
import { language } from '../domain/values/primitives.ts';
import { endpoint } from './endpoint.ts';

/** Accepts any short string as an id: foreign, unknown and malformed ids get the same response. */
const inGallery = z.strictObject({ galleryId: z.string().max(100) });
const one = inGallery.extend({ archiveId: z.string().max(100) });

/** A download archive and its progress. */
export const archive = z.object({
  id: rowId,
  size: downloadSize,
  status: archiveStatus,
  photoCount: z.number().int().max(MAX_BULK_PHOTOS),
  doneCount: z.number().int(),
  /** Bytes of all photos; 0 for a large web-size archive until the job has measured its renditions. */
  totalBytes: z.number(),
  doneBytes: z.number(),
  /** Time of deletion, epoch milliseconds; null until the archive is ready. */
  expiresAt: z.number().nullable(),
  /** Files of a ready archive, downloaded by `archives.part` with their index. */
  parts: z.array(z.object({ filename: z.string(), size: z.number(), photoCount: z.number() })),
  failure: z.string().nullable(),
});
export type Archive = z.infer<typeof archive>;

/**
 * Downloads of more than one photo. Each request checks gallery access again. Failures: those of `publicPages.gallery`,
 * `download_not_allowed`, `pin_required`.
 */
export const archives = {
  /**
   * Checks the gallery's PIN and stores the result in the visitor session. Rate limited per gallery and IP address.
   * Failure: `pin_wrong`.
   */
  unlock: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/pin',
    access: 'anyone',
    channel: 'public',
    params: inGallery,
    body: z.strictObject({ pin: downloadPin }),
    response: z.object({ unlocked: z.literal(true) }),
  }),
  /**
   * Requests an archive of all visible photos, of a section, or of selected photos. An equal request returns the same
   * archive while nothing has changed. A small archive is ready in the response; a job packs a large one.
   */
  create: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/archives',
    access: 'anyone',
    channel: 'public',
    params: inGallery,
    body: z.strictObject({
      size: downloadSize,
      sectionId: rowId.optional(),
      photoIds: photoIds.optional(),
    }),
    response: archive,
    status: 201,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/archives/:archiveId',
    access: 'anyone',
    params: one,
    response: archive,
  }),
  /** Mails the visitor when the archive is ready, or immediately if it is. */
  notify: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/archives/:archiveId/mail',
    access: 'anyone',
    channel: 'public',
    params: one,
    body: z.strictObject({ email, language }),
    response: z.object({ willMail: z.literal(true) }),
  }),
  /** Redirects to a file of a ready archive, which S3 serves with Range requests. A plain link, so no channel. */
  part: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/archives/:archiveId/parts/:part',
    access: 'anyone',
    params: one.extend({ part: z.string().regex(/^\d{1,4}$/) }),
  }),
};
