import { z } from 'zod';
import { rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';
import { publicPhoto } from './public.ts';

/** A photo that became visible during an event, with its position in the gallery. */
export const livePhoto = publicPhoto.extend({ sectionId: rowId.nullable() });
export type LivePhoto = z.infer<typeof livePhoto>;

/** Changes of a gallery during an event, for pages without the socket. */
export const live = {
  /**
   * The photos that became visible after `since` (`rev` of the page, of a message or of the last answer), oldest first.
   * Failures: those of `publicPages.gallery`.
   */
  changes: endpoint({
    method: 'GET',
    path: '/api/p/:galleryId/changes',
    access: 'anyone',
    params: z.strictObject({ galleryId: z.string().max(100) }),
    query: z.strictObject({ since: z.coerce.number().int().min(0) }),
    response: z.object({
      rev: z.number(),
      /** End of the event, epoch milliseconds; null: there is none (any more). */
      until: z.number().nullable(),
      photos: z.array(livePhoto),
      /** False: more was changed than `photos` tell, so that the page must be loaded again. */
      complete: z.boolean(),
    }),
  }),
};
