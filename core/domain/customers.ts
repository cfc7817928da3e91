import { z } from 'zod';
import { rowId } from './ids.ts';
import type { Language } from './languages.ts';
import { language, notes, text } from './primitives.ts';

/** Keyboards of phones add a space after an address they complete: it goes before the address is judged. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const customerName = text.trim().min(1).max(120);

export const MAX_TAGS = 30;
export const tag = text.trim().min(1).max(40);
/** Without doubles, whatever their case; the first spelling stays. */
export const customerTags = z
  .array(tag)
  .max(MAX_TAGS)
  .transform((tags) => tags.filter((one, at) => tags.findIndex((other) => normalize(other) === normalize(one)) === at));
const normalize = (value: string) => value.toLowerCase();

/** What a form, an import or a mutator may say of a customer. */
export const customerFields = z.strictObject({
  name: customerName,
  email: z.union([z.literal(''), email]),
  phone: text.trim().max(40),
  address: text.trim().max(1000),
  /** As receipts name it. */
  taxId: text.trim().max(60),
  notes,
  language: language.nullable(),
  tags: customerTags,
});

export const newCustomer = customerFields.partial().required({ name: true }).extend({ id: rowId });
export type NewCustomer = z.infer<typeof newCustomer>;
/** Without notes, which have an act of their own: nobody writes over what somebody else has just written there. */
export const customerChanges = customerFields.omit({ notes: true }).partial();
export type CustomerChanges = z.infer<typeof customerChanges>;

/** Whether mails to them may go elsewhere after it, or be in another language. */
export const identifiesCustomer = ({ email: to, language: words }: CustomerChanges): boolean =>
  to !== undefined || words !== undefined;

/** Those of one bulk act; more are several. */
export const MAX_BULK_CUSTOMERS = 1000;
export const customerIds = z.array(rowId).min(1).max(MAX_BULK_CUSTOMERS);

/** Rows of one step of an import: a step is done or not, and the next begins where it ended. */
export const MAX_IMPORT_STEP = 200;

/** Of one merge. */
export const MAX_MERGED = 10;

/**
 * Pairs of clients who are alike and not the same, the smaller id first. As many as there are among those of one
 * merge, each with each.
 */
export const dismissedPairs = z
  .array(z.tuple([rowId, rowId]).refine(([one, other]) => one < other))
  .min(1)
  .max(((MAX_MERGED + 1) * MAX_MERGED) / 2);
export type CustomerPair = z.infer<typeof dismissedPairs>[number];

/** Each of them with each other. */
export function listPairs(ids: readonly string[]): CustomerPair[] {
  const sorted = [...new Set(ids)].sort();
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other): CustomerPair => [one, other]));
}

/** What stands for somebody who was erased. */
export const ERASED_NAME = '—';

/** A customer's tags with some more and without others, whatever their case. */
export function changedTags(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const without = new Set(remove.map(normalize));
  const kept = tags.filter((one) => !without.has(normalize(one)));
  const has = new Set(kept.map(normalize));
  return [...kept, ...add.filter((one) => !has.has(normalize(one)))];
}

/** What of a customer a merge brings together. */
export interface MergedFields {
  name: string;
  email: string;
  phone: string;
  address: string;
  taxId: string;
  notes: string;
  language: Language | null;
  tags: readonly string[];
}

/** Fields of which one value stays, in the order in which they are shown. */
export const SELECTABLE_FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'language'] as const;
export type SelectableField = (typeof SELECTABLE_FIELDS)[number];

/**
 * One customer of several: what the kept one says stays, what it does not say comes from the first that does. Tags are
 * united; notes stand one below the other, and none of them twice.
 */
export function mergeCustomerFields(target: MergedFields, others: readonly MergedFields[]): MergedFields {
  const all = [target, ...others];
  const first = <Field extends SelectableField>(field: Field): MergedFields[Field] =>
    (all.find((one) => one[field]) ?? target)[field];
  const notes = new Set(all.map((one) => one.notes.trim()).filter(Boolean));
  return {
    name: target.name,
    email: first('email'),
    phone: first('phone'),
    address: first('address'),
    taxId: first('taxId'),
    language: first('language'),
    notes: [...notes].join('\n\n'),
    tags: others.reduce<readonly string[]>((tags, other) => changedTags(tags, other.tags, []), target.tags),
  };
}
