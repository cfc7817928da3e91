import { z } from 'zod';
import { rowId } from './ids.ts';
import { language } from './language-schema.ts';

export const email = z.email().trim().toLowerCase().max(254);

export const customerName = z.string().trim().min(1).max(120);

/** What a form, an import or a mutator may say of a customer. */
export const customerFields = z.strictObject({
  name: customerName,
  email: z.union([z.literal(''), email]),
  phone: z.string().trim().max(40),
  notes: z.string().max(10_000),
  language: language.nullable(),
});
export type CustomerFields = z.infer<typeof customerFields>;

export const newCustomer = customerFields.partial().required({ name: true }).extend({ id: rowId });
export const customerChanges = customerFields.partial();
