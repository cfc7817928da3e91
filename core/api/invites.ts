import { z } from 'zod';
import { newGrant, grantStatus } from '../domain/galleries/grants.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { endpoint } from './endpoint.ts';
import { again } from './mails.ts';

const token = z.string().min(20).max(200);
const oneGrant = z.strictObject({ grantId: rowId });
const grant = z.object({ grantId: rowId, status: grantStatus });

export const invites = {
  /**
   * Grants a person access to a gallery and mails the link. A repeated request for the same email resends the
   * mail.
   */
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
        message: newGrant.shape.message,
        rights: newGrant.shape.rights,
        expiresAt: newGrant.shape.expiresAt,
        /** True: publishes the gallery in the same transaction. */
        publish: z.boolean().optional(),
        /** True: stores the address on the gallery's client, if the client has none. */
        saveEmail: z.boolean().optional(),
      }),
      /** Target of the link: a path, or a URL of our own origin. The gallery by default. */
      redirectTo: z.string().max(2000).optional(),
      again: again.optional(),
    }),
    response: grant,
    status: 201,
  }),
  /** Mails a new link for an existing grant. */
  resend: endpoint({
    method: 'POST',
    path: '/api/auth/invite/:grantId/resend',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: oneGrant,
    body: z.strictObject({ again }).optional(),
    response: grant,
  }),
  /** Corrects the address of an invitation that nobody has opened, and mails it. Earlier links stop working. */
  correct: endpoint({
    method: 'PATCH',
    path: '/api/auth/invite/:grantId',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.share',
    params: oneGrant,
    body: z.strictObject({ email: newGrant.shape.email, again: again.optional() }),
    response: grant,
  }),
  /** Admits this browser, one of five of the link, and sets the visitor session. */
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify-invite',
    access: 'anyone',
    channel: 'public',
    body: z.strictObject({ token }),
    response: z.object({ galleryId, accountSlug: z.string(), redirectTo: z.string() }),
  }),
  /** Mails a new link when a link has expired. The response never tells whether the link existed. */
  renew: endpoint({
    method: 'POST',
    path: '/api/auth/renew-invite',
    access: 'anyone',
    channel: 'public',
    body: z.strictObject({ token }),
    response: z.object({}),
  }),
  /** As `verify`, by the form of a page without a script: redirects to the gallery, or says why the link does not work. */
  openPage: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/invite/:galleryId/page',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100), galleryId: z.string().max(100) }),
    body: 'raw',
    status: 303,
  }),
  /** As `renew`, by the form that `openPage` answers with. */
  renewPage: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/invite/:galleryId/renew',
    access: 'anyone',
    params: z.strictObject({ accountSlug: z.string().max(100), galleryId: z.string().max(100) }),
    body: 'raw',
  }),
};
