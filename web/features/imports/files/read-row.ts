import type { z } from 'zod';
import type { customerFields } from '#core/domain/clients/customers.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { headerKey } from './column-headers.ts';
import type { ContactField, ImportTable, Mapping } from './import-table.ts';

/** Fields of a row before validation; empty ones are missing. */
type RowFields = Partial<z.input<typeof customerFields>> & SecondPerson;

/** A further person of the client. */
interface SecondPerson {
  secondName?: string;
  secondEmail?: string;
  secondPhone?: string;
}

/** Google's separator between several values in one cell. */
const SEVERAL = ':::';
/** Google's system groups, which are no tags. */
const SYSTEM_LABEL = /^\* (mycontacts|starred)$/i;
/** Preferred phone types: the mobile number is used for calls and messages. */
const MOBILE = /mobile|movil|mobil|cell|celular|whatsapp/;

const LANGUAGE_NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'eng', 'english', 'ingles', 'angles'],
  es: ['es', 'spa', 'spanish', 'espanol', 'castellano', 'espanyol', 'castella', 'castilian'],
  ca: ['ca', 'cat', 'catalan', 'catala', 'valencian', 'valenciano', 'valencia'],
};

/** Returns a function that reads the rows of one table by one mapping. */
export function rowReader({ headers }: Pick<ImportTable, 'headers'>, mapping: Mapping) {
  const columns = columnsByField(headers, mapping);
  return (row: readonly string[]): RowFields => {
    const all = (field: ContactField) => (columns.get(field) ?? []).flatMap((column) => row[column]?.trim() || []);
    const email = all('email').map(firstEmail).find(Boolean) ?? '';
    const fields: Record<string, unknown> = {
      name: oneLine(nameOf(all)) || email,
      email,
      phone: firstOf(all('phone')),
      address: unique(all('address')).join(', '),
      taxId: firstOf(all('taxId')),
      notes: all('notes').join('\n'),
      ...secondPerson(all, email),
    };
    const tags = unique(all('tags').flatMap(tagsOf));
    const language = languageNamed(firstOf(all('language')));
    return {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
      ...(tags.length > 0 ? { tags } : {}),
      ...(language ? { language } : {}),
    };
  };
}

/** Returns the fields of a further person, who has a name and an address of their own. */
function secondPerson(all: (field: ContactField) => string[], email: string): SecondPerson {
  const found = all('secondEmail').map(firstEmail).find(Boolean) ?? '';
  const secondEmail = found.toLowerCase() === email.toLowerCase() ? '' : found;
  const secondPhone = firstOf(all('secondPhone'));
  return { secondName: oneLine(firstOf(all('secondName'))) || secondEmail || secondPhone, secondEmail, secondPhone };
}

function columnsByField(headers: readonly string[], mapping: Mapping): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const [column, field] of mapping.entries()) {
    if (field) columns.set(field, [...(columns.get(field) ?? []), column]);
  }
  const isMobile = (column: number) => MOBILE.test(headerKey(headers[column] ?? ''));
  columns.get('phone')?.sort((a, b) => Number(isMobile(b)) - Number(isMobile(a)));
  return columns;
}

/** Returns the display name: the name, else its parts, else the company. */
function nameOf(all: (field: ContactField) => string[]): string {
  return all('name')[0] || [...all('firstName'), ...all('lastName')].join(' ') || firstOf(all('company'));
}

/** Names and tags are one line; cells of other programs may have several, or tabs. */
function oneLine(text: string): string {
  return text.replaceAll(/[\t-\r\u0085\u2028\u2029]+/gu, ' ').trim();
}

function firstOf(cells: readonly string[]): string {
  return (
    cells
      .flatMap((cell) => cell.split(SEVERAL))
      .map((part) => part.trim())
      .find(Boolean) ?? ''
  );
}

/** `Ana <ana@example.org>; b@example.org` → `ana@example.org`. */
function firstEmail(cell: string): string {
  const first =
    cell
      .split(/:::|[;,]/)
      .map((part) => part.trim())
      .find(Boolean) ?? '';
  return (/<([^<>]*)>$/.exec(first)?.[1] ?? first).replace(/^mailto:/i, '').trim();
}

/** Splits a list in one cell: in Google's and our format, or by commas. */
export function tagsOf(cell: string): string[] {
  const parts = cell.includes(SEVERAL) ? cell.split(SEVERAL) : cell.split(/[,;|\n]/);
  const labels = parts.map((part) => part.trim()).filter((part) => part && !SYSTEM_LABEL.test(part));
  return labels.map((label) => oneLine(label.replace(/^\* /, '')));
}

/** Returns undefined for an unsupported language: the client gets the studio's. */
function languageNamed(cell: string): Language | undefined {
  const key = normalizeForSearch(cell).split(/[-_\s(,]/)[0] ?? '';
  return LANGUAGES.find((language) => LANGUAGE_NAMES[language].includes(key));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
