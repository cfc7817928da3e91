import { z } from 'zod';
import { fontMetadata } from '../domain/branding/fonts.ts';
import { rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';

export const fonts = {
  /**
   * Stores a font of at most `MAX_FONT_BYTES`: field `font`. It is rewritten as WOFF2 with all of its characters and
   * answered below `/api/fonts/{id}`; it can be chosen once a member has confirmed that the studio may use it. Failures:
   * not_a_font, font_collection, font_not_embeddable, font_too_complex, truncated, corrupt, empty, too_large,
   * limit_reached.
   */
  upload: endpoint({
    method: 'POST',
    path: '/api/upload/font',
    access: 'member',
    channel: 'backoffice',
    capability: 'account.update',
    body: 'multipart',
    response: z.object({
      id: rowId,
      fontFamily: z.string(),
      urlPath: z.string(),
      fileSize: z.number(),
      metadata: fontMetadata,
    }),
    status: 201,
  }),
};
