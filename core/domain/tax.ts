import { z } from 'zod';
import { text } from './text.ts';

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
