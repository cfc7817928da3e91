import type { Language } from './languages.ts';
import { changedTags } from './customers.ts';

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
