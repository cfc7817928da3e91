import { z } from 'zod';
import { rowId } from './ids.ts';
import { language } from './language-schema.ts';
import { text } from './text.ts';

/** Keyboards of phones add a space after an address they complete: it goes before the address is judged. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const customerName = text.trim().min(1).max(120);

/** What a form, an import or a mutator may say of a customer. */
export const customerFields = z.strictObject({
  name: customerName,
  email: z.union([z.literal(''), email]),
  phone: text.trim().max(40),
  notes: text.max(10_000),
  language: language.nullable(),
});

export const newCustomer = customerFields.partial().required({ name: true }).extend({ id: rowId });
export const customerChanges = customerFields.partial();
