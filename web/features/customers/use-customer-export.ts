import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { BYTE_ORDER_MARK, csvList, csvRow } from '#core/domain/values/csv.ts';
import { plainLines } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { saveFile } from '#web/lib/browser/files.ts';

/** The fields of a client that an export contains. */
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

/**
 * Headers that Google Contacts and our own import read. The whole name is in the first name: the surnames of “María
 * José García Ruiz” cannot be separated reliably, and Google shows the same name.
 */
const COLUMNS: readonly (readonly [string, (customer: ExportedCustomer) => string])[] = [
  ['First Name', ({ name }) => name],
  ['E-mail 1 - Value', ({ email }) => email],
  ['Phone 1 - Value', ({ phone }) => phone],
  ['Address 1 - Formatted', ({ address }) => address],
  ['Notes', ({ notes }) => notes],
  ['Labels', ({ tags }) => csvList(tags)],
  ['Language', ({ language }) => language ?? ''],
  ['Tax ID', ({ taxId }) => taxId],
];

/** Returns the clients as CSV, in the given order. */
export function customersCsv(customers: readonly ExportedCustomer[]): string {
  const rows = customers.map((customer) => csvRow(COLUMNS.map(([, value]) => value(customer))));
  return BYTE_ORDER_MARK + csvRow(COLUMNS.map(([header]) => header)) + rows.join('');
}

/** Maximum bytes of a line, RFC 2426 §2.6. */
const LINE_BYTES = 75;

/** Returns the clients as vCard 3.0, which Apple, Google and Outlook all read, unlike 4.0. */
export function customersVcard(customers: readonly ExportedCustomer[]): string {
  return customers.map(card).join('');
}

function card({ name, email, phone, address, taxId, notes, language, tags }: ExportedCustomer): string {
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
  return useCallback(
    (customers: readonly ExportedCustomer[], format: ExportFormat) => {
      const of = customers.length === 1 ? (customers[0]?.name ?? name) : t('export.file', { name });
      if (format === 'csv')
        saveFile(new Blob([customersCsv(customers)], { type: 'text/csv;charset=utf-8' }), `${of}.csv`);
      else saveFile(new Blob([customersVcard(customers)], { type: 'text/vcard;charset=utf-8' }), `${of}.vcf`);
    },
    [t, name],
  );
}
