import { csvFormat, csvList, csvPhone, csvRow } from '#core/domain/values/csv.ts';
import { decimalAmount } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { ExportColumn, ExportRow } from './export-tables.ts';

/** Amounts in minor units, of all exported tables. */
const AMOUNTS = new Set([
  'amount',
  'price',
  'deposit',
  'payment_amount',
  'deposit_amount',
  'paid_amount',
  'refunded_amount',
  'kept_amount',
  'unit_amount',
  'discount_amount',
  'extra_price',
  'signed_price',
  'signed_deposit',
]);

/** The CSV files for a studio's spreadsheets. */
export interface CsvStudio {
  language: Language;
  timeZone: string;
  currency: string;
}

/**
 * Returns functions that write lines of CSV for people: separator and decimals of the studio's language, its local
 * time, amounts as decimal numbers, readable phone numbers, lists as our import reads them. JSON has the exact values.
 */
export function csvWriter({ language, timeZone, currency }: CsvStudio) {
  const format = csvFormat(language);
  // Swedish writes `2026-11-22 10:30:00`, which every spreadsheet reads as a date.
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const cell = ({ name, isTime }: ExportColumn, row: ExportRow): string | number => {
    const value = row[name];
    if (value === null || value === undefined) return '';
    if (isTime) return local.format(new Date(value as string));
    if (typeof value === 'number') {
      const own = row['currency'];
      return AMOUNTS.has(name) ? decimalAmount(value, typeof own === 'string' ? own : currency) : value;
    }
    if (typeof value === 'string') return name === 'phone' ? csvPhone(value) : value;
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return csvList(value);
    return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
  };
  return {
    header: (names: readonly string[]) => csvRow(names, format),
    line: (columns: readonly ExportColumn[], row: ExportRow) =>
      csvRow(
        columns.map((column) => cell(column, row)),
        format,
      ),
  };
}
