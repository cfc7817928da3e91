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
