import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * `GET /api/images/{galleryId}/{filename}` is not in this table: the edge checks its token and parameters, and the
 * rendition bucket or the transform function answers (functions/edge, functions/images).
 */
export const images = {
  /** Sets a member's image token, valid for every gallery of the account. */
  token: endpoint({
    method: 'POST',
    path: '/api/images/token',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.read',
    response: z.object({ expiresAt: z.number() }),
  }),
};
