import { z } from 'zod';
import { account, accountChanges, newAccount } from '../domain/accounts.ts';
import { accountId, rowId } from '../domain/ids.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ accountId });

export const accounts = {
  /** The accounts that the caller belongs to. */
  list: endpoint({
    method: 'GET',
    path: '/api/accounts',
    access: 'user',
    channel: 'backoffice',
    response: z.array(account),
  }),
  /** Opens a studio; the caller becomes its owner. */
  create: endpoint({
    method: 'POST',
    path: '/api/accounts',
    access: 'user',
    channel: 'backoffice',
    body: newAccount,
    response: account,
    status: 201,
  }),
  /** Whether an address is free to take, while a person types it. */
  slugAvailable: endpoint({
    method: 'GET',
    path: '/api/accounts/slug-available',
    access: 'user',
    channel: 'backoffice',
    query: z.strictObject({ slug: z.string().max(100) }),
    response: z.object({
      available: z.boolean(),
      reason: z.enum(['slug_invalid', 'slug_reserved', 'slug_taken']).nullable(),
    }),
  }),
  /** `X-Account-ID` need not be the account of the path: the path says which, membership says whether. */
  update: endpoint({
    method: 'PATCH',
    path: '/api/accounts/:accountId',
    access: 'user',
    channel: 'backoffice',
    params: one,
    body: accountChanges,
    response: account,
  }),
  /** The old address goes on redirecting to the new one. 429 `rate_limited` after five a day. */
  slug: endpoint({
    method: 'PATCH',
    path: '/api/accounts/:accountId/slug',
    access: 'user',
    channel: 'backoffice',
    params: one,
    body: z.strictObject({ slug: z.string().max(100) }),
    response: account,
  }),
  /**
   * Closes the studio: its pages are gone at once, and after 30 days everything of it. Its name is typed again, lest it
   * be the wrong one: 422 `confirmation_wrong`. 403 `sign_in_again` when the session is older than an hour, 429
   * `rate_limited` after three a day.
   */
  close: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/close',
    access: 'user',
    channel: 'backoffice',
    params: one,
    body: z.strictObject({ name: z.string().max(200) }),
    response: z.object({}),
  }),
  /** Studios of the caller's own that were closed and can still be opened again. */
  closed: endpoint({
    method: 'GET',
    path: '/api/accounts/closed',
    access: 'user',
    channel: 'backoffice',
    /** Times in epoch milliseconds. */
    response: z.array(z.object({ id: accountId, name: z.string(), deletedAt: z.number(), erasedAt: z.number() })),
  }),
  /**
   * Has everything that the studio owns packed as one file; `accountExports` in the replica says when it is there. One
   * that waits already is answered. 403 `sign_in_again` as for `close`.
   */
  exportData: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/exports',
    access: 'user',
    channel: 'backoffice',
    params: one,
    body: z.strictObject({}),
    response: z.object({ id: rowId }),
    status: 201,
  }),
  /** An address that hands an export's file out, for a minute. 403 `sign_in_again` as for `exportData`. */
  exportLink: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/exports/:exportId/link',
    access: 'user',
    channel: 'backoffice',
    params: one.extend({ exportId: rowId }),
    body: z.strictObject({}),
    response: z.object({ url: z.url() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/restore',
    access: 'user',
    channel: 'backoffice',
    params: one,
    response: account,
  }),
};
