import { z } from 'zod';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { newApiToken, scope } from '../domain/studio/integrations.ts';
import { endpoint } from './endpoint.ts';

/** A token as the settings list it. Times are epoch milliseconds. */
export const apiToken = z.object({
  id: rowId,
  name: z.string(),
  /** The beginning of the token. */
  prefix: z.string(),
  scopes: z.array(scope),
  /** The only gallery that it may use; null for all of the studio. */
  gallery: z.object({ id: galleryId, name: z.string() }).nullable(),
  /** Name of the member whom it acts for. */
  createdBy: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.number().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const MANAGE = { access: 'member', channel: 'backoffice', capability: 'integrations.manage' } as const;

/** API tokens of a studio. No token can call these. */
export const tokens = {
  /** Tokens that are neither revoked nor expired, the newest first. */
  listTokens: endpoint({
    ...MANAGE,
    method: 'GET',
    path: '/api/tokens',
    recentSignIn: false,
    response: z.object({ tokens: z.array(apiToken) }),
  }),
  /**
   * Only this response contains the token. Failures: `recent_sign_in_required`, `limit_reached`, `not_found` for a gallery
   * that the studio does not have.
   */
  createToken: endpoint({
    ...MANAGE,
    method: 'POST',
    path: '/api/tokens',
    recentSignIn: true,
    body: newApiToken,
    response: z.object({ token: z.string(), created: apiToken }),
    status: 201,
  }),
  /** Ends a token immediately. */
  revokeToken: endpoint({
    ...MANAGE,
    method: 'DELETE',
    path: '/api/tokens/:tokenId',
    whilePaused: true,
    recentSignIn: false,
    params: z.strictObject({ tokenId: rowId }),
    response: z.object({}),
  }),
};
