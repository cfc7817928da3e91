import { z } from 'zod';
import { paymentPurpose } from './payments.ts';
import { language, text } from '../values/primitives.ts';

/**
 * Content of a receipt, frozen when it is issued: later changes do not affect it. Only the client's data is removed
 * some years after the client is erased. Amounts in minor units, times in epoch milliseconds.
 */
export const receiptData = z.object({
  number: z.string(),
  /** Number of the receipt that this one refunds, wholly or partly. */
  refundOf: z.string().nullable(),
  language,
  /** Time zone of its dates. */
  timeZone: z.string(),
  issuedAt: z.number(),
  paidAt: z.number(),
  amount: z.number().int(),
  currency: z.string(),
  method: z.string(),
  purpose: paymentPurpose,
  studio: z.object({
    name: z.string(),
    address: z.string(),
    taxId: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  client: z.object({ name: z.string(), address: z.string(), taxId: z.string() }),
  /** What was paid for: a session, the extra photos of a gallery, or another order. */
  session: z.object({
    name: z.string(),
    date: z.number(),
    isGallery: z.boolean().optional(),
    isOrder: z.boolean().optional(),
  }),
  /** What the order charged when it was issued; absent for one price. Amounts in minor units. */
  lines: z
    .array(
      z.object({
        title: z.string(),
        quantity: z.number().int(),
        discount: z.number().int(),
        amount: z.number().int(),
      }),
    )
    .optional(),
  /** It says that it is no invoice (`isPaymentProof`); absent for all other receipts. */
  isProof: z.literal(true).optional(),
  /** Tax included in the amount; null if the studio's receipts show no tax. */
  tax: z.object({ name: z.string(), rate: z.number(), amount: z.number().int() }).nullable(),
  /** Colour of title and total, readable on paper; absent without a theme of the studio's own. */
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .optional(),
  /** The refund failed later; absent for all other receipts. Not part of the frozen content. */
  cancelledAt: z.number().optional(),
});
export type ReceiptData = z.infer<typeof receiptData>;

/** Spain: a receipt with number, tax number and tax lines could be taken for a simplified invoice. */
const SPANISH_ZONES: ReadonlySet<string> = new Set(['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']);

/** True if a studio's receipts say that they prove a payment and are no invoice, and show no tax: by its country. */
export const isPaymentProof = (timeZone: string): boolean => SPANISH_ZONES.has(timeZone);

/** `A-2026-0001`; beyond 9999 the number gets longer. */
export function formatReceiptNumber(prefix: string, year: number, count: number): string {
  return `${prefix}${year}-${String(count).padStart(4, '0')}`;
}

/** Setting `tax`: tax on receipts. Amounts are gross; the tax is included in them. */
export const taxSettings = z.strictObject({
  /** Name of the tax: IVA, VAT. Empty: receipts show no tax. */
  name: text.trim().max(40),
  /** Hundredths of a percent: 2100 is 21 %. */
  rate: z.number().int().min(0).max(10_000),
  /** The studio's tax number. */
  id: text.trim().max(60),
  /** Prefix of receipt numbers: `A-2026-0001`. */
  receiptPrefix: text
    .trim()
    .max(12)
    .regex(/^[A-Za-z0-9/-]*$/),
  /** First number of a year, which continues a former series; null for 1. A number that is in use has no effect. */
  receiptStart: z
    .strictObject({ year: z.number().int().min(1900).max(2200), number: z.number().int().min(1).max(9_999_999) })
    .nullable(),
  /** Years that receipts keep an erased client, after the year of issue. */
  receiptYears: z.number().int().min(1).max(30),
});
export type TaxSettings = z.infer<typeof taxSettings>;
/** Six years: Spain's Código de Comercio, article 30. */
export const DEFAULT_TAX: TaxSettings = {
  name: '',
  rate: 0,
  id: '',
  receiptPrefix: '',
  receiptStart: null,
  receiptYears: 6,
};

const { shape } = taxSettings;
const storedTax = z
  .object({
    name: shape.name.catch(DEFAULT_TAX.name),
    rate: shape.rate.catch(DEFAULT_TAX.rate),
    id: shape.id.catch(DEFAULT_TAX.id),
    receiptPrefix: shape.receiptPrefix.catch(DEFAULT_TAX.receiptPrefix),
    receiptStart: shape.receiptStart.catch(DEFAULT_TAX.receiptStart),
    receiptYears: shape.receiptYears.catch(DEFAULT_TAX.receiptYears),
  })
  .catch(DEFAULT_TAX);

/** Returns the stored setting; missing or invalid fields get their defaults. */
export function readTax(value: unknown): TaxSettings {
  return storedTax.parse(value);
}

/**
 * Returns the number of the next receipt of a year.
 * @param last number of the last receipt of the year; 0 before the first
 */
export function nextReceiptNumber(
  { receiptStart }: Pick<TaxSettings, 'receiptStart'>,
  year: number,
  last: number,
): number {
  return Math.max(last + 1, receiptStart?.year === year ? receiptStart.number : 1);
}

/** Returns the tax included in an amount, minor units, rounded half up: amount · rate / (100 % + rate). */
export function includedTax(amount: number, rate: number): number {
  return Math.floor((amount * rate * 2 + (10_000 + rate)) / (2 * (10_000 + rate)));
}
