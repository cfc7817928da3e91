import type { SQSBatchResponse } from 'aws-lambda';
import { eraseAccount } from '../accounts/erase-account.ts';
import { deleteExport, exportAccount } from '../accounts/export-job.ts';
import { sendSecurityMail } from '../accounts/security-mail.ts';
import { sendArchiveMail } from '../archives/ready-mail.ts';
import { sendInvite } from '../galleries/invite-mail.ts';
import { refreshOgImage } from '../galleries/og-image.ts';
import { sendTeamMail } from '../members/invite-mail.ts';
import { sendMessage } from '../messages/send-message.ts';
import { sendStudioNotification } from '../messages/studio-notifications.ts';
import { type EffectKind, type EffectRun, type Effects, MAX_ATTEMPTS } from '../outbox/effects.ts';
import { purgeAccountCache } from '../outbox/page-purge.ts';
import { eraseGallery, eraseOriginal, erasePhoto, eraseWatermarkImage } from '../photos/erase.ts';
import { reingestPhoto, rerenderAccount, rerenderPhotos } from '../photos/rerender-job.ts';
import { clearRetiredFiles, recheckRetiredFiles } from '../photos/retired-files.ts';
import { transferOriginals } from '../photos/transfer.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';

/**
 * How each kind is carried out; forgetting one does not compile. An effect may run again after a crash between doing
 * and noting it, so each looks at the present state first and does what is still missing.
 */
const EFFECTS: { readonly [K in EffectKind]: (run: EffectRun<K>) => Promise<void> } = {
  'invite.mail': sendInvite,
  'team.invite': sendTeamMail,
  'security.notice': sendSecurityMail,
  'archive.mail': sendArchiveMail,
  'message.send': sendMessage,
  'studio.notice': sendStudioNotification,
  'gallery.purge': eraseGallery,
  'account.erase': eraseAccount,
  'account.export': exportAccount,
  'account.export_end': deleteExport,
  'photo.erase': erasePhoto,
  'photo.ingest': reingestPhoto,
  'photos.render': rerenderPhotos,
  'looks.render': rerenderAccount,
  'files.clear': clearRetiredFiles,
  'files.recheck': recheckRetiredFiles,
  'photos.transfer': transferOriginals,
  'original.erase': eraseOriginal,
  'watermark.erase': eraseWatermarkImage,
  'og.refresh': refreshOgImage,
  'cdn.purge': purgeAccountCache,
};

/** Effects taken at a time; they are carried out side by side. */
const BATCH_SIZE = 10;
/** How long an effect belongs to the job that took it; after that another one may take it, in milliseconds. */
const LEASE_MS = 2 * 60 * 1000;
/** Before the first repetition; doubles with each, up to an hour. */
const BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 60 * 60 * 1000;
/** One run ends after this many batches, well within a function's time. */
const MAX_BATCHES = 50;

interface OutboxRow {
  id: string;
  kind: EffectKind;
  payload: Effects[EffectKind];
  attempts: number;
  createdAt: number;
}

/** How many effects a run has carried out, and how many failed; those of them that will not be tried again are dead. */
export interface OutboxRun {
  done: number;
  failed: number;
  dead: number;
}

/** Carries out all effects that are due. Any number of runs may be at it at once. */
export async function runOutbox(jobs: JobServices): Promise<OutboxRun> {
  const run: OutboxRun = { done: 0, failed: 0, dead: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await claim(jobs.db, jobs.clock());
    if (rows.length === 0) break;
    const results = await Promise.all(rows.map((row) => runEffect(jobs, row)));
    run.done += results.filter((result) => result === 'done').length;
    run.failed += results.filter((result) => result !== 'done').length;
    run.dead += results.filter((result) => result === 'dead').length;
  }
  return run;
}

/** Two jobs never take the same effect: rows that one has locked are skipped by the other, and then leased. */
async function claim(db: Queryable, now: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `update outbox set locked_until = $2, attempts = attempts + 1
     where id in (
       select id from outbox
       where done_at is null and run_after <= $1 and attempts < $3 and (locked_until is null or locked_until <= $1)
       order by run_after, id limit $4 for update skip locked)
     returning id, kind, payload, attempts, (extract(epoch from created_at) * 1000)::float8 as "createdAt"`,
    [timestamp(now), timestamp(now + LEASE_MS), MAX_ATTEMPTS, BATCH_SIZE],
  );
}

async function runEffect(jobs: JobServices, row: OutboxRow): Promise<'done' | 'failed' | 'dead'> {
  const { id, kind, payload, attempts, createdAt } = row;
  try {
    const effect = EFFECTS[kind] as
      | ((run: { id: string; idempotencyKey: string; payload: unknown; jobs: JobServices }) => Promise<void>)
      | undefined;
    if (!effect) throw new Error(`Unknown effect ${kind}`);
    await effect({ id, idempotencyKey: `${id}-${createdAt}`, payload, jobs });
  } catch (error) {
    const dead = attempts >= MAX_ATTEMPTS;
    log('error', dead ? 'effect_dead' : 'effect_failed', { id, kind, attempts, ...describeError(error) });
    const wait = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** (attempts - 1));
    // Wanted again while it ran, it is due when that wish says.
    await jobs.db.query(
      `update outbox set locked_until = null, last_error = $3,
         run_after = case when attempts = $4 then $2::timestamptz else run_after end
       where id = $1 and done_at is null and attempts in (0, $4)`,
      [id, timestamp(jobs.clock() + wait), errorName(error), attempts],
    );
    if (dead) await reportError(error, { requestId: id });
    return dead ? 'dead' : 'failed';
  }
  // Wanted again while it ran, it stays due: its attempts then count from the beginning.
  await jobs.db.query(
    `update outbox set locked_until = null, last_error = null,
       done_at = case when attempts = $3 then $2::timestamptz end
     where id = $1`,
    [id, timestamp(jobs.clock()), attempts],
  );
  return 'done';
}

/** Messages of drivers hold values; what kind of failure it was is enough for a table. */
function errorName(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    [name, code]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .slice(0, 200) || 'unknown'
  );
}

/** A run that found nothing says nothing: there is one a minute, and one for each nudge. */
function publishRun({ done, failed, dead }: OutboxRun, now: number): void {
  if (done + failed === 0) return;
  publishMetrics('outbox', now, {
    EffectsDone: { value: done, unit: 'Count' },
    EffectsFailed: { value: failed, unit: 'Count' },
    EffectsDead: { value: dead, unit: 'Count' },
  });
}

/**
 * The function: scheduled every minute, and called with the messages of those who have just written an effect. Neither
 * event tells it anything; no message failed, since each effect has its own repetitions.
 */
export function createOutbox(jobs: JobServices) {
  return async (): Promise<OutboxRun & SQSBatchResponse> => {
    const run = await runOutbox(jobs);
    publishRun(run, jobs.clock());
    return { ...run, batchItemFailures: [] };
  };
}
