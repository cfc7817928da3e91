import { Zip, ZipDeflate } from 'fflate';
import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import type { Queryable } from './db.ts';
import { listColumns, EXPORTED_TABLES, readTable, type ExportRow } from './exports.ts';

/** A ZIP in memory, written from its beginning to its end: texts compress to a tenth. */
class TextZip {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip: Zip;
  #failure: Error | null = null;

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      else this.#chunks.push(chunk);
    });
  }

  /** Begins a file; what is written goes into it until the next begins. */
  file(name: string, at: number): { write: (text: string) => void; end: () => void } {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    this.#zip.add(file);
    const encoder = new TextEncoder();
    return {
      write: (text) => file.push(encoder.encode(text)),
      end: () => file.push(new Uint8Array(0), true),
    };
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#zip.end();
    if (this.#failure) throw this.#failure;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}

/**
 * Everything that a studio owns: for each table `csv/<table>.csv` for spreadsheets and `json/<table>.json` for
 * programs, and `originals.csv`, which says what every original file is, for whoever holds the files.
 * @param now epoch milliseconds, the time that the files bear
 * @param readme what stands in README.txt
 */
export async function writeExportZip(tx: Queryable, accountId: string, readme: string, now: number) {
  const zip = new TextZip();
  const readmeText = zip.file('README.txt', now);
  readmeText.write(readme);
  readmeText.end();
  for (const table of Object.keys(EXPORTED_TABLES)) await addTable(zip, tx, table, accountId, now);
  await addOriginals(zip, tx, accountId, now);
  return zip.end();
}

async function addTable(zip: TextZip, tx: Queryable, table: string, accountId: string, now: number): Promise<void> {
  // One file after the other, lest two be written at once: rows are read once and wait for the second as text.
  const columns = await listColumns(tx, table);
  const csv = zip.file(`csv/${table}.csv`, now);
  csv.write(BYTE_ORDER_MARK + csvRow(columns));
  for await (const rows of readTable(tx, table, accountId))
    csv.write(rows.map((row) => csvRow(columns.map((column) => cell(row[column])))).join(''));
  csv.end();
  const json = zip.file(`json/${table}.json`, now);
  let before = '[';
  for await (const rows of readTable(tx, table, accountId)) {
    json.write(rows.map((row, index) => `${index === 0 ? before : ','}\n${JSON.stringify(row)}`).join(''));
    before = ',';
  }
  json.write(before === '[' ? '[]\n' : '\n]\n');
  json.end();
}

function cell(value: ExportRow[string]): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

const ORIGINAL_COLUMNS = ['gallery', 'filename', 'bytes', 'sha256', 'captured_at', 'uploaded_at', 'photo_id'] as const;

/** Which file is which: the same contents have the same SHA-256 wherever they lie. */
async function addOriginals(zip: TextZip, tx: Queryable, accountId: string, now: number): Promise<void> {
  const galleries = new Map<unknown, unknown>();
  for await (const rows of readTable(tx, 'galleries', accountId))
    for (const { id, name } of rows) galleries.set(id, name);
  const file = zip.file('originals.csv', now);
  file.write(BYTE_ORDER_MARK + csvRow(ORIGINAL_COLUMNS));
  for await (const rows of readTable(tx, 'photos', accountId))
    file.write(
      rows
        .map((row) =>
          csvRow(
            [
              galleries.get(row['gallery_id']),
              row['filename'],
              row['size'],
              row['sha256'],
              row['captured_at'],
              row['uploaded_at'],
              row['id'],
            ].map(cell),
          ),
        )
        .join(''),
    );
  file.end();
}
