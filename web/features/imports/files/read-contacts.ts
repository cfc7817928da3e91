import Papa from 'papaparse';
import { unescapeFormula } from '#core/domain/values/csv.ts';
import { CONTACT_COLUMNS, detectDialect, isHeader } from './column-mapping.ts';
import { type ColumnGuess, type FileProblem, type ImportTable, MAX_FILE_BYTES, MAX_ROWS } from './import-table.ts';
import { isVcard, parseVcards } from './parse-vcards.ts';

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

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Bytes inspected to detect the encoding and kind of a file. */
const SAMPLE = 65_536;
/** Maximum share of control characters in a text; random bytes have one in ten. */
const MAX_CONTROL_SHARE = 0.02;
/** Number of control characters that is tolerated; they invalidate their rows, not the file. */
const MIN_CONTROLS = 4;

type DecodedText = { ok: true; text: string } | { ok: false; code: 'empty' | 'spreadsheet' | 'not_text' };

/**
 * Decodes the text of an exported address book: UTF-8, UTF-16 (Excel's "Unicode text", with or without a byte order
 * mark), or Windows-1252 of older programs. Detects workbooks of Excel or Numbers, since their message has advice.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (begins(bytes, ZIP) || begins(bytes, OLE)) return { ok: false, code: 'spreadsheet' };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (isGarbage(text)) return { ok: false, code: 'not_text' };
  return text.trim() ? { ok: true, text } : { ok: false, code: 'empty' };
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function encodingOf(bytes: Uint8Array): string {
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (begins(bytes, [0xfe, 0xff])) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  // Latin letters in UTF-16 have one zero byte each, always on the same side.
  if (zeros[1]! > sample.length / 4 && zeros[0]! < zeros[1]! / 8) return 'utf-16le';
  if (zeros[0]! > sample.length / 4 && zeros[1]! < zeros[0]! / 8) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isGarbage(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  let controls = 0;
  for (let at = 0; at < sample.length; at += 1) if (isControl(sample.charCodeAt(at))) controls += 1;
  return controls > MIN_CONTROLS && controls > sample.length * MAX_CONTROL_SHARE;
}

/** True for characters that a text does not have: not tab and line ends (9 to 13), nor the DOS end mark (26). */
function isControl(code: number): boolean {
  return code < 32 && (code < 9 || code > 13) && code !== 26;
}

export type FileResult = { ok: true; table: ImportTable } | { ok: false; code: FileProblem };

/** For <input accept>. Phones use several types for vCards. The content decides the kind of a file. */
export const ACCEPTED_FILE_TYPES =
  '.csv,.tsv,.txt,.vcf,.vcard,text/csv,text/tab-separated-values,text/vcard,text/x-vcard';

/** For <input accept> of files without contacts. */
export const ACCEPTED_TABLE_TYPES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values';

/** Reads the contacts of a chosen file. A file above the size limit is not read. */
export function readContacts(file: Blob): Promise<FileResult> {
  return readText(file, (text) => (isVcard(text) ? parseVcards(text) : parseCsv(text)));
}

/** Reads a chosen CSV file with the given columns. A file above the size limit is not read. */
export function readTable(file: Blob, columns: ColumnGuess): Promise<FileResult> {
  return readText(file, (text) => parseCsv(text, columns));
}

async function readText(file: Blob, parse: (text: string) => FileResult): Promise<FileResult> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, code: 'too_large' };
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  return decoded.ok ? parse(decoded.text) : decoded;
}
