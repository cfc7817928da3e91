import { z } from 'zod';

/** How an order is paid without Stripe. */
export const byHand = z.object({
  transfer: z.object({ iban: z.string(), holder: z.string(), reference: z.string() }).nullable(),
  /** Telephone number for Bizum. */
  bizum: z.string().nullable(),
  cash: z.boolean(),
});

/** An instalment of a payment plan. Amounts in minor units, times in epoch milliseconds. */
export const publicInstalment = z.object({
  amount: z.number(),
  dueAt: z.number().nullable(),
  /** How much of it was received. */
  paid: z.number(),
  /** It is to be paid now, or next. */
  isNext: z.boolean(),
});
export type PublicInstalment = z.infer<typeof publicInstalment>;

/** What an order charges for one thing. Amounts in minor units. */
export const publicLine = z.object({
  /** `price`: the session; `extras`: extra photos; `other`: a correction, such as what the studio does not charge. */
  kind: z.enum(['price', 'extras', 'product', 'other']),
  /** Empty if the kind says it all. */
  title: z.string(),
  quantity: z.number(),
  /** Of one piece; null for a line that is an amount. */
  unitAmount: z.number().nullable(),
  discount: z.number(),
  amount: z.number(),
});
export type PublicLine = z.infer<typeof publicLine>;

/** Times in epoch milliseconds. */
export const withdrawalState = z.discriminatedUnion('state', [
  /** `until`: null if it ends some days after a delivery. */
  z.object({ state: z.literal('open'), until: z.number().nullable() }),
  /** `endsOrder`: it covers all that was ordered, and the studio has not settled it yet. */
  z.object({ state: z.literal('declared'), at: z.number(), endsOrder: z.boolean() }),
]);
export type WithdrawalState = z.infer<typeof withdrawalState>;
