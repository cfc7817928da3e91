import type { Language } from '#core/domain/languages.ts';

/** What of a customer leaves the studio as an address book. */
export interface ExportedCustomer {
  name: string;
  email: string;
  phone: string;
  address: string;
  taxId: string;
  notes: string;
  language: Language | null;
  tags: readonly string[];
}
