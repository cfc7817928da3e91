import { BYTE_ORDER_MARK } from '#core/domain/values/csv.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type ContractFile, listContractFiles } from './export-contracts.ts';
import { type CsvStudio, csvWriter } from './export-csv.ts';
import {
  type ExportColumn,
  EXPORTED_TABLES,
  type ExportRow,
  listColumns,
  readStudio,
  readTable,
} from './export-tables.ts';
import { ZipWriter } from './zip-writer.ts';

/** One export's ZIP, the snapshot it reads, and the form of its CSV. */
interface Packing {
  zip: ZipWriter;
  tx: Queryable;
  accountId: string;
  csv: ReturnType<typeof csvWriter>;
}

/** A ZIP with all tables of a snapshot, still open, and the files that belong in it. */
interface TablesZip {
  zip: ZipWriter;
  contracts: ContractFile[];
}

/**
 * Begins the export's ZIP: `studio.json` with the studio itself, per table `csv/<table>.csv` for spreadsheets,
 * without the trash, `json/<table>.json` for programs, with all rows, and `originals.csv`, which identifies each original by gallery, filename and
 * SHA-256.
 * @param readme content of README.txt
 */
export async function writeTables(
  tx: Queryable,
  studio: CsvStudio & { accountId: string },
  readme: string,
  now: number,
): Promise<TablesZip> {
  const zip = new ZipWriter(now);
  const packing: Packing = { zip, tx, accountId: studio.accountId, csv: csvWriter(studio) };
  zip.text('README.txt', readme);
  zip.text('studio.json', `${JSON.stringify(await readStudio(tx, studio.accountId), null, 2)}\n`);
  for (const table of Object.keys(EXPORTED_TABLES)) await addTable(packing, table);
  await addOriginals(packing);
  return { zip, contracts: await listContractFiles(tx, studio) };
}

async function addTable({ zip, tx, accountId, csv }: Packing, table: string): Promise<void> {
  // Write one file after the other, because the ZIP writer has one open file: rows are read once, and the second format
  // waits as text.
  const columns = await listColumns(tx, table);
  const sheet = zip.file(`csv/${table}.csv`);
  sheet.write(BYTE_ORDER_MARK + csv.header(columns.map(({ name }) => name)));
  for await (const rows of readTable(tx, table, accountId))
    sheet.write(
      rows
        .filter(isPresent)
        .map((row) => csv.line(columns, row))
        .join(''),
    );
  sheet.end();
  const json = zip.file(`json/${table}.json`);
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
async function addOriginals({ zip, tx, accountId, csv }: Packing): Promise<void> {
  const galleries = new Map<unknown, { name: unknown; deletedAt: unknown }>();
  for await (const rows of readTable(tx, 'galleries', accountId))
    for (const row of rows) galleries.set(row['id'], { name: row['name'], deletedAt: row['deleted_at'] });
  const file = zip.file('originals.csv');
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
