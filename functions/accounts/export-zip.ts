import { Zip, ZipDeflate } from 'fflate';
import { BYTE_ORDER_MARK } from '#core/domain/csv.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type CsvStudio, csvWriter } from './export-csv.ts';
import {
  type ExportColumn,
  EXPORTED_TABLES,
  type ExportRow,
  listColumns,
  readStudio,
  readTable,
} from './export-tables.ts';

/** ZIP built in memory from start to end. Text compresses to about a tenth. */
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

  /** Begins a file. Writes go into it until the next file begins. */
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

/** One export's ZIP, the snapshot it reads, and the form of its CSV. */
interface Packing {
  zip: TextZip;
  tx: Queryable;
  accountId: string;
  csv: ReturnType<typeof csvWriter>;
  /** Epoch milliseconds; the modification time of the files. */
  now: number;
}

/**
 * Writes the export: `studio.json` with the studio itself, per table `csv/<table>.csv` for spreadsheets,
 * without the trash, `json/<table>.json` for programs, with all rows, and `originals.csv`, which identifies each original by gallery, filename and
 * SHA-256.
 * @param readme content of README.txt
 */
export async function writeExportZip(
  tx: Queryable,
  studio: CsvStudio & { accountId: string },
  readme: string,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new TextZip();
  const packing: Packing = { zip, tx, accountId: studio.accountId, csv: csvWriter(studio), now };
  addText(packing, 'README.txt', readme);
  addText(packing, 'studio.json', `${JSON.stringify(await readStudio(tx, studio.accountId), null, 2)}\n`);
  for (const table of Object.keys(EXPORTED_TABLES)) await addTable(packing, table);
  await addOriginals(packing);
  return zip.end();
}

function addText({ zip, now }: Packing, name: string, text: string): void {
  const file = zip.file(name, now);
  file.write(text);
  file.end();
}

async function addTable({ zip, tx, accountId, csv, now }: Packing, table: string): Promise<void> {
  // Write one file after the other, because the ZIP writer has one open file: rows are read once, and the second format
  // waits as text.
  const columns = await listColumns(tx, table);
  const sheet = zip.file(`csv/${table}.csv`, now);
  sheet.write(BYTE_ORDER_MARK + csv.header(columns.map(({ name }) => name)));
  for await (const rows of readTable(tx, table, accountId))
    sheet.write(
      rows
        .filter(isPresent)
        .map((row) => csv.line(columns, row))
        .join(''),
    );
  sheet.end();
  const json = zip.file(`json/${table}.json`, now);
  let before = '[';
  for await (const rows of readTable(tx, table, accountId)) {
    json.write(rows.map((row, index) => `${index === 0 ? before : ','}\n${JSON.stringify(row)}`).join(''));
    before = ',';
  }
  json.write(before === '[' ? '[]\n' : '\n]\n');
  json.end();
}

/** False for rows in the trash and erased clients: an import of the CSV would bring them back. */
const isPresent = (row: ExportRow): boolean => !row['deleted_at'] && !row['erased_at'];

const ORIGINAL_COLUMNS: readonly ExportColumn[] = [
  { name: 'gallery', isTime: false },
  { name: 'filename', isTime: false },
  { name: 'bytes', isTime: false },
  { name: 'sha256', isTime: false },
  { name: 'captured_at', isTime: true },
  { name: 'uploaded_at', isTime: true },
  { name: 'deleted_at', isTime: true },
  { name: 'photo_id', isTime: false },
];

/**
 * Maps each original to its SHA-256: identical content has the same hash under any name. `deleted_at` is set for
 * originals in the trash, alone or with their gallery.
 */
async function addOriginals({ zip, tx, accountId, csv, now }: Packing): Promise<void> {
  const galleries = new Map<unknown, { name: unknown; deletedAt: unknown }>();
  for await (const rows of readTable(tx, 'galleries', accountId))
    for (const row of rows) galleries.set(row['id'], { name: row['name'], deletedAt: row['deleted_at'] });
  const file = zip.file('originals.csv', now);
  file.write(BYTE_ORDER_MARK + csv.header(ORIGINAL_COLUMNS.map(({ name }) => name)));
  for await (const rows of readTable(tx, 'photos', accountId))
    file.write(
      rows
        .map((row) => {
          const gallery = galleries.get(row['gallery_id']);
          return csv.line(ORIGINAL_COLUMNS, {
            ...row,
            gallery: gallery?.name,
            bytes: row['size'],
            deleted_at: row['deleted_at'] ?? gallery?.deletedAt,
            photo_id: row['id'],
          });
        })
        .join(''),
    );
  file.end();
}
