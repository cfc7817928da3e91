import { z } from 'zod';
import { type CustomerChanges, customerFields, customerName } from '#core/domain/clients/customers.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';

/** Form values of a client. */
export interface CustomerValues {
  name: string;
  email: string;
  phone: string;
  address: string;
  taxId: string;
  /** Empty for the studio's language. */
  language: Language | '';
  tags: string[];
}

export const EMPTY_VALUES: CustomerValues = {
  name: '',
  email: '',
  phone: '',
  address: '',
  taxId: '',
  language: '',
  tags: [],
};

interface Stored extends Omit<CustomerValues, 'language' | 'tags'> {
  language: Language | null;
  tags: readonly string[];
}

export function toCustomerValues({ name, email, phone, address, taxId, language, tags }: Stored): CustomerValues {
  return { name, email, phone, address, taxId, language: language ?? '', tags: [...tags] };
}

/** Checks the values of the form. */
export const customerForm = z.object({
  name: customerName,
  email: z.string().trim().pipe(customerFields.shape.email),
});

export function parseLanguage(text: string): Language | null {
  return LANGUAGES.find((known) => known === text) ?? null;
}

/**
 * Returns the form values that differ from `before`. Unchanged fields are left out, so that edits of other people are
 * kept.
 */
export function customerChanges(values: CustomerValues, before: CustomerValues): CustomerChanges {
  const fields = Object.keys(before) as (keyof CustomerValues)[];
  const changed = fields.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(before[field]));
  const changes = Object.fromEntries(changed.map((field) => [field, values[field]])) as Partial<CustomerValues>;
  const { language, ...rest } = changes;
  return customerFields
    .omit({ notes: true })
    .partial()
    .parse({ ...rest, ...(language === undefined ? {} : { language: parseLanguage(language) }) });
}
