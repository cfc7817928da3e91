import Papa from 'papaparse';
import { unescapeFormula } from '#core/domain/values/csv.ts';
import { CONTACT_COLUMNS, detectDialect, isHeader } from './column-mapping.ts';
import { type ColumnGuess, type ImportTable, MAX_ROWS } from './import-table.ts';

/** Excel's first line that names the delimiter. */
const EXCEL_SEPARATOR = /^"?sep=(.)"?\n/i;
const DELIMITERS = [',', ';', '\t'] as const;

/** Columns beyond are dropped: no address book has as many, and a line of only commas must not create a huge table. */
const MAX_COLUMNS = 500;

type CsvResult = { ok: true; table: ImportTable } | { ok: false; code: 'empty' | 'too_many_rows' };

/** Parses CSV with any delimiter and quoting; rows may differ in length. */
export function parseCsv(text: string, columns: ColumnGuess = CONTACT_COLUMNS): CsvResult {
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const named = EXCEL_SEPARATOR.exec(lines);
  const body = named ? lines.slice(named[0].length) : lines.replace(/^\s*\n/, '');
  const delimiter = named?.[1] ?? delimiterOf(body);
  // The limit plus the header plus one, to detect too many rows without reading more.
  const options = { delimiter, newline: '\n', skipEmptyLines: 'greedy', preview: MAX_ROWS + 2 } as const;
  const read = Papa.parse(body, options).data.map((row) => row.map(unescapeFormula));
  const hasHeader = isHeader(read[0] ?? [], read.slice(1), columns.isKnown);
  const rows = hasHeader ? read.slice(1) : read;
  if (rows.length === 0) return { ok: false, code: 'empty' };
  if (rows.length > MAX_ROWS) return { ok: false, code: 'too_many_rows' };
  return { ok: true, table: tableOf(hasHeader ? (read[0] ?? []) : [], rows, columns) };
}

function tableOf(head: readonly string[], ragged: readonly string[][], columns: ColumnGuess): ImportTable {
  const longest = ragged.reduce((most, row) => Math.max(most, row.length), head.length);
  const width = Math.min(longest, MAX_COLUMNS);
  const filled = (row: readonly string[]) => Array.from({ length: width }, (_, column) => row[column] ?? '');
  const headers = filled(head).map((header) => header.trim());
  const rows = ragged.map(filled);
  return { dialect: detectDialect(headers), headers, rows, mapping: columns.mapping(headers, rows) };
}

/**
 * Returns the most frequent delimiter of the first line outside quotes. Headers, unlike addresses and notes, contain no
 * commas.
 */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 65_536)
      .replaceAll(/"[^"]*"/g, '')
      .split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}
