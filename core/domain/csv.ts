/** Without it Excel reads the file in the system's own encoding, and shows “Núria” as “NÃºria”. */
export const BYTE_ORDER_MARK = '\u{feff}';

/** Spreadsheets strip spaces, line breaks and invisible characters before they look for a formula. */
const FORMULA_PREFIX = /^'*[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r\n]/u;

/**
 * Returns a field quoted by RFC 4180. A value that would start a formula gets a leading apostrophe, which spreadsheets
 * hide: names and emails are untrusted input.
 */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_PREFIX.test(value) ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `field`, or another program, has put before a value. */
export function unescapeFormula(value: string): string {
  return value.startsWith("'") && FORMULA_PREFIX.test(value) ? value.slice(1) : value;
}

/** Returns one row, including its line end. */
export function csvRow(values: readonly (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}
