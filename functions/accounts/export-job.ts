import { Zip, ZipDeflate } from 'fflate';
import { EXPORT_MS } from '#core/domain/account-exports.ts';
import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import { localeTag } from '#core/domain/format.ts';
import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { EXPORTED_TABLES, exportKey, exportPrefix, type ExportRow, listColumns, readTable } from './export-tables.ts';

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

/**
 * Writes the export: per table `csv/<table>.csv` for spreadsheets and `json/<table>.json` for programs, and
 * `originals.csv`, which identifies each original by gallery, filename and SHA-256.
 * @param now epoch milliseconds; the modification time of the files
 * @param readme content of README.txt
 */
async function writeExportZip(tx: Queryable, accountId: string, readme: string, now: number) {
  const zip = new TextZip();
  const readmeText = zip.file('README.txt', now);
  readmeText.write(readme);
  readmeText.end();
  for (const table of Object.keys(EXPORTED_TABLES)) await addTable(zip, tx, table, accountId, now);
  await addOriginals(zip, tx, accountId, now);
  return zip.end();
}

async function addTable(zip: TextZip, tx: Queryable, table: string, accountId: string, now: number): Promise<void> {
  // Write one file after the other, because the ZIP writer has one open file: rows are read once, and the second format
  // waits as text.
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

/** Maps each original to its SHA-256: identical content has the same hash under any name. */
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

const TEXTS = { en, es, ca } as const;

interface PendingExport {
  accountId: string;
  studio: string;
  language: Language;
  timeZone: string;
}

/** Packs all data of a studio as a consistent snapshot and stores it for a week. */
export async function exportAccount({ payload: { exportId }, jobs }: EffectRun<'account.export'>): Promise<void> {
  const packed = await jobs.db.transaction(async (tx) => {
    // One snapshot for all tables, so that totals match their rows.
    await tx.query('set transaction isolation level repeatable read, read only');
    const [pending] = await readPendingExport(tx, exportId);
    return (
      pending && {
        wanted: pending,
        zip: await writeExportZip(tx, pending.accountId, readme(pending, jobs.clock()), jobs.clock()),
      }
    );
  });
  // The export is already finished, or the studio is closed.
  if (!packed) return;
  const { wanted: pending, zip } = packed;
  const key = exportKey({ accountId: pending.accountId, id: exportId });
  await jobs.storage.put('renditions', key, zip, { contentType: 'application/zip' });
  const now = jobs.clock();
  const expiresAt = now + EXPORT_MS;
  const isKept = await jobs.db.transaction(async (tx) => {
    const [ready] = await tx.query(
      `update account_exports set status = 'ready', size = $2, ready_at = $3, expires_at = $4
       where id = $1 and status = 'queued' returning id`,
      [exportId, zip.length, timestamp(now), timestamp(expiresAt)],
    );
    if (!ready) return isReady(tx, exportId);
    const end = { exportId };
    const when = { runAfter: expiresAt, dedupeKey: `export-end:${exportId}` };
    await enqueue(tx, pending.accountId, 'account.export_end', end, now, when);
    return true;
  });
  // A customer was erased while the export was packed, or the run finished too late.
  if (!isKept)
    await jobs.storage.removePrefix('renditions', exportPrefix({ accountId: pending.accountId, id: exportId }));
}

/** True if another run finished this export. */
async function isReady(tx: Queryable, exportId: string): Promise<boolean> {
  const [row] = await tx.query(`select from account_exports where id = $1 and status = 'ready'`, [exportId]);
  return row !== undefined;
}

function readPendingExport(tx: Queryable, exportId: string): Promise<PendingExport[]> {
  return tx.query<PendingExport>(
    `select e.account_id as "accountId", a.name as studio, a.language, a.time_zone as "timeZone"
     from account_exports e join accounts a on a.id = e.account_id
     where e.id = $1 and e.status = 'queued' and a.deleted_at is null`,
    [exportId],
  );
}

function readme({ studio, language, timeZone }: PendingExport, now: number): string {
  const date = new Intl.DateTimeFormat(localeTag(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    now,
  );
  const line = (key: string) => formatText(TEXTS[language], language, `export.${key}`, { studio, date, timeZone });
  return [line('title'), line('csv'), line('json'), line('originals'), line('times')].join('\r\n\r\n') + '\r\n';
}

/** Deletes the file after a week and marks the row as expired. */
export async function deleteExport({ payload: { exportId }, jobs }: EffectRun<'account.export_end'>): Promise<void> {
  const [ended] = await jobs.db.query<{ accountId: string }>(
    `select account_id as "accountId" from account_exports where id = $1 and status = 'ready' and expires_at <= $2`,
    [exportId, timestamp(jobs.clock())],
  );
  if (!ended) return;
  await jobs.storage.removePrefix('renditions', exportPrefix({ accountId: ended.accountId, id: exportId }));
  await jobs.db.query(`update account_exports set status = 'expired' where id = $1`, [exportId]);
}
