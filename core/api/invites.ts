import { z } from 'zod';
import { newGrant, grantStatus } from '../domain/grants.ts';
import { galleryId, rowId } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';

const token = z.string().min(20).max(200);

export const invites = {
  /** Grants a person access to a gallery and mails the link (spec §7). Asking again for the same e-mail sends again. */
  create: endpoint({
    method: 'POST',
    path: '/api/auth/invite',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    body: z.strictObject({
      email: newGrant.shape.email,
      data: z.strictObject({
        galleryId,
        accountSlug: z.string().max(100),
        label: newGrant.shape.label,
        rights: newGrant.shape.rights,
        expiresAt: newGrant.shape.expiresAt,
      }),
      /** Where the link leads; a path or an address of our own origin. By default the gallery. */
      redirectTo: z.string().max(2000).optional(),
    }),
    response: z.object({ grantId: rowId, status: grantStatus }),
    status: 201,
  }),
  /** A fresh link for an existing grant. */
  resend: endpoint({
    method: 'POST',
    path: '/api/auth/invite/:grantId/resend',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: z.strictObject({ grantId: rowId }),
    response: z.object({ grantId: rowId, status: grantStatus }),
  }),
  /** Consumes the token, once, and sets the visitor session. */
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify-invite',
    access: 'anyone',
    channel: 'public',
    body: z.strictObject({ token }),
    response: z.object({ galleryId, accountSlug: z.string(), redirectTo: z.string() }),
  }),
  /** "Send me a new one" of a link that ended. The answer never tells whether there was such a link. */
  renew: endpoint({
    method: 'POST',
    path: '/api/auth/renew-invite',
    access: 'anyone',
    channel: 'public',
    body: z.strictObject({ token }),
    response: z.object({}),
  }),
};
