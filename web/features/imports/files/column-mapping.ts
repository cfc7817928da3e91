import { ADDRESS_GROUPS, type AddressGroup, addressGroupFor, contactFieldFor, headerKey } from './column-headers.ts';
import type { ColumnGuess, ContactField, Dialect, Mapping } from './import-table.ts';

type Rows = readonly (readonly string[])[];

export function detectDialect(headers: readonly string[]): Dialect {
  const whole = new Set(headers.map((header) => header.toLowerCase()));
  if (whole.has('e-mail 1 - value') || whole.has('phone 1 - value') || whole.has('group membership')) return 'google';
  const keys = new Set(headers.map(headerKey));
  const outlook = ['e mail address', 'direccion de correo electronico', 'adreca de correu electronic'];
  const names = ['first name', 'nombre', 'nom'];
  return outlook.some((key) => keys.has(key)) && names.some((key) => keys.has(key)) ? 'outlook' : 'other';
}

/** Maps the columns by their names; without known names, by their content. */
function guessMapping(headers: readonly string[], rows: Rows): Mapping {
  const keys = headers.map(headerKey);
  const address = fullestAddress(keys, rows);
  const byName = keys.map((key): ContactField | null => {
    const field = contactFieldFor(key);
    if (field) return field;
    return address && addressGroupFor(key) === address ? 'address' : null;
  });
  const mapping = wholeNames(byName);
  return mapping.includes('email') ? mapping : withEmailByContent(mapping, rows);
}

/** Columns of clients. */
export const CONTACT_COLUMNS: ColumnGuess = { isKnown: isContactHeader, mapping: guessMapping };

/** Treats a first name without any other name column as the full name. */
function wholeNames(mapping: (ContactField | null)[]): (ContactField | null)[] {
  const isAlone = mapping.filter((field) => field === 'firstName').length === 1;
  if (!isAlone || mapping.includes('name') || mapping.includes('lastName')) return mapping;
  return mapping.map((field) => (field === 'firstName' ? 'name' : field));
}

function fullestAddress(keys: readonly string[], rows: Rows): AddressGroup | undefined {
  const groups = keys.map(addressGroupFor);
  const filled = (group: AddressGroup) =>
    rows.filter((row) => row.some((cell, column) => groups[column] === group && cell.trim())).length;
  const present = ADDRESS_GROUPS.filter((group) => groups.includes(group));
  return present.map((group) => ({ group, rows: filled(group) })).sort((a, b) => b.rows - a.rows)[0]?.group;
}

/** Maps an unnamed column of emails; the first column of words only is the name. */
function withEmailByContent(mapping: (ContactField | null)[], rows: Rows): Mapping {
  const cells = (column: number) => rows.slice(0, 100).flatMap((row) => row[column]?.trim() || []);
  const isFree = (column: number) => mapping[column] === null && cells(column).length > 0;
  const column = mapping.findIndex((_, at) => isFree(at) && mostly(cells(at), (cell) => cell.includes('@')));
  if (column === -1) return mapping;
  const hasName = mapping.some((field) => field === 'name' || field === 'firstName' || field === 'lastName');
  const isWords = (at: number) =>
    isFree(at) && cells(at).every((cell) => /^\P{N}+$/u.test(cell) && !cell.includes('@'));
  const name = hasName ? -1 : mapping.findIndex((_, at) => isWords(at));
  return mapping.map((field, at) => (at === column ? 'email' : at === name ? 'name' : field));
}

function mostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.filter(is).length * 2 > cells.length;
}

type Row = readonly string[];

/** Number of rows inspected to detect a column's content. */
const LOOKED_AT = 100;

/**
 * True if the first line is a header. A person mistaken for a header would be lost silently, a header mistaken for a
 * person is visible. So unknown names must differ in kind from the rows below.
 */
export function isHeader(
  first: Row,
  below: readonly Row[],
  isKnown: ColumnGuess['isKnown'] = isContactHeader,
): boolean {
  if (first.some(isEmail)) return false;
  if (first.some(isKnown)) return true;
  if (first.some(isContact)) return false;
  const rows = below.slice(0, LOOKED_AT);
  return first.some((cell, column) => {
    const cells = rows.flatMap((row) => row[column]?.trim() || []);
    return cell.trim() !== '' && cells.filter(isContact).length * 2 > cells.length;
  });
}

function isContactHeader(cell: string): boolean {
  const key = headerKey(cell);
  return contactFieldFor(key) !== undefined || addressGroupFor(key) !== undefined;
}

/** True for valid and mistyped emails. */
function isEmail(cell: string): boolean {
  return /^\S+@\S*$/.test(cell.trim());
}

/** True for emails, valid or mistyped, and for cells of mostly digits: phone numbers, dates. */
function isContact(cell: string): boolean {
  const signs = cell.replaceAll(/[\s().+/-]/g, '');
  return isEmail(cell) || signs.replaceAll(/\D/g, '').length * 2 > signs.length;
}
