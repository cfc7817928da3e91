import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import type { ExportedCustomer } from './exported-customer.ts';

/**
 * The headers that Google Contacts reads, and our own import. The whole name is the first name: nobody can tell where
 * the surnames of “María José García Ruiz” begin, and what Google shows is the same.
 */
const COLUMNS: readonly (readonly [string, (customer: ExportedCustomer) => string])[] = [
  ['First Name', ({ name }) => name],
  ['E-mail 1 - Value', ({ email }) => email],
  ['Phone 1 - Value', ({ phone }) => phone],
  ['Address 1 - Formatted', ({ address }) => address],
  ['Notes', ({ notes }) => notes],
  ['Labels', ({ tags }) => labels(tags)],
  ['Language', ({ language }) => language ?? ''],
  ['Tax ID', ({ taxId }) => taxId],
];

/** Customers as a table, in the order in which they are given. */
export function customersCsv(customers: readonly ExportedCustomer[]): string {
  const rows = customers.map((customer) => csvRow(COLUMNS.map(([, value]) => value(customer))));
  return BYTE_ORDER_MARK + csvRow(COLUMNS.map(([header]) => header)) + rows.join('');
}

/** As Google writes them. A single one with a comma needs the mark too, or it would be read as two. */
function labels(tags: readonly string[]): string {
  const joined = tags.join(' ::: ');
  return tags.length === 1 && /[,;|\n]/.test(joined) ? `${joined} :::` : joined;
}
