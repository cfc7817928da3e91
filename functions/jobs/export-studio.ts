import { EXPORT_MS } from '#core/domain/account-exports.ts';
import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { timestamp, type Queryable } from '../lib/db.ts';
import { writeExportZip } from '../lib/export-zip.ts';
import { exportKey, exportPrefix } from '../lib/exports.ts';
import { enqueue } from '../lib/outbox.ts';
import { formatText } from '../lib/texts.ts';
import type { EffectRun } from './effect-run.ts';

const TEXTS = { en, es, ca } as const;

interface PendingExport {
  accountId: string;
  studio: string;
  language: Language;
  timeZone: string;
}

/** Packs everything that a studio owns, as it was at one moment, and stores it for a week. */
export async function exportAccount({ payload: { exportId }, jobs }: EffectRun<'account.export'>): Promise<void> {
  const packed = await jobs.db.transaction(async (tx) => {
    // One moment for all tables: totals agree with what they are the sum of.
    await tx.query('set transaction isolation level repeatable read, read only');
    const [pending] = await readPendingExport(tx, exportId);
    return (
      pending && {
        wanted: pending,
        zip: await writeExportZip(tx, pending.accountId, readme(pending, jobs.clock()), jobs.clock()),
      }
    );
  });
  // Made already, or the studio is closed.
  if (!packed) return;
  const { wanted: pending, zip } = packed;
  const key = exportKey({ accountId: pending.accountId, id: exportId });
  await jobs.storage.put('renditions', key, zip, { contentType: 'application/zip' });
  const now = jobs.clock();
  const expiresAt = now + EXPORT_MS;
  const isKept = await jobs.db.transaction(async (tx) => {
    const [ready] = await tx.query(
      `update account_exports set status = 'ready', size = $2, ready_at = $3, expires_at = $4
       where id = $1 and status = 'waiting' returning id`,
      [exportId, zip.length, timestamp(now), timestamp(expiresAt)],
    );
    if (!ready) return isReady(tx, exportId);
    const end = { exportId };
    const when = { runAfter: expiresAt, dedupeKey: `export-end:${exportId}` };
    await enqueue(tx, pending.accountId, 'account.export_end', end, now, when);
    return true;
  });
  // It tells of somebody who was erased meanwhile, or came too late.
  if (!isKept)
    await jobs.storage.removePrefix('renditions', exportPrefix({ accountId: pending.accountId, id: exportId }));
}

/** Another run of the same has come before. */
async function isReady(tx: Queryable, exportId: string): Promise<boolean> {
  const [row] = await tx.query(`select from account_exports where id = $1 and status = 'ready'`, [exportId]);
  return row !== undefined;
}

function readPendingExport(tx: Queryable, exportId: string): Promise<PendingExport[]> {
  return tx.query<PendingExport>(
    `select e.account_id as "accountId", a.name as studio, a.language, a.time_zone as "timeZone"
     from account_exports e join accounts a on a.id = e.account_id
     where e.id = $1 and e.status = 'waiting' and a.deleted_at is null`,
    [exportId],
  );
}

function readme({ studio, language, timeZone }: PendingExport, now: number): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(now);
  const line = (key: string) => formatText(TEXTS[language], language, `export.${key}`, { studio, date, timeZone });
  return [line('title'), line('csv'), line('json'), line('originals'), line('times')].join('\r\n\r\n') + '\r\n';
}

/** The week is over: the file goes, and the row says so. */
export async function deleteExport({ payload: { exportId }, jobs }: EffectRun<'account.export_end'>): Promise<void> {
  const [ended] = await jobs.db.query<{ accountId: string }>(
    `select account_id as "accountId" from account_exports where id = $1 and status = 'ready' and expires_at <= $2`,
    [exportId, timestamp(jobs.clock())],
  );
  if (!ended) return;
  await jobs.storage.removePrefix('renditions', exportPrefix({ accountId: ended.accountId, id: exportId }));
  await jobs.db.query(`update account_exports set status = 'expired' where id = $1`, [exportId]);
}
