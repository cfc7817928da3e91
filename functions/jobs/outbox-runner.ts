import type { SQSBatchResponse } from 'aws-lambda';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { deleteExport, exportAccount } from '../accounts/export-job.ts';
import { sendTestMail } from '../accounts/test-mail.ts';
import { sendSecurityMail } from '../security/security-mail.ts';
import { prepareArchives } from '../archives/prepare.ts';
import { sendArchiveMail } from '../archives/ready-mail.ts';
import { eraseContractFiles } from '../contracts/retention.ts';
import { checkDomain } from '../domains/check-domain.ts';
import { eraseFont } from '../fonts/files.ts';
import { eraseLogo } from '../logos/files.ts';
import { sendClosingReminder, sendInvite } from '../galleries/invite-mail.ts';
import { refreshOgImage } from '../galleries/og-image.ts';
import { writeWebhookEvent } from '../integrations/webhook-events.ts';
import { sendWebhook } from '../integrations/webhook-send.ts';
import { closeConnection, recheckRooms, sendChanges, sendPresence } from '../live/send.ts';
import { endSupportVisit } from '../members/support-visits.ts';
import { sendTeamMail } from '../members/invite-mail.ts';
import { sendMessage } from '../messages/send-message.ts';
import { sendNoticeMail } from '../notices/notice-mail.ts';
import { sendStudioNotification } from '../notifications/send-studio-notification.ts';
import { carryOutAct } from '../operators/act.ts';
import { type EffectKind, EffectPostponed, type EffectRun, type Effects, MAX_ATTEMPTS } from '../outbox/effects.ts';
import { completeIfSigned } from '../signing/complete.ts';
import { purgeAccountCache } from '../outbox/public-pages.ts';
import { eraseGallery, eraseOriginal, erasePhoto, eraseWatermarkImage } from '../photos/erase.ts';
import { reingestPhoto, rerenderAccount, rerenderPhotos } from '../photos/rerender-job.ts';
import { clearRetiredFiles, recheckRetiredFiles } from '../photos/retired-files.ts';
import { transferOriginals } from '../photos/transfer.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';
import { withTrace } from '../platform/observability/trace.ts';
import { sendClientLink } from '../portal/link-mail.ts';
import { makeRequestedLinks } from '../portal/send-link.ts';
import { sendSelectionMail } from '../proofing/mails.ts';
import { sendRecovery } from '../proofing/recovery.ts';
import { refreshSitePictures } from '../site/pictures/refresh.ts';
import { publishPlanned } from '../site/publish-job.ts';
import { chargeStatement } from '../plans/charge-statement.ts';
import { syncPlanLater } from '../plans/sync-plan.ts';
import { refundCancellation } from '../stripe/cancellation-refund.ts';
import { checkCheckout, refundAtStripe, refundLatePayment } from '../stripe/jobs.ts';
import { sendLatePaymentMail } from '../stripe/late-payment-mail.ts';

/**
 * The function of each effect kind; a missing one does not compile. An effect may run again after a crash before it was
 * marked as done, so each one checks the current state first and does only what is missing.
 */
const EFFECTS: { readonly [K in EffectKind]: (run: EffectRun<K>) => Promise<void> } = {
  'invite.mail': sendInvite,
  'gallery.closing': sendClosingReminder,
  'proofing.recovery': sendRecovery,
  'client_link.mail': sendClientLink,
  'client_link.request': makeRequestedLinks,
  'selection.mail': sendSelectionMail,
  'team.invite': sendTeamMail,
  'security.notice': sendSecurityMail,
  'archives.prepare': prepareArchives,
  'archive.mail': sendArchiveMail,
  'message.send': sendMessage,
  'mail.test': sendTestMail,
  'studio.notification': sendStudioNotification,
  'gallery.purge': eraseGallery,
  'account.erase': eraseAccount,
  'account.export': exportAccount,
  'account.export_end': deleteExport,
  'photo.erase': erasePhoto,
  'photo.ingest': reingestPhoto,
  'photos.render': rerenderPhotos,
  'styles.render': rerenderAccount,
  'files.clear': clearRetiredFiles,
  'files.recheck': recheckRetiredFiles,
  'photos.transfer': transferOriginals,
  'original.erase': eraseOriginal,
  'contract.complete': completeIfSigned,
  'contract.erase': eraseContractFiles,
  'watermark.erase': eraseWatermarkImage,
  'font.erase': eraseFont,
  'og.refresh': refreshOgImage,
  'domain.check': checkDomain,
  'site.publish': publishPlanned,
  'site.pictures': refreshSitePictures,
  'logo.erase': eraseLogo,
  'cdn.purge': purgeAccountCache,
  'stripe.checkout': checkCheckout,
  'stripe.refund': refundAtStripe,
  'stripe.late_payment': refundLatePayment,
  'late_payment.mail': sendLatePaymentMail,
  'cancellation.refund': refundCancellation,
  'statement.charge': chargeStatement,
  'plan.sync': syncPlanLater,
  'live.changed': sendChanges,
  'live.here': sendPresence,
  'live.close': closeConnection,
  'live.recheck': recheckRooms,
  'operator.act': carryOutAct,
  'support.end': endSupportVisit,
  'notice.mail': sendNoticeMail,
  'webhook.event': writeWebhookEvent,
  'webhook.send': sendWebhook,
};

/** Effects per batch; they run concurrently. */
const BATCH_SIZE = 10;
/** Lease duration of an effect, in milliseconds; after that another job may take it. */
const LEASE_MS = 2 * MINUTE_MS;
/** Delay before the first retry; doubles with each retry, up to an hour. */
const BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = HOUR_MS;
/** Batches per run, well within the function's timeout. */
const MAX_BATCHES = 50;
/** An attempt may take ten seconds, and a run two minutes. */
const MAX_WEBHOOK_BATCHES = 8;

interface OutboxRow {
  id: string;
  kind: EffectKind;
  payload: Effects[EffectKind];
  attempts: number;
  createdAt: number;
  /** Trace of the request that enqueued the effect; null if a job did. */
  trace: string | null;
}

/** Number of effects done and failed in a run; failed effects without further retries are dead, others may wait. */
export interface OutboxRun {
  done: number;
  failed: number;
  dead: number;
}

/** Runs all due effects, webhooks last: strangers' slow servers delay no mail. Runs may overlap. */
export async function runOutbox(jobs: JobServices): Promise<OutboxRun> {
  const run: OutboxRun = { done: 0, failed: 0, dead: 0 };
  await runBatches(jobs, run, false, MAX_BATCHES);
  await runBatches(jobs, run, true, MAX_WEBHOOK_BATCHES);
  return run;
}

async function runBatches(jobs: JobServices, run: OutboxRun, isWebhook: boolean, maxBatches: number): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    const rows = await claim(jobs.db, jobs.clock(), isWebhook);
    if (rows.length === 0) break;
    const results = await Promise.all(rows.map((row) => withTrace(row.trace ?? row.id, () => runEffect(jobs, row))));
    run.done += results.filter((result) => result === 'done').length;
    run.failed += results.filter((result) => result === 'failed' || result === 'dead').length;
    run.dead += results.filter((result) => result === 'dead').length;
  }
}

/**
 * Leases due effects. Concurrent jobs never take the same one: `skip locked` skips rows in progress, and then the lease
 * excludes them.
 */
async function claim(db: Queryable, now: number, isWebhook: boolean): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `update outbox set locked_until = $2, attempts = attempts + 1
     where id in (
       select id from outbox
       where done_at is null and run_after <= $1 and attempts < $3 and (locked_until is null or locked_until <= $1)
         and (kind = 'webhook.send') = $5
       order by run_after, id limit $4 for update skip locked)
     returning id, kind, payload, attempts, trace, (extract(epoch from created_at) * 1000)::float8 as "createdAt"`,
    [timestamp(now), timestamp(now + LEASE_MS), MAX_ATTEMPTS, BATCH_SIZE, isWebhook],
  );
}

async function runEffect(jobs: JobServices, row: OutboxRow): Promise<'done' | 'failed' | 'dead' | 'postponed'> {
  const { id, kind, payload, attempts, createdAt } = row;
  try {
    const effect = EFFECTS[kind] as
      | ((run: { id: string; idempotencyKey: string; payload: unknown; jobs: JobServices }) => Promise<void>)
      | undefined;
    if (!effect) throw new Error(`Unknown effect ${kind}`);
    await effect({ id, idempotencyKey: `${id}-${createdAt}`, payload, jobs });
  } catch (error) {
    if (error instanceof EffectPostponed) {
      await postpone(jobs.db, row, error.until);
      return 'postponed';
    }
    const dead = attempts >= MAX_ATTEMPTS;
    log('error', dead ? 'effect_dead' : 'effect_failed', { id, kind, attempts, ...describeError(error) });
    const wait = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** (attempts - 1));
    // If it was enqueued again while it ran, keep the new due time.
    await jobs.db.query(
      `update outbox set locked_until = null, last_error = $3,
         run_after = case when attempts = $4 then $2::timestamptz else run_after end
       where id = $1 and done_at is null and attempts in (0, $4)`,
      [id, timestamp(jobs.clock() + wait), errorName(error), attempts],
    );
    if (dead) await reportError(error, { requestId: id });
    return dead ? 'dead' : 'failed';
  }
  // If it was enqueued again while it ran, it stays due, and its attempts start over.
  await jobs.db.query(
    `update outbox set locked_until = null, last_error = null,
       done_at = case when attempts = $3 then $2::timestamptz end
     where id = $1`,
    [id, timestamp(jobs.clock()), attempts],
  );
  log('info', 'effect_done', { id, kind, attempts });
  return 'done';
}

/** Takes the attempt back and plans the next one, unless the effect was enqueued again while it ran. */
async function postpone(db: Queryable, { id, attempts }: OutboxRow, until: number): Promise<void> {
  await db.query(
    `update outbox set locked_until = null, attempts = greatest(attempts - 1, 0),
       run_after = case when attempts = $3 then $2::timestamptz else run_after end
     where id = $1 and done_at is null and attempts in (0, $3)`,
    [id, timestamp(until), attempts],
  );
}

/** Returns name and code of an error. Driver messages contain values, so they are not stored. */
function errorName(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    [name, code]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .slice(0, 200) || 'unknown'
  );
}

/** Publishes nothing for an empty run: there is one every minute, and one for each trigger. */
function publishRun({ done, failed, dead }: OutboxRun, now: number): void {
  if (done + failed === 0) return;
  publishMetrics('outbox', now, {
    EffectsDone: { value: done, unit: 'Count' },
    EffectsFailed: { value: failed, unit: 'Count' },
    EffectsDead: { value: dead, unit: 'Count' },
  });
}

/**
 * Lambda handler: scheduled every minute, and triggered by queue messages after an effect was enqueued. Ignores the
 * event content. It reports no failed messages, since each effect has its own retries.
 */
export function createOutbox(jobs: JobServices) {
  return async (): Promise<OutboxRun & SQSBatchResponse> => {
    const run = await runOutbox(jobs);
    publishRun(run, jobs.clock());
    return { ...run, batchItemFailures: [] };
  };
}
