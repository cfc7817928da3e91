import type { z } from 'zod';
import type { customerFields } from '#core/domain/customers.ts';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { headerKey } from './column-headers.ts';
import type { ContactField, ContactTable, Mapping } from './contact-table.ts';

/** What a row says of a customer, before it is judged. What it does not say is not there. */
export type RowFields = Partial<z.input<typeof customerFields>>;

/** Google's mark between several values in one cell. */
const SEVERAL = ':::';
/** Google's own groups, which say nothing about a person. */
const SYSTEM_LABEL = /^\* (mycontacts|starred)$/i;
/** Which of several telephones: a client is called and written to on the mobile one. */
const MOBILE = /mobile|movil|mobil|cell|celular|whatsapp/;

const LANGUAGE_NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'eng', 'english', 'ingles', 'angles'],
  es: ['es', 'spa', 'spanish', 'espanol', 'castellano', 'espanyol', 'castella', 'castilian'],
  ca: ['ca', 'cat', 'catalan', 'catala', 'valencian', 'valenciano', 'valencia'],
};

/** Reads rows of one table by one mapping. */
export function rowReader({ headers }: Pick<ContactTable, 'headers'>, mapping: Mapping) {
  const columns = columnsByField(headers, mapping);
  return (row: readonly string[]): RowFields => {
    const all = (field: ContactField) => (columns.get(field) ?? []).flatMap((column) => row[column]?.trim() || []);
    const email = all('email').map(firstEmail).find(Boolean) ?? '';
    const fields: Record<string, unknown> = {
      name: nameOf(all) || email,
      email,
      phone: firstOf(all('phone')),
      address: unique(all('address')).join(', '),
      taxId: firstOf(all('taxId')),
      notes: all('notes').join('\n'),
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

function columnsByField(headers: readonly string[], mapping: Mapping): Map<ContactField, number[]> {
  const columns = new Map<ContactField, number[]>();
  for (const [column, field] of mapping.entries()) {
    if (field) columns.set(field, [...(columns.get(field) ?? []), column]);
  }
  const isMobile = (column: number) => MOBILE.test(headerKey(headers[column] ?? ''));
  columns.get('phone')?.sort((a, b) => Number(isMobile(b)) - Number(isMobile(a)));
  return columns;
}

/** As address books show somebody: the name, else its parts, else the firm. */
function nameOf(all: (field: ContactField) => string[]): string {
  return all('name')[0] || [...all('firstName'), ...all('lastName')].join(' ') || firstOf(all('company'));
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

function tagsOf(cell: string): string[] {
  const parts = cell.includes(SEVERAL) ? cell.split(SEVERAL) : cell.split(/[,;|\n]/);
  const labels = parts.map((part) => part.trim()).filter((part) => part && !SYSTEM_LABEL.test(part));
  return labels.map((label) => label.replace(/^\* /, ''));
}

/** One that we do not speak is none: the client gets the studio's. */
function languageNamed(cell: string): Language | undefined {
  const key = normalizeForSearch(cell).split(/[-_\s(,]/)[0] ?? '';
  return LANGUAGES.find((language) => LANGUAGE_NAMES[language].includes(key));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
