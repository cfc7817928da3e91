import { z } from 'zod';
import { currencyCode } from '../domain/studio/accounts.ts';
import { email } from '../domain/values/email.ts';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { sessionStatus } from '../domain/sessions/sessions.ts';
import { byHand, publicInstalment, publicLine, withdrawalState } from './dues.ts';
import { endpoint } from './endpoint.ts';
import { again } from './mails.ts';
import { publicGallerySummary, publicPages, publicStudio } from './public.ts';

const accountSlug = z.string().max(100);
const token = z.string().max(100);
const linkParams = z.strictObject({ accountSlug, token });

/** A session as its client sees it in a list. Times in epoch milliseconds. */
export const portalSession = z.object({
  id: rowId,
  type: z.string(),
  start: z.number(),
  end: z.number(),
  place: z.string(),
  status: sessionStatus,
  withdrawal: withdrawalState.nullable().optional(),
});
export type PortalSession = z.infer<typeof portalSession>;

/** The session of a task or document; its link opens the session's own page. */
const portalSessionRef = portalSession.pick({ id: true, type: true, start: true });

/** Who signs a contract, in order; `signedAt` is null for those who have not. */
const portalSigners = z.array(z.object({ name: z.string(), signedAt: z.number().nullable() }));

/** Something that waits for the client. Amounts in minor units; `dueAt` is null without a date. */
export const portalTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment'),
    session: portalSessionRef,
    amount: z.number(),
    /** What is due: the deposit, an instalment, or the rest of the price. */
    purpose: z.enum(['deposit', 'instalment', 'balance']),
    /** The payment plan; empty without one. */
    plan: z.array(publicInstalment),
    /** Names it in `booking.pay`; null if it consists of several, which the session's page lists. */
    item: z.string().nullable(),
    dueAt: z.number().nullable(),
    /** A payment by a method that takes days is on its way. */
    isOnItsWay: z.boolean(),
  }),
  /** An order without a session: extra photos of a gallery, or what the studio sells otherwise. */
  z.object({
    kind: z.literal('order'),
    id: rowId,
    /** What is owed of it, for `payOrder`; null if it is too small to be paid by card. */
    item: z.string().nullable(),
    /** What is charged; empty for extra photos. */
    title: z.string(),
    gallery: z.string(),
    amount: z.number(),
    /** When it is due; null without a date. */
    dueAt: z.number().nullable(),
    /** The payment plan; empty without one. */
    plan: z.array(publicInstalment),
    /** How it is paid without Stripe; null if there is no such way. */
    byHand: byHand.nullable(),
    /** A payment by a method that takes days is on its way. */
    isOnItsWay: z.boolean(),
  }),
  z.object({
    kind: z.literal('selection'),
    gallery: z.object({ id: galleryId, name: z.string() }),
    name: z.string(),
    dueAt: z.number().nullable(),
  }),
  /** Contracts to sign and questionnaires to answer. */
  z.object({
    kind: z.enum(['contract', 'questionnaire']),
    id: rowId,
    name: z.string(),
    session: portalSessionRef,
    /** Of a contract. */
    signers: portalSigners.optional(),
  }),
]);
export type PortalTask = z.infer<typeof portalTask>;

/** A payment with a receipt, or a refund with its own. */
export const portalReceipt = z.object({
  paymentId: rowId,
  number: z.string(),
  date: z.number(),
  amount: z.number(),
  currency: currencyCode,
  isRefund: z.boolean(),
  /** The receipt says that it is no invoice. */
  isProof: z.boolean(),
  /** Type of its session, or name of its gallery. */
  session: z.string(),
});
export type PortalReceipt = z.infer<typeof portalReceipt>;

/** An order without a session: extra photos, or what the studio sells otherwise. Amounts in minor units. */
export const portalOrder = z.object({
  id: rowId,
  /** Name of its gallery, or else of what it charges. */
  title: z.string(),
  lines: z.array(publicLine),
  paid: z.number(),
  withdrawal: withdrawalState.nullable(),
});
export type PortalOrder = z.infer<typeof portalOrder>;

/** A signed contract. */
export const portalContract = z.object({
  id: rowId,
  title: z.string(),
  signedAt: z.number(),
  session: portalSessionRef,
});
export type PortalContract = z.infer<typeof portalContract>;

/** A contract that waits for others than the link's owner. */
const waitingContract = portalContract.omit({ signedAt: true }).extend({ signers: portalSigners });
export type WaitingContract = z.infer<typeof waitingContract>;

export const portalGallery = publicGallerySummary.extend({
  /** 0 for never. */
  expiresAt: z.number(),
});
export type PortalGallery = z.infer<typeof portalGallery>;

/** Everything of one client with one studio. */
export const portalPage = z.object({
  studio: publicStudio,
  clientName: z.string(),
  currency: currencyCode,
  /** True if the studio accepts bookings. */
  booking: z.boolean(),
  /** True if the studio takes payments by card: the page of a session with something due links to them. */
  canPay: z.boolean(),
  tasks: z.array(portalTask),
  /** Open proposals, which `openProposal` opens; those that end first before others. */
  proposals: z.array(z.object({ id: rowId, title: z.string(), validUntil: z.number() })),
  /** Earliest first. */
  upcoming: z.array(portalSession),
  galleries: z.array(portalGallery),
  /** Latest first, like `contracts` and `past`. */
  receipts: z.array(portalReceipt),
  /** Orders without a session. */
  orders: z.array(portalOrder).optional(),
  contracts: z.array(portalContract),
  waitingContracts: z.array(waitingContract).optional(),
  past: z.array(portalSession),
});
export type PortalPage = z.infer<typeof portalPage>;

/**
 * A client's page `/p/{slug}/client/{token}`. Endpoints with a token answer unknown, foreign, expired and revoked links
 * alike, with `client_link_invalid`; what is not this client's is `not_found`.
 */
export const portal = {
  /**
   * Makes a client link: mails it to the client (`send`), or returns it once, to be copied. Failures: `not_found`,
   * `validation_failed` for a mail to a client without an address, `rate_limited`, `forbidden` for a copy by a member who
   * may not see the amounts of all the client's sessions.
   */
  create: endpoint({
    method: 'POST',
    path: '/api/customers/:customerId/client-links',
    access: 'member',
    channel: 'backoffice',
    capability: 'customers.write',
    recentSignIn: false,
    params: z.strictObject({ customerId: rowId }),
    body: z.strictObject({
      send: z.boolean(),
      /** Who gets the mail; by default the client's first contact. */
      contactId: rowId.optional(),
      again: again.optional(),
    }),
    /** `url` is null for a mailed link: only its mail has it. */
    response: z.object({ id: rowId, url: z.url().nullable() }),
    status: 201,
  }),
  /** Mails links to the clients with this address. The answer never tells whether there are any. */
  request: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ accountSlug }),
    body: z.strictObject({ email }),
    response: z.object({}),
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token',
    access: 'anyone',
    params: linkParams,
    response: portalPage,
  }),
  /** The same as plain HTML, for browsers without scripts. A plain link, so no channel. */
  plain: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token/page',
    access: 'anyone',
    params: linkParams,
  }),
  /** As `openGallery`, by a form of `plain`: redirects to the gallery. */
  plainGallery: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/galleries/:galleryId/page',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, galleryId: z.string().max(100) }),
    body: 'raw',
    status: 303,
  }),
  /** As `openProposal`, by a form of `plain`: redirects to the proposal's page. */
  plainProposal: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/proposals/:proposalId/page',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, proposalId: rowId }),
    body: 'raw',
    status: 303,
  }),
  /** As `request`, by the form of a page without a script: answers with a page. */
  plainRequest: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/request',
    access: 'anyone',
    params: z.strictObject({ accountSlug }),
    body: 'raw',
  }),
  /** Sets an image token for the covers of the client's galleries. */
  covers: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/covers',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    response: publicPages.verify.response,
  }),
  /** Gives this browser access to a gallery of the client, as an invitation does. */
  openGallery: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/galleries/:galleryId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ accountSlug, token, galleryId: z.string().max(100) }),
    response: z.object({}),
  }),
  /** Makes a link to a session's manage-booking page, `/p/{slug}/booking/{link}`. */
  openSession: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/sessions/:sessionId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ accountSlug, token, sessionId: rowId }),
    response: z.object({ link: z.string() }),
  }),
  /** Makes a link to a proposal's page, `/p/{slug}/proposal/{link}`. */
  openProposal: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/proposals/:proposalId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ accountSlug, token, proposalId: rowId }),
    response: z.object({ link: z.string() }),
  }),
  /**
   * Returns the URL of Stripe's pay page for something that is owed for an order without a session; a repeated request
   * returns the same page. Failures: `payment_not_due`, `payment_processing`, `payment_unreachable`, `rate_limited`.
   */
  payOrder: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/orders/:orderId',
    access: 'anyone',
    channel: 'public',
    params: z.strictObject({ accountSlug, token, orderId: rowId }),
    body: z.strictObject({ item: z.string().max(40) }),
    response: z.object({ url: z.url() }),
  }),
  /** The client's orders that can be withdrawn from: plain HTML, as `booking.withdrawal`. */
  withdrawals: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token/withdrawals',
    access: 'anyone',
    params: linkParams,
  }),
  /** The page on which the client withdraws from one of them, and its form. */
  withdrawal: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token/orders/:orderId/withdrawal',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, orderId: rowId }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/client/:token/orders/:orderId/withdrawal',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, orderId: rowId }),
    body: 'raw',
  }),
  /** A receipt as `application/pdf`. A plain link, so no channel. */
  receipt: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token/receipts/:paymentId/receipt.pdf',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, paymentId: rowId }),
  }),
  /** A signed contract as `application/pdf`. A plain link, so no channel. */
  contract: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/client/:token/contracts/:contractId/contract.pdf',
    access: 'anyone',
    params: z.strictObject({ accountSlug, token, contractId: rowId }),
  }),
};
