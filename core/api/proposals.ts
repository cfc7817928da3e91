import { z } from 'zod';
import { currencyCode } from '../domain/studio/accounts.ts';
import { sha256, signature } from '../domain/contracts/contracts.ts';
import { promisedRule } from '../domain/payments/cancellation.ts';
import { paymentPurpose } from '../domain/payments/payments.ts';
import { withdrawalKind } from '../domain/payments/products.ts';
import { LINE_CHOICES } from '../domain/payments/proposal-prices.ts';
import { MAX_PROPOSAL_LINES, proposalPlan, proposalStateSchema } from '../domain/payments/proposals.ts';
import { rowId } from '../domain/values/ids.ts';
import { text } from '../domain/values/primitives.ts';
import { contractBlock } from './contracts.ts';
import { byHand, publicInstalment, withdrawalState } from './dues.ts';
import { endpoint } from './endpoint.ts';
import { publicStudio } from './public.ts';

const linkParams = z.strictObject({ accountSlug: z.string().max(100), token: z.string().max(100) });

/** Ids of the optional lines and of the lines of groups that the client takes. */
const chosen = z.array(rowId).max(MAX_PROPOSAL_LINES);

/** A line of a proposal. Amounts in minor units. */
const publicProposalLine = z.object({
  id: rowId,
  position: z.number(),
  title: z.string(),
  description: z.string(),
  quantity: z.number(),
  unitAmount: z.number(),
  choice: z.enum(LINE_CHOICES),
  /** Name of the group of which the client takes one line; empty for other lines. */
  groupName: z.string(),
  /** What the right to withdraw is for its product; null for a line that was typed. */
  withdrawal: withdrawalKind.nullable(),
  /** True for the lines of an accepted proposal that were chosen, and for fixed ones. */
  isChosen: z.boolean(),
});
export type PublicProposalLine = z.infer<typeof publicProposalLine>;

/**
 * A proposal as its client sees it. `priceLines` and `planParts` of core/domain/payments/proposals.ts say what a choice
 * costs; `terms` says it again with the text to sign.
 */
export const publicProposal = z.object({
  id: rowId,
  state: proposalStateSchema,
  title: z.string(),
  message: z.string(),
  /** The contact's name, or else the client's. */
  clientName: z.string(),
  currency: currencyCode,
  /** In order. */
  lines: z.array(publicProposalLine),
  discountAmount: z.number(),
  discountPercent: z.number(),
  plan: proposalPlan,
  /** Epoch milliseconds. */
  validUntil: z.number(),
  /** The session that acceptance books; once it has, as it is now. Null for none, and if it was cancelled or deleted. */
  session: z
    .object({
      type: z.string(),
      start: z.number(),
      end: z.number(),
      place: z.string(),
      /** False if the time has been taken meanwhile: the proposal cannot be accepted. */
      isFree: z.boolean(),
      /** What the studio keeps if the client cancels; null: nothing is promised. */
      cancellation: promisedRule.nullable(),
    })
    .nullable(),
  /** Also sessions on a date can be withdrawn from; `rightsToTell` of core/domain/payments/withdrawal-terms.ts says from what. */
  offersDated: z.boolean(),
  /** A contract is read and signed with it. */
  hasContract: z.boolean(),
  /** The link may accept and decline. Links of contacts who neither sign nor pay only read. */
  canAccept: z.boolean(),
  /** Once accepted: who accepted, when, what is owed, and how it is paid. */
  accepted: z
    .object({
      at: z.number(),
      name: z.string(),
      /** The session was cancelled, rejected or deleted, or the client has withdrawn; null while the order stands. */
      ended: z.enum(['cancelled', 'withdrawn']).nullable(),
      total: z.number(),
      paid: z.number(),
      /** The link's owner is one of those who pay. */
      mayPay: z.boolean(),
      instalments: z.array(publicInstalment),
      /** What can be paid by card now, for `pay`; empty if the studio takes no payments by card, or the link does not pay. */
      payments: z.array(z.object({ item: z.string(), purpose: paymentPurpose, amount: z.number() })),
      byHand: byHand.extend({ amount: z.number() }).nullable(),
      /** A payment by a method that takes days is on its way. */
      isOnItsWay: z.boolean(),
      /** How many of the people who sign the contract have signed, and whether the link's owner has yet to; null without one. */
      signatures: z.object({ signed: z.number(), of: z.number(), isAwaitingYou: z.boolean() }).nullable(),
      /** The right to withdraw from the contract, or when it was used; null without, and for those who neither sign nor pay. */
      withdrawal: withdrawalState.nullable(),
    })
    .nullable(),
});
export type PublicProposal = z.infer<typeof publicProposal>;

/** What a choice costs, and the text that acceptance signs. Amounts in minor units. */
export const proposalTerms = z.object({
  subtotal: z.number(),
  discount: z.number(),
  total: z.number(),
  /** Parts of the total; dates as they would be if it were accepted now. */
  instalments: z.array(z.object({ amount: z.number(), dueAt: z.number() })),
  /** The contract, filled with this choice; null without one. */
  contract: z.object({ title: z.string(), blocks: z.array(contractBlock) }).nullable(),
  /** SHA-256 of lines, amounts, plan, session and contract as they are now; `accept` names it. */
  textHash: sha256,
});
export type ProposalTerms = z.infer<typeof proposalTerms>;

const answer = z.object({ studio: publicStudio, proposal: publicProposal });

/**
 * A proposal's page, `/p/{slug}/proposal/{token}`. Unknown, expired and foreign links all fail with
 * `proposal_link_invalid`; a draft, which was withdrawn, is `proposal_closed` for all but `read`.
 * The studio creates, edits, sends and withdraws by the mutators `proposals`.
 */
export const proposals = {
  /** A withdrawn proposal has the state `draft`, and no lines. */
  read: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/proposals/:token',
    access: 'anyone',
    params: linkParams,
    response: answer,
  }),
  /** What a choice costs, and the text to sign. Fails with `validation_failed` for a choice that is not complete. */
  terms: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/proposals/:token/terms',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ chosen }),
    response: proposalTerms,
  }),
  /**
   * Accepts: orders the lines, books the session, signs the contract. A repeated request returns the proposal. Fails with
   * `proposal_changed` if lines, amounts or text are not those of `textHash` any more, `proposal_closed` if it was
   * withdrawn, declined, or is over, `digital_consent_required`, and `slot_taken`.
   */
  accept: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/proposals/:token/acceptance',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({
      chosen,
      textHash: sha256,
      name: signature,
      hasConsent: z.literal(true),
      /** Needed if the choice has digital content: the client asks for it immediately, and knows what that ends. */
      hasDigitalConsent: z.literal(true).optional(),
    }),
    response: answer,
  }),
  /** A repeated request returns the proposal. Fails with `proposal_closed`. */
  decline: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/proposals/:token/refusal',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ reason: text.trim().max(1000) }),
    response: answer,
  }),
  /**
   * Begins the payment by card of something that is owed for an accepted proposal: `url` is Stripe's page. A repeated
   * request returns the same page. Failures: `payment_not_due`, `payment_processing`, `payment_unreachable`.
   */
  pay: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/proposals/:token/payments',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ item: z.string().max(40) }),
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  /**
   * The page on which the client withdraws from what they accepted, and its form: plain HTML, as `booking.withdrawal`. It
   * opens for those who sign or pay.
   */
  withdrawal: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/proposals/:token/withdrawal',
    access: 'anyone',
    params: linkParams,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/proposals/:token/withdrawal',
    access: 'anyone',
    params: linkParams,
    body: 'raw',
  }),
  /**
   * Makes a link to a sent proposal, to be copied; it is returned once. Failures: `not_found`, `forbidden`,
   * `transition_refused` for a draft.
   */
  link: endpoint({
    method: 'POST',
    path: '/api/proposals/:proposalId/links',
    access: 'member',
    channel: 'backoffice',
    capability: 'money.write',
    recentSignIn: false,
    params: z.strictObject({ proposalId: rowId }),
    response: z.object({ url: z.url() }),
    status: 201,
  }),
};
