import { z } from 'zod';
import { currencyCode } from '../domain/studio/accounts.ts';
import { cancellationKeeps, promisedRule } from '../domain/payments/cancellation.ts';
import { paymentPurpose } from '../domain/payments/payments.ts';
import { sessionStatus } from '../domain/sessions/sessions.ts';
import { rowId } from '../domain/values/ids.ts';
import { clientDocuments } from './contracts.ts';
import { byHand, publicInstalment, publicLine, withdrawalState } from './dues.ts';

/** A step of the time before a session: what the studio keeps until when; `until` is null for the last step. */
const cancellationStep = z.object({
  until: z.number().nullable(),
  keeps: cancellationKeeps,
  amount: z.number(),
});
const cancellationTerms = z.object({ kept: z.number(), returned: z.number(), until: z.number().nullable() });

/** A booking as shown to its client. */
export const managedBooking = z.object({
  type: z.string(),
  start: z.number(),
  end: z.number(),
  place: z.string(),
  /** The part of `place` that a map finds: without a room's name; empty without one. */
  mapAddress: z.string(),
  status: sessionStatus,
  /** True unless a team member made the last change of status. */
  isByClient: z.boolean(),
  clientName: z.string(),
  /** Minor units of `currency`; null if there is none. The deposit is part of the price. */
  price: z.number().nullable(),
  deposit: z.number().nullable(),
  /** True until the deposit is paid or waived; false for people who do not pay. */
  isDepositDue: z.boolean(),
  currency: currencyCode,
  /** Amounts that are owed and can be paid by card, the deposit first; empty if the studio takes no payments by card. */
  payments: z.array(
    z.object({
      /** Names it in `pay`: a payment's id, `deposit`, `instalment-2`, `balance`, or `all` of a plan. */
      item: z.string(),
      purpose: paymentPurpose,
      amount: z.number(),
      /** The booking is confirmed once it is paid. */
      confirms: z.boolean(),
      /** Epoch milliseconds; null without a date. */
      dueAt: z.number().nullable(),
      /** A payment of the session by a method that takes days is on its way: nothing of it can be paid until it arrives. */
      isOnItsWay: z.boolean(),
    }),
  ),
  /** The payment plan; empty without one. */
  plan: z.array(publicInstalment),
  /** What is charged, line by line; empty for one price. */
  lines: z.array(publicLine),
  /** What is to be paid now or next, and how without Stripe; null if nothing is owed, or there is no such way. */
  byHand: byHand.extend({ amount: z.number() }).nullable(),
  /** Received and not refunded, in minor units. */
  paid: z.number(),
  /** What was promised for a cancellation; null if nothing was. */
  cancellation: z
    .object({
      /** From which a page computes the steps of another time. */
      rule: promisedRule,
      /** Steps of the rule that have not passed. */
      steps: z.array(cancellationStep),
      /** What happens to the money if the session is cancelled now; null if it was or cannot be. */
      terms: cancellationTerms.nullable(),
      /** Refunds by card need no act of the studio. */
      isAutomatic: z.boolean(),
    })
    .nullable(),
  /** The right to withdraw from the contract, or when the client has used it; null without. */
  withdrawal: withdrawalState.nullable(),
  /** What became of the money of a session that was cancelled by the rule: kept, sent back, and still to be sent back. */
  settlement: z.object({ kept: z.number(), returned: z.number(), toReturn: z.number() }).nullable(),
  /** Null if the session type cannot be booked any more: the booking can then only be cancelled. */
  sessionTypeId: rowId.nullable(),
  /** Deadline for rescheduling and cancelling by link, epoch milliseconds. */
  changeUntil: z.number(),
  /** True if the booking can be cancelled now. With a `sessionTypeId` it can be rescheduled as well. */
  canChange: z.boolean(),
  /** Contracts to sign, questionnaires to answer. */
  documents: clientDocuments,
});
export type ManagedBooking = z.infer<typeof managedBooking>;
