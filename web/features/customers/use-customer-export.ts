import { useQuery } from '@rocicorp/zero/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerFields } from '#core/domain/clients/customers.ts';
import { BYTE_ORDER_MARK, csvList, csvRow } from '#core/domain/values/csv.ts';
import { plainLines } from '#core/domain/values/format.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { saveFile } from '#web/lib/browser/files.ts';

/** A further person of a client. */
interface ExportedContact {
  name: string;
  email: string;
  phone: string;
}

export interface ExportedClient extends CustomerFields {
  /** Without the first one, whose details are the client's. */
  contacts?: readonly ExportedContact[];
}

/**
 * Headers that Google Contacts and our own import read. The whole name is in the first name: the surnames of “María
 * José García Ruiz” cannot be separated reliably, and Google shows the same name.
 */
const COLUMNS: readonly (readonly [string, (customer: CustomerFields) => string])[] = [
  ['First Name', ({ name }) => name],
  ['E-mail 1 - Value', ({ email }) => email],
  ['Phone 1 - Value', ({ phone }) => phone],
  ['Address 1 - Formatted', ({ address }) => address],
  ['Notes', ({ notes }) => notes],
  ['Labels', ({ tags }) => csvList(tags)],
  ['Language', ({ language }) => language ?? ''],
  ['Tax ID', ({ taxId }) => taxId],
];

/** Columns of a further person: the second one is `Person 2`, which our own import reads. */
const CONTACT_COLUMNS: readonly (readonly [string, (contact: ExportedContact) => string])[] = [
  ['', ({ name }) => name],
  [' - E-mail', ({ email }) => email],
  [' - Phone', ({ phone }) => phone],
];

/** Returns the clients as CSV, in the given order, with columns for as many further people as one of them has. */
export function customersCsv(customers: readonly ExportedClient[]): string {
  const most = Math.max(0, ...customers.map(({ contacts = [] }) => contacts.length));
  const people = Array.from({ length: most }, (_, index) => index);
  const headers = people.flatMap((index) => CONTACT_COLUMNS.map(([header]) => `Person ${index + 2}${header}`));
  const rows = customers.map((customer) => {
    const further = people.flatMap((index) => {
      const contact = customer.contacts?.[index];
      return CONTACT_COLUMNS.map(([, value]) => (contact ? value(contact) : ''));
    });
    return csvRow([...COLUMNS.map(([, value]) => value(customer)), ...further]);
  });
  return BYTE_ORDER_MARK + csvRow([...COLUMNS.map(([header]) => header), ...headers]) + rows.join('');
}

/** Maximum bytes of a line, RFC 2426 §2.6. */
const LINE_BYTES = 75;

/**
 * Returns the clients as vCard 3.0, which Apple, Google and Outlook all read, unlike 4.0. Each person has a card: further
 * ones after their client's.
 */
export function customersVcard(customers: readonly ExportedClient[]): string {
  const blank = { address: '', taxId: '', notes: '', language: null, tags: [] };
  return customers
    .flatMap(({ contacts = [], ...customer }) => [customer, ...contacts.map((contact) => ({ ...blank, ...contact }))])
    .map(card)
    .join('');
}

function card({ name, email, phone, address, taxId, notes, language, tags }: CustomerFields): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    // The whole name as the given name: surnames cannot be separated reliably, see COLUMNS.
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    email && `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    phone && `TEL;TYPE=CELL:${escaped(phone)}`,
    address && `ADR;TYPE=HOME:;;${escaped(address)};;;;`,
    tags.length > 0 && `CATEGORIES:${tags.map(escaped).join(',')}`,
    language && `X-LANGUAGE:${language}`,
    taxId && `X-TAX-ID:${escaped(taxId)}`,
    notes && `NOTE:${escaped(notes)}`,
    'END:VCARD',
  ];
  return lines.flatMap((line) => (line ? `${folded(line)}\r\n` : [])).join('');
}

/** Returns a value as text of RFC 2426, without characters that would end its line. */
function escaped(value: string): string {
  return plainLines(value)
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** Folds a long line: continuations start with a space. Counts bytes and never splits a character. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = byteLength(letter);
    if (bytes + size > LINE_BYTES) {
      lines.push('');
      bytes = 1;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n ');
}

function byteLength(letter: string): number {
  const code = letter.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
}

type ExportFormat = 'csv' | 'vcard';

/** Downloads clients as a file: CSV for spreadsheets, vCard for address books. */
export function useCustomerExport() {
  const { t } = useTranslation('customers');
  const { name } = useAccount();
  const [contacts] = useQuery(queries.customers.contacts({ limit: MAX_CUSTOMERS }));
  return useCallback(
    (rows: readonly (CustomerFields & { id: string })[], format: ExportFormat) => {
      const people = Map.groupBy(contacts, ({ customerId }) => customerId);
      const customers = rows.map((row) => ({
        ...row,
        contacts: (people.get(row.id) ?? []).filter(({ email, phone }) => email !== row.email || phone !== row.phone),
      }));
      const of = customers.length === 1 ? (customers[0]?.name ?? name) : t('export.file', { name });
      if (format === 'csv')
        saveFile(new Blob([customersCsv(customers)], { type: 'text/csv;charset=utf-8' }), `${of}.csv`);
      else saveFile(new Blob([customersVcard(customers)], { type: 'text/vcard;charset=utf-8' }), `${of}.vcf`);
    },
    [t, name, contacts],
  );
}
