import { MAX_ROWS, type ContactField, type ImportTable } from './import-table.ts';
import { vcardLines, type VcardLine } from './vcard-lines.ts';

/** Columns of the table. The names are those of our own CSV, so that corrected rejected rows can be imported. */
const COLUMNS = [
  ['Name', 'name'],
  ['E-mail 1 - Value', 'email'],
  ['Phone 1 - Value', 'phone'],
  ['Address 1 - Formatted', 'address'],
  ['Notes', 'notes'],
  ['Labels', 'tags'],
  ['Language', 'language'],
  ['Tax ID', 'taxId'],
] as const satisfies readonly (readonly [string, ContactField])[];

type VcardsResult = { ok: true; table: ImportTable } | { ok: false; code: 'no_contacts' | 'too_many_rows' };

export function isVcard(text: string): boolean {
  return /^\s*BEGIN:VCARD\s/i.test(text.replace(/^\ufeff/, ''));
}

/** Parses vCard 2.1, 3.0 and 4.0 into a table. Skips groups; keeps a truncated card. */
export function parseVcards(text: string): VcardsResult {
  const rows: string[][] = [];
  for (const card of cards(text)) {
    if (rows.length === MAX_ROWS) return { ok: false, code: 'too_many_rows' };
    if (!isGroup(card)) rows.push(rowOf(card));
  }
  if (rows.length === 0) return { ok: false, code: 'no_contacts' };
  const headers = COLUMNS.map(([header]) => header);
  return { ok: true, table: { dialect: 'vcard', headers, rows, mapping: COLUMNS.map(([, field]) => field) } };
}

function* cards(text: string): Generator<VcardLine[]> {
  let card: VcardLine[] | null = null;
  for (const line of vcardLines(text.replace(/^\ufeff/, ''))) {
    const isFrame = line.value.trim().toUpperCase() === 'VCARD';
    if (line.name === 'BEGIN' && isFrame) {
      if (card) yield card;
      card = [];
    } else if (line.name === 'END' && isFrame) {
      if (card) yield card;
      card = null;
    } else card?.push(line);
  }
  if (card) yield card;
}

/** Apple exports groups as cards too. */
function isGroup(card: readonly VcardLine[]): boolean {
  return card.some(({ name, value }) => /^(X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && /^group$/i.test(value.trim()));
}

function rowOf(card: readonly VcardLine[]): string[] {
  const all = (name: string) => card.filter((line) => line.name === name && line.value.trim());
  const plain = (name: string) => all(name).map(({ value }) => unescaped(value).trim());
  const cells: Record<(typeof COLUMNS)[number][1], string> = {
    name: plain('FN')[0] || plainName(all('N')[0]) || plain('NICKNAME')[0] || components(all('ORG')[0])[0] || '',
    email: withoutScheme(preferred(all('EMAIL'), [])),
    phone: withoutScheme(
      preferred(
        all('TEL').filter(({ types }) => !types.includes('fax')),
        ['cell', 'iphone'],
      ),
    ),
    address: addressOf(all('ADR'), all('LABEL')),
    notes: plain('NOTE').join('\n'),
    // Google's separator of labels, so that a comma inside a category does not split it.
    tags: all('CATEGORIES')
      .flatMap(({ value }) => split(value, ','))
      .map((tag) => `${tag} ::: `)
      .join(''),
    language: plain('LANG')[0] ?? plain('X-LANGUAGE')[0] ?? '',
    taxId: plain('X-TAX-ID')[0] ?? '',
  };
  return COLUMNS.map(([, field]) => cells[field]);
}

/** Returns the preferred value, else the first of these types in order, else the first. */
function preferred(lines: readonly VcardLine[], types: readonly string[]): string {
  const wanted = ['pref', ...types].map((type) => lines.find((line) => line.types.includes(type)));
  return unescaped(wanted.find(Boolean)?.value ?? lines[0]?.value ?? '').trim();
}

function withoutScheme(value: string): string {
  return value.replace(/^(mailto|tel):/i, '');
}

/** Returns family, given and further names in spoken order. */
function plainName(line: VcardLine | undefined): string {
  const [family, given, further] = components(line);
  return [given, further, family].filter(Boolean).join(' ');
}

/** Returns box, flat, street, town, region, code and country, without empty parts. */
function addressOf(addresses: readonly VcardLine[], labels: readonly VcardLine[]): string {
  const line = ['pref', 'home'].map((type) => addresses.find(({ types }) => types.includes(type))).find(Boolean);
  const parts = components(line ?? addresses[0]).filter(Boolean);
  return parts.join(', ') || unescaped(labels[0]?.value ?? '').trim();
}

function components(line: VcardLine | undefined): string[] {
  return split(line?.value ?? '', ';');
}

/** Splits at separators without a backslash before them. */
function split(value: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (at === value.length || value[at] === separator) {
      parts.push(value.slice(from, at));
      from = at + 1;
    }
  }
  if (from < value.length) parts.push(value.slice(from));
  return parts.map((part) => unescaped(part).trim());
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([\s\S])/g, (pair, letter: string) => {
    if (letter === 'n' || letter === 'N') return '\n';
    return /[\\,;:]/.test(letter) ? letter : pair;
  });
}
