import Papa from 'papaparse';
import { unescapeFormula } from '#core/domain/csv.ts';
import { detectDialect, guessMapping, isHeader } from './column-mapping.ts';
import { type ContactTable, MAX_ROWS } from './contact-table.ts';

/** Excel's own first line, which names the delimiter. */
const EXCEL_SEPARATOR = /^"?sep=(.)"?\n/i;
const DELIMITERS = [',', ';', '\t'] as const;

/** No address book has as many columns. What is beyond is left out: a line of nothing but commas must not become a table. */
const MAX_COLUMNS = 500;

export type CsvResult = { ok: true; table: ContactTable } | { ok: false; code: 'empty' | 'too_many_rows' };

/** A table of contacts, however it is delimited and quoted, and whether or not its rows are of one length. */
export function parseCsv(text: string): CsvResult {
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const named = EXCEL_SEPARATOR.exec(lines);
  const body = named ? lines.slice(named[0].length) : lines.replace(/^\s*\n/, '');
  const delimiter = named?.[1] ?? delimiterOf(body);
  // One more than may be, and the header, so that too many are noticed and no more is read.
  const options = { delimiter, newline: '\n', skipEmptyLines: 'greedy', preview: MAX_ROWS + 2 } as const;
  const read = Papa.parse(body, options).data.map((row) => row.map(unescapeFormula));
  const hasHeader = isHeader(read[0] ?? [], read.slice(1));
  const rows = hasHeader ? read.slice(1) : read;
  if (rows.length === 0) return { ok: false, code: 'empty' };
  if (rows.length > MAX_ROWS) return { ok: false, code: 'too_many_rows' };
  return { ok: true, table: tableOf(hasHeader ? (read[0] ?? []) : [], rows) };
}

function tableOf(given: readonly string[], ragged: readonly string[][]): ContactTable {
  const longest = ragged.reduce((most, row) => Math.max(most, row.length), given.length);
  const width = Math.min(longest, MAX_COLUMNS);
  const filled = (row: readonly string[]) => Array.from({ length: width }, (_, column) => row[column] ?? '');
  const headers = filled(given).map((header) => header.trim());
  const rows = ragged.map(filled);
  return { dialect: detectDialect(headers), headers, rows, mapping: guessMapping(headers, rows) };
}

/** What the first line has most of outside quotes. Headers, unlike addresses and notes, hold no commas. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 65_536)
      .replaceAll(/"[^"]*"/g, '')
      .split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}
