import type { Language } from './languages.ts';

/** Without it Excel reads the file in the system's own encoding, and shows “Núria” as “NÃºria”. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** Spreadsheets strip spaces, line breaks, controls and invisible characters before they look for a formula. */
const FORMULA_PREFIX =
  /^'*[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/u;

/** An international phone number in groups: spreadsheets read it as text, so it needs no apostrophe. */
const PHONE = /^\+\d+( \d+)+$/;

/** Separators of fields and decimals in a file that spreadsheets open by a double click. */
export interface CsvFormat {
  delimiter: ',' | ';';
  decimal: '.' | ',';
}
const PLAIN: CsvFormat = { delimiter: ',', decimal: '.' };

/** Returns the format of spreadsheets in a language: with decimal commas, fields are separated by semicolons. */
export function csvFormat(language: Language): CsvFormat {
  return language === 'en' ? PLAIN : { delimiter: ';', decimal: ',' };
}

/** Returns a phone number that spreadsheets show as written, neither as a formula nor as a rounded number. */
export function csvPhone(phone: string): string {
  const plain = phone
    .trim()
    .replaceAll(/[\s().\-/]+/g, ' ')
    .trim();
  if (!/^\+?[\d ]+$/.test(plain)) return phone;
  return /^[+0]\d+$/.test(plain) ? plain.replaceAll(/\B(?=(\d{3})+$)/g, ' ').replace('+ ', '+') : plain;
}

/** Joins values in one cell, in Google's format. A single value with a separator in it needs one too. */
export function csvList(values: readonly string[]): string {
  const joined = values.join(' ::: ');
  return values.length === 1 && /[,;|\n]/.test(joined) ? `${joined} :::` : joined;
}

/**
 * Returns a field quoted by RFC 4180. A value that would start a formula gets a leading apostrophe, which spreadsheets
 * hide: names and emails are untrusted input.
 */
function field(value: string | number, decimal: string): string {
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const safe = FORMULA_PREFIX.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `field`, or another program, has put before a value. */
export function unescapeFormula(value: string): string {
  return value.startsWith("'") && FORMULA_PREFIX.test(value) ? value.slice(1) : value;
}

/** Returns one row, including its line end. */
export function csvRow(values: readonly (string | number)[], { delimiter, decimal }: CsvFormat = PLAIN): string {
  return `${values.map((value) => field(value, decimal)).join(delimiter)}\r\n`;
}
