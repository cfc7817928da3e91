import { z } from 'zod';
import { rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';

export const logos = {
  /**
   * Stores the studio's logo: field `logo`, at most `MAX_LOGO_BYTES` of PNG, JPEG, WebP or SVG, and `variant` (`light` by
   * default, `dark` for the dark theme, or `icon` for the icon of the browser's tab). The variants `profile` and `cover` are
   * the studio's portrait and cover, photos of any format that galleries take; theirs are `photographer.profilePhoto` and
   * `coverPhoto`. Answers the path that `theme.logoUrl`, `theme.logoDarkUrl` or `cmsSettings.favicon` has now; the address
   * is `/api` and this path. Failures: not_an_image, type_mismatch, logo_has_text, too_many_pixels,
   * image_too_complex, truncated, corrupt, empty, too_large.
   */
  upload: endpoint({
    method: 'POST',
    path: '/api/upload/logo',
    access: 'member',
    channel: 'backoffice',
    capability: 'account.update',
    body: 'multipart',
    response: z.object({ logoUrl: z.string(), width: z.number(), height: z.number() }),
    status: 201,
  }),
  /**
   * Stores the picture of a session type: field `logo`, a photo as the studio's cover is one. Answers the path that
   * `picture` of the type's settings has now. Failures: those of `upload`, and not_found.
   */
  uploadOfType: endpoint({
    method: 'POST',
    path: '/api/session-types/:sessionTypeId/picture',
    access: 'member',
    channel: 'backoffice',
    capability: 'scheduling.write',
    params: z.strictObject({ sessionTypeId: rowId }),
    body: 'multipart',
    response: z.object({ picture: z.string(), width: z.number(), height: z.number() }),
    status: 201,
  }),
};
