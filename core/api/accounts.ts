import { z } from 'zod';
import { account, accountChanges, openedAccount } from '../domain/studio/accounts.ts';
import { accountId, rowId } from '../domain/values/ids.ts';
import { language } from '../domain/values/primitives.ts';
import { mailTemplate } from '../domain/messages/messages.ts';
import { cssProblem, customCss, customScript, scriptHosts } from '../domain/site/site-code.ts';
import { endpoint } from './endpoint.ts';

const one = z.strictObject({ accountId });

export const accounts = {
  /** The caller's accounts. */
  list: endpoint({
    method: 'GET',
    path: '/api/accounts',
    access: 'user',
    channel: 'backoffice',
    response: z.array(account),
  }),
  /** Creates a studio. The caller becomes its owner. */
  create: endpoint({
    method: 'POST',
    path: '/api/accounts',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    body: openedAccount,
    response: account,
    status: 201,
  }),
  /** Tells whether a slug is available, for the form while it is filled in. */
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
  /** Accepts the terms for the studio, as they are shown. Another version than the present one is `conflict`. */
  acceptTerms: endpoint({
    method: 'POST',
    path: '/api/accounts/terms',
    access: 'member',
    channel: 'backoffice',
    capability: 'account.delete',
    recentSignIn: false,
    body: z.strictObject({ version: z.number().int(), language }),
    response: account,
  }),
  /** Mails a template with sample values to the caller. 429 `rate_limited` after ten in an hour. */
  testMail: endpoint({
    method: 'POST',
    path: '/api/accounts/test-mail',
    access: 'member',
    channel: 'backoffice',
    capability: 'scheduling.write',
    body: mailTemplate,
    response: z.object({}),
    status: 202,
  }),
  /** Changes the account of the path, of which the caller must be a member. `X-Account-ID` may name another account. */
  update: endpoint({
    method: 'PATCH',
    path: '/api/accounts/:accountId',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: one,
    body: accountChanges,
    response: account,
  }),
  /** Changes the slug. The previous slug redirects to the new one. 429 `rate_limited` after five changes a day. */
  slug: endpoint({
    method: 'PATCH',
    path: '/api/accounts/:accountId/slug',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: true,
    params: one,
    body: z.strictObject({ slug: z.string().max(100) }),
    response: account,
  }),
  /**
   * Closes the studio: its pages are gone immediately, its data is erased after 30 days. The request repeats the
   * studio's name as a confirmation, otherwise 422 `confirmation_wrong`. 403 `recent_sign_in_required` when the session
   * is older than an hour, 429 `rate_limited` after three requests a day.
   */
  close: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/close',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: true,
    params: one,
    body: z.strictObject({ name: z.string().max(200) }),
    response: z.object({}),
  }),
  /**
   * Stores the website's own CSS as written, and its permitted rules for the pages. Answers what was refused, in its
   * order; the rest counts. 429 `rate_limited` after 60 in ten minutes.
   */
  saveStyles: endpoint({
    method: 'PUT',
    path: '/api/accounts/website-styles',
    access: 'member',
    channel: 'backoffice',
    capability: 'domain.manage',
    recentSignIn: false,
    body: z.strictObject({ css: customCss }),
    response: z.object({ problems: z.array(cssProblem) }),
  }),
  /**
   * Stores the website's script as a new version and switches it on. `hosts` are those from which it may load more. 403
   * `recent_sign_in_required` as for `close`, 429 `rate_limited` after 60 in an hour.
   */
  saveScript: endpoint({
    method: 'PUT',
    path: '/api/accounts/website-script',
    access: 'member',
    channel: 'backoffice',
    capability: 'domain.manage',
    recentSignIn: true,
    body: z.strictObject({ script: customScript, hosts: scriptHosts }),
    response: z.object({ id: rowId }),
  }),
  /** Makes a former version the present one and switches it on. Failures as for `saveScript`, and `not_found`. */
  restoreScript: endpoint({
    method: 'POST',
    path: '/api/accounts/website-script',
    access: 'member',
    channel: 'backoffice',
    capability: 'domain.manage',
    recentSignIn: true,
    body: z.strictObject({ versionId: rowId }),
    response: z.object({ id: rowId }),
  }),
  /** The caller's closed studios that can still be reopened. */
  closed: endpoint({
    method: 'GET',
    path: '/api/accounts/closed',
    access: 'user',
    channel: 'backoffice',
    /** Times in epoch milliseconds. */
    response: z.array(z.object({ id: accountId, name: z.string(), deletedAt: z.number(), erasedAt: z.number() })),
  }),
  /**
   * Starts an export of all the studio's data as one file; `accountExports` in the replica shows when it is ready.
   * Returns the pending export if there is one. 403 `recent_sign_in_required` as for `close`.
   */
  exportData: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/exports',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: true,
    params: one,
    body: z.strictObject({}),
    response: z.object({ id: rowId }),
    status: 201,
  }),
  /** Returns a URL of the export's file that is valid for a minute. 403 `recent_sign_in_required` as for `exportData`. */
  exportLink: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/exports/:exportId/link',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: true,
    params: one.extend({ exportId: rowId }),
    body: z.strictObject({}),
    response: z.object({ url: z.url() }),
  }),
  /**
   * Makes a link that shows the drafts of the website, or a release, as visitors would see it: for a day, until
   * `endSitePreviews`, and only while the caller may see drafts. `isFrame`: for a frame of the back office.
   */
  previewSite: endpoint({
    method: 'POST',
    path: '/api/site/previews',
    access: 'member',
    channel: 'backoffice',
    capability: 'site.write',
    recentSignIn: false,
    body: z.strictObject({ releaseId: rowId.nullable(), isFrame: z.boolean() }),
    /** `expiresAt` in epoch milliseconds. */
    response: z.object({ path: z.string(), expiresAt: z.number() }),
    status: 201,
  }),
  /** Ends all preview links of the studio immediately. */
  endSitePreviews: endpoint({
    method: 'DELETE',
    path: '/api/site/previews',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'site.write',
    response: z.object({}),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/accounts/:accountId/restore',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: one,
    response: account,
  }),
};
