import { z } from 'zod';
import { language } from './language-schema.ts';

/**
 * What a receipt says: written down when it is made, and the same for ever, whatever is renamed or moves later. Only
 * the client leaves it, when they ask to be forgotten. Amounts in minor units, times in epoch milliseconds.
 */
export const receiptData = z.object({
  number: z.string(),
  /** Of the receipt that this one gives back, wholly or in part. */
  refundOf: z.string().nullable(),
  language,
  /** In which its days are told. */
  timeZone: z.string(),
  issuedAt: z.number(),
  paidAt: z.number(),
  amount: z.number().int(),
  currency: z.string(),
  method: z.string(),
  purpose: z.enum(['deposit', 'balance', 'other']),
  studio: z.object({
    name: z.string(),
    address: z.string(),
    taxId: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  client: z.object({ name: z.string(), address: z.string(), taxId: z.string() }),
  session: z.object({ name: z.string(), date: z.number() }),
  /** Within the amount; null where the studio's receipts say nothing of tax. */
  tax: z.object({ name: z.string(), rate: z.number(), amount: z.number().int() }).nullable(),
});
export type ReceiptData = z.infer<typeof receiptData>;

/** `A-2026-0001`; beyond 9999 it grows longer. */
export function formatReceiptNumber(prefix: string, year: number, count: number): string {
  return `${prefix}${year}-${String(count).padStart(4, '0')}`;
}
