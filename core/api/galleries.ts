import { z } from 'zod';
import { downloadPin } from '../domain/archives.ts';
import { galleryPassword } from '../domain/galleries.ts';
import { galleryId } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ galleryId });

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
