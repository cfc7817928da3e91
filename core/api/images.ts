import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * `GET /api/images/{galleryId}/{filename}` itself is not in this table: the edge checks its token and its parameters,
 * and the rendition bucket or the transform function answers (functions/edge, functions/images).
 */
export const images = {
  /** Sets the image token of a member, for every gallery of the account. */
  token: endpoint({
    method: 'POST',
    path: '/api/images/token',
    access: 'member',
    channel: 'backoffice',
    capability: 'photos.read',
    response: z.object({ expiresAt: z.number() }),
  }),
};
