import { z } from 'zod';
import { archiveStatus, downloadPin, downloadSize } from '../domain/archives.ts';
import { email } from '../domain/customers.ts';
import { rowId } from '../domain/ids.ts';
import { MAX_BULK_PHOTOS, photoIds } from '../domain/photos.ts';
import { language } from '../domain/primitives.ts';
import { endpoint } from './endpoint.ts';

/** Whoever asks, the same answer for an id that is foreign, unknown or no id at all. */
const inGallery = z.strictObject({ galleryId: z.string().max(100) });
const one = inGallery.extend({ archiveId: z.string().max(100) });

/** Pictures packed for download, and how far that has come. */
export const archive = z.object({
  id: rowId,
  size: downloadSize,
  status: archiveStatus,
  photoCount: z.number().int().max(MAX_BULK_PHOTOS),
  doneCount: z.number().int(),
  /** Bytes of the pictures; 0 of a large web-size one whose renditions nobody has counted yet. */
  totalBytes: z.number(),
  doneBytes: z.number(),
  /** When it is gone, epoch milliseconds; null until it is ready. */
  expiresAt: z.number().nullable(),
  /** The files it comes in, once it is ready; each is fetched by `archives.part` under its index. */
  parts: z.array(z.object({ filename: z.string(), size: z.number(), photoCount: z.number() })),
  failure: z.string().nullable(),
});
export type Archive = z.infer<typeof archive>;

/**
 * Downloads of more than one photo. Each call asks the gallery's door anew; failures: those of `publicPages.gallery`,
 * `download_not_allowed`, `pin_required`.
 */
export const archives = {
  /** Takes the gallery's PIN; the visitor session remembers it. Limited per gallery and address. Failure: `pin_wrong`. */
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
   * Asks for all that is shown, a section, or a choice of photos. The same pictures asked for again are the same archive
   * while nothing has changed. A small one is ready in the answer; a large one is packed by a job.
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
  /** Has a mail sent when it is ready; at once if it is. */
  notify: endpoint({
    method: 'POST',
    path: '/api/p/:galleryId/archives/:archiveId/mail',
    access: 'anyone',
    channel: 'public',
    params: one,
    body: z.strictObject({ email, language }),
    response: z.object({ willMail: z.literal(true) }),
  }),
  /** Redirects to a file of a ready archive, which S3 serves with Range. A plain link, so no channel. */
  part: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/archives/:archiveId/parts/:part',
    access: 'anyone',
    params: one.extend({ part: z.string().regex(/^\d{1,4}$/) }),
  }),
};
