import { z } from 'zod';
import { DOWNLOAD_SIZES, downloadPin } from '../domain/galleries/archives.ts';
import { GALLERY_EVENT_KINDS, galleryPassword } from '../domain/galleries/galleries.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ galleryId });

const galleryEvent = z.object({
  id: rowId,
  kind: z.enum(GALLERY_EVENT_KINDS),
  at: z.number(),
  /** Of a download: its size, and the number of photos if there were several; a submission has the latter too. */
  size: z.enum(DOWNLOAD_SIZES).nullable(),
  photoCount: z.number().int().nullable(),
  photo: z.object({ filename: z.string() }).nullable(),
  /** The invited person; null for other visitors and for the studio itself. */
  grant: z.object({ id: rowId, label: z.string(), email: z.string() }).nullable(),
});
export type GalleryEvent = z.infer<typeof galleryEvent>;

const recentEvent = galleryEvent
  .omit({ photo: true, size: true })
  .extend({ gallery: z.object({ id: galleryId, name: z.string() }) });
export type RecentGalleryEvent = z.infer<typeof recentEvent>;

export const galleries = {
  /** Moves the gallery to the trash for 30 days. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/gallery/:galleryId',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.delete',
    params: one,
    response: z.object({ id: galleryId, deletedAt: z.number() }),
  }),
  /** Sets the password, or removes it with null. Its value never passes through the local replica. */
  password: endpoint({
    method: 'PUT',
    path: '/api/gallery/:galleryId/password',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: one,
    body: z.strictObject({ password: galleryPassword.nullable() }),
    response: z.object({ hasPassword: z.boolean() }),
  }),
  /** Sets the download PIN, or removes it with null. Every visitor must enter a new PIN again. */
  pin: endpoint({
    method: 'PUT',
    path: '/api/gallery/:galleryId/pin',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: one,
    body: z.strictObject({ pin: downloadPin.nullable() }),
    response: z.object({ hasDownloadPin: z.boolean() }),
  }),
  /** The gallery's activity, latest first. Not for assistants: it contains the emails of invited people. */
  events: endpoint({
    method: 'GET',
    path: '/api/gallery/:galleryId/events',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: one,
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000) }),
    response: z.object({ events: z.array(galleryEvent) }),
  }),
  /** What clients did in all galleries outside the trash, latest first. Not for assistants, as `events`. */
  recentEvents: endpoint({
    method: 'GET',
    path: '/api/galleries/events',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200) }),
    response: z.object({ events: z.array(recentEvent) }),
  }),
  /** The gallery's activity as a `text/csv` table. */
  activity: endpoint({
    method: 'GET',
    path: '/api/gallery/:galleryId/activity.csv',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: one,
  }),
};
