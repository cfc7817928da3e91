import { z } from 'zod';
import { rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ watermarkId: rowId });

export const watermarks = {
  /**
   * Stores a watermark's image: one PNG of at most `MAX_WATERMARK_BYTES`, and `MAX_WATERMARK_SIDE` per side. Photos of
   * galleries that use the watermark are rendered again. Failures: not_an_image, type_mismatch, too_large,
   * too_many_pixels, truncated, corrupt.
   */
  putImage: endpoint({
    method: 'PUT',
    path: '/api/watermarks/:watermarkId/image',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.write',
    params: one,
    body: 'raw',
    response: z.object({ imageVersion: z.number(), width: z.number(), height: z.number() }),
  }),
  /** A short-lived URL of the watermark's image, for previews. */
  image: endpoint({
    method: 'GET',
    path: '/api/watermarks/:watermarkId/image',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    recentSignIn: false,
    params: one,
    response: z.object({ url: z.url() }),
  }),
};
