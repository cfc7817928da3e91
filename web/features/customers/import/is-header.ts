import { addressGroupFor, contactFieldFor, headerKey } from './headers.ts';

type Row = readonly string[];

/** As many rows as tell what a column holds. */
const LOOKED_AT = 100;

/**
 * Whether a table's first line names its columns. Taken for names, a person would be lost without a word; taken for a
 * person, names are one row too many, which is seen. So names that nobody knows must differ from what is below them.
 */
export function isHeader(first: Row, below: readonly Row[]): boolean {
  if (first.some(isEmail)) return false;
  if (first.some(isKnown)) return true;
  if (first.some(isContact)) return false;
  const rows = below.slice(0, LOOKED_AT);
  return first.some((cell, column) => {
    const cells = rows.flatMap((row) => row[column]?.trim() || []);
    return cell.trim() !== '' && cells.filter(isContact).length * 2 > cells.length;
  });
}

function isKnown(cell: string): boolean {
  const key = headerKey(cell);
  return contactFieldFor(key) !== undefined || addressGroupFor(key) !== undefined;
}

/** Right or mistyped. */
function isEmail(cell: string): boolean {
  return /^\S+@\S*$/.test(cell.trim());
}

/** An e-mail, right or mistyped, or digits for the most part: a phone number, a date. */
function isContact(cell: string): boolean {
  const signs = cell.replaceAll(/[\s().+/-]/g, '');
  return isEmail(cell) || signs.replaceAll(/\D/g, '').length * 2 > signs.length;
}
