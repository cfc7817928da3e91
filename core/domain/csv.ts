/** Without it Excel takes a file for the system's own letters, and “Núria” for “NÃºria”. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** Spreadsheets strip spaces, line breaks and what is invisible before they look at the first letter. */
const FORMULA_PREFIX = /^'*[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/u;

/**
 * A field as RFC 4180 wants it, and as no spreadsheet takes for a formula: what begins like one gets an apostrophe,
 * which spreadsheets do not show. Names and e-mails are other people's words.
 */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_PREFIX.test(value) ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What was meant by a field that was written with an apostrophe before it, by us or by others. */
export function unescapeFormula(value: string): string {
  return value.startsWith("'") && FORMULA_PREFIX.test(value) ? value.slice(1) : value;
}

/** One line of a table, with its end. */
export function csvRow(values: readonly (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}
