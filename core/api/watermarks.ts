import { z } from 'zod';
import { rowId } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ watermarkId: rowId });

export const watermarks = {
  /**
   * Stores the picture of a mark: the bytes of one PNG, at most `MAX_WATERMARK_BYTES` and `MAX_WATERMARK_SIDE` a side.
   * Galleries that bear the mark have their pictures made anew. Failures: not_an_image, type_mismatch, too_large,
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
  /** A short-lived address of the mark's picture, for previews. */
  image: endpoint({
    method: 'GET',
    path: '/api/watermarks/:watermarkId/image',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    params: one,
    response: z.object({ url: z.url() }),
  }),
};
