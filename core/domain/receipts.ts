import { z } from 'zod';
import { language, text } from './primitives.ts';

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

/** Setting `tax`: how receipts show it. Amounts are what clients pay; tax is a part of them. */
export const taxSettings = z.strictObject({
  /** As the country calls it: IVA, VAT. Empty: receipts say nothing of tax. */
  name: text.trim().max(40),
  /** Hundredths of a percent: 2100 is 21 %. */
  rate: z.number().int().min(0).max(10_000),
  /** The studio's own number. */
  id: text.trim().max(60),
  /** Before the number of a receipt: `A-2026-0001`. */
  receiptPrefix: text
    .trim()
    .max(12)
    .regex(/^[A-Za-z0-9/-]*$/),
});
export type TaxSettings = z.infer<typeof taxSettings>;
export const DEFAULT_TAX: TaxSettings = { name: '', rate: 0, id: '', receiptPrefix: '' };

const { shape } = taxSettings;
const storedTax = z
  .object({
    name: shape.name.catch(DEFAULT_TAX.name),
    rate: shape.rate.catch(DEFAULT_TAX.rate),
    id: shape.id.catch(DEFAULT_TAX.id),
    receiptPrefix: shape.receiptPrefix.catch(DEFAULT_TAX.receiptPrefix),
  })
  .catch(DEFAULT_TAX);

/** The setting as it is stored; what it does not say, or not well, is as by default. */
export function readTax(value: unknown): TaxSettings {
  return storedTax.parse(value);
}

/** The tax within an amount that includes it, minor units, rounded half up: amount · rate / (100 % + rate). */
export function includedTax(amount: number, rate: number): number {
  return Math.floor((amount * rate * 2 + (10_000 + rate)) / (2 * (10_000 + rate)));
}
