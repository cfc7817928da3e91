import { z } from 'zod';
import { email } from '../values/email.ts';
import { rowId } from '../values/ids.ts';
import type { Language } from '../values/languages.ts';
import { language, line, notes, personName, text } from '../values/primitives.ts';

export const customerName = personName.min(1).max(120);

export const MAX_TAGS = 30;
export const tag = line.min(1).max(40);
/** Tags without duplicates, ignoring case; the first spelling stays. */
export const customerTags = z
  .array(tag)
  .max(MAX_TAGS)
  .transform((tags) => tags.filter((one, at) => tags.findIndex((other) => normalize(other) === normalize(one)) === at));
const normalize = (value: string) => value.toLowerCase();

/** Fields of a customer that forms, imports and mutators may set. */
export const customerFields = z.strictObject({
  name: customerName,
  email: z.union([z.literal(''), email]),
  phone: text.trim().max(40),
  address: text.trim().max(1000),
  /** As printed on receipts. */
  taxId: text.trim().max(60),
  notes,
  language: language.nullable(),
  tags: customerTags,
});

export const newCustomer = customerFields.partial().required({ name: true }).extend({ id: rowId });
export type NewCustomer = z.infer<typeof newCustomer>;
/** A new client of an import, with a further person of theirs. */
export const importedCustomer = newCustomer.extend({
  second: z
    .strictObject({
      id: rowId,
      name: customerName,
      email: customerFields.shape.email,
      phone: customerFields.shape.phone,
    })
    .optional(),
});
export type ImportedCustomer = z.infer<typeof importedCustomer>;
/** Without notes: their own mutation detects conflicting edits. */
export const customerChanges = customerFields.omit({ notes: true }).partial();
export type CustomerChanges = z.infer<typeof customerChanges>;

/** True if the changes affect the recipient or the language of mails to the customer. */
export const identifiesCustomer = ({ email: newEmail, language: newLanguage }: CustomerChanges): boolean =>
  newEmail !== undefined || newLanguage !== undefined;

/** Maximum number of customers per bulk mutation. */
export const MAX_BULK_CUSTOMERS = 1000;
export const customerIds = z.array(rowId).min(1).max(MAX_BULK_CUSTOMERS);

/** Maximum number of customers merged into one. */
export const MAX_MERGED = 10;

/** Pairs of similar clients confirmed as different, the smaller id first. Large enough for all pairs of one merge. */
export const dismissedPairs = z
  .array(z.tuple([rowId, rowId]).refine(([one, other]) => one < other))
  .min(1)
  .max(((MAX_MERGED + 1) * MAX_MERGED) / 2);
export type CustomerPair = z.infer<typeof dismissedPairs>[number];

/** Returns every pair of the ids. */
export function listPairs(ids: readonly string[]): CustomerPair[] {
  const sorted = [...new Set(ids)].sort();
  return sorted.flatMap((one, at) => sorted.slice(at + 1).map((other): CustomerPair => [one, other]));
}

/** Name of an erased customer. */
export const ERASED_NAME = '—';

/** Returns `tags` with `add` and without `remove`, ignoring case. */
export function changedTags(tags: readonly string[], add: readonly string[], remove: readonly string[]): string[] {
  const without = new Set(remove.map(normalize));
  const kept = tags.filter((one) => !without.has(normalize(one)));
  const has = new Set(kept.map(normalize));
  return [...kept, ...add.filter((one) => !has.has(normalize(one)))];
}

/** Fields of a customer that a merge combines and an export contains. */
export interface CustomerFields {
  name: string;
  email: string;
  phone: string;
  address: string;
  taxId: string;
  notes: string;
  language: Language | null;
  tags: readonly string[];
}

/** Fields of which a merge keeps one value, in display order. */
export const SELECTABLE_FIELDS = ['name', 'email', 'phone', 'address', 'taxId', 'language'] as const;
export type SelectableField = (typeof SELECTABLE_FIELDS)[number];

/**
 * Merges several customers into one: the target's values stay, missing ones come from the first customer that has them.
 * Tags are united; notes are appended, each once.
 */
export function mergeCustomerFields(target: CustomerFields, others: readonly CustomerFields[]): CustomerFields {
  const all = [target, ...others];
  const first = <Field extends SelectableField>(field: Field): CustomerFields[Field] =>
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

/** A word of a name, in any script. Long enough for names, too short for a message. */
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}’'-]{0,19}$/u;

/**
 * Returns the name by which mails greet a person. Anybody can type a name and an address in a public form, so of an
 * unconfirmed name only the first word is used, if it is one: `Anna` of `Dr. Anna Solé`. Otherwise returns ''.
 * @param isConfirmed true for a name that the studio entered, or whose address has proven to be the person's
 */
export function greetingName(name: string, isConfirmed: boolean): string {
  const plain = name.trim();
  if (isConfirmed) return plain;
  const first = plain.split(/\s+/).find((word) => !word.endsWith('.')) ?? '';
  return NAME_WORD.test(first) ? first : '';
}
