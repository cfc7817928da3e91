import { EXPORT_MS } from '#core/domain/studio/account-exports.ts';
import { localeTag } from '#core/domain/values/format.ts';
import { knownZone } from '#core/domain/values/known-zone.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { storeStream } from '../platform/storage/store-stream.ts';
import { formatText } from '../platform/texts.ts';
import { withContracts } from './export-contracts.ts';
import type { CsvStudio } from './export-csv.ts';
import { exportKey, exportPrefix } from './export-key.ts';

const TEXTS = { en, es, ca } as const;

interface PendingExport extends CsvStudio {
  accountId: string;
  studio: string;
}

/**
 * Packs all data of a studio as a consistent snapshot, with the PDFs of its signed contracts, and stores it for a week.
 * The PDFs follow after the snapshot's transaction, streamed: they never change.
 */
export async function exportAccount({ payload: { exportId }, jobs }: EffectRun<'account.export'>): Promise<void> {
  // It lists the synced tables, and so loads Zero's code, which no other effect needs.
  const { writeTables } = await import('./export-zip.ts');
  const snapshot = await jobs.db.transaction(async (tx) => {
    // One snapshot for all tables, so that totals match their rows.
    await tx.query('set transaction isolation level repeatable read, read only');
    const [found] = await readPendingExport(tx, exportId);
    const pending = found && { ...found, timeZone: knownZone(found.timeZone) };
    const now = jobs.clock();
    return pending && { pending, tables: await writeTables(tx, pending, readme(pending, now), now) };
  });
  // The export is already finished, or the studio is closed.
  if (!snapshot) return;
  const { pending, tables } = snapshot;
  const key = exportKey({ accountId: pending.accountId, id: exportId });
  const size = await storeStream(jobs.storage, key, withContracts(jobs, tables, pending), 'application/zip');
  const now = jobs.clock();
  const expiresAt = now + EXPORT_MS;
  const isKept = await jobs.db.transaction(async (tx) => {
    const [ready] = await tx.query(
      `update account_exports set status = 'ready', size = $2, ready_at = $3, expires_at = $4
       where id = $1 and status = 'queued' returning id`,
      [exportId, size, timestamp(now), timestamp(expiresAt)],
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
    `select e.account_id as "accountId", a.name as studio, a.language, a.time_zone as "timeZone",
       a.currency_code as currency
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
  const lines = ['title', 'studio', 'csv', 'json', 'originals', 'contracts', 'times', 'receipts'].map(line);
  return lines.join('\r\n\r\n') + '\r\n';
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
