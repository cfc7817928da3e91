import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#core/domain/values/durations.ts';
import { planLimits, type PlanLimited } from '#core/domain/studio/plan-limits.ts';
import type { MailError } from '#core/domain/values/errors.ts';
import { EffectPostponed, finalMailError } from '../outbox/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import type { Mail } from '../platform/mail.ts';
import { log } from '../platform/observability/telemetry.ts';
import { type CausedPart, findMailPart, type MailCause, type MailPart } from './cause.ts';
import { findSuppression, hashAddress } from './suppressions.ts';

/** The row that a mail is about, whose screen tells whether it arrived. */
export interface MailSubject {
  kind: 'grant' | 'message' | 'client_link' | 'team_invite';
  id: string;
}

interface Delivery {
  /** The effect that sends the mail. */
  run: { id: string; jobs: JobServices };
  mail: Mail;
  /** The studio that it is sent for; null for the product's own mails to users. */
  accountId: string | null;
  /** The visitor's act that caused the mail; omitted if the studio caused it. */
  cause?: MailCause | undefined;
  subject?: MailSubject;
  /** Records that the server accepted the mail. A bounce that is faster waits for it. */
  onSent?: (tx: Queryable) => Promise<unknown>;
  /** Records that it never will, or that this was the last attempt. */
  onFailure?: (tx: Queryable, error: MailError) => Promise<unknown>;
}

/**
 * Sends the mail of an effect, unless its address is suppressed. Every mail of a job goes through here, so that a bounce
 * finds what it was about.
 * @returns true if the mail server accepted it, false if it never will
 * @throws EffectPostponed over the studio's quota; AppError if the mail is tried again, or this was its last attempt
 */
export async function deliverMail({ run, mail, accountId, cause, ...delivery }: Delivery): Promise<boolean> {
  const { id, jobs } = run;
  const { subject, onSent, onFailure } = delivery;
  const addressHash = hashAddress(mail.to);
  const fail = async (error: MailError) => {
    if (onFailure) await jobs.db.transaction((tx) => onFailure(tx, error));
  };
  const suppressed = await findSuppression(jobs.db, accountId, addressHash);
  if (suppressed) {
    log('info', 'mail_suppressed', { id, reason: suppressed });
    await fail(suppressed);
    return false;
  }
  const now = jobs.clock();
  const caused: CausedPart =
    accountId && cause ? await findMailPart(jobs.db, accountId, cause) : { part: 'studio', network: null };
  if (accountId) await assertQuota(jobs.db, { accountId, ...caused }, now);
  await jobs.db.query(
    // Sent again to the same address: the outcome of the previous mail is history.
    `insert into mail_deliveries as d (mail_id, address_hash, account_id, subject, subject_id, sent_at, part, network_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (mail_id, address_hash) do update
       set sent_at = excluded.sent_at, part = excluded.part, network_hash = excluded.network_hash, accepted_at = null, outcome = null, outcome_at = null`,
    [
      mail.id,
      addressHash,
      accountId,
      subject?.kind ?? null,
      subject?.id ?? null,
      timestamp(now),
      caused.part,
      caused.network,
    ],
  );
  try {
    await jobs.sendMail(mail);
  } catch (error) {
    const mailError = await finalMailError(jobs.db, id, error);
    if (mailError) await fail(mailError);
    if (mailError !== 'mail_refused') throw error;
    return false;
  }
  await jobs.db.transaction(async (tx) => {
    await onSent?.(tx);
    await tx.query('update mail_deliveries set accepted_at = $3 where mail_id = $1 and address_hash = $2', [
      mail.id,
      addressHash,
      timestamp(jobs.clock()),
    ]);
  });
  return true;
}

/**
 * Mails of one studio, of all kinds. The day is twice its limit of invitations, which is a school's whole year; a new
 * studio, which nobody knows yet, gets a quarter.
 */
export const MAIL_QUOTA = { perHour: 500, perDay: 2_000, perDayInFirstWeek: 500 } as const;
/** What each part has of these numbers. The parts count apart, so that none holds up the mails of another. */
export const PART_SHARES: Readonly<Record<MailPart, number>> = { studio: 1, clients: 1, strangers: 0.25 };
/** What the mails that one network causes have of a part. */
export const NETWORK_SHARE = 0.25;
/** Delay of a mail beyond the quota, in milliseconds. */
const QUOTA_DELAY_MS = 10 * MINUTE_MS;

/** @throws EffectPostponed */
async function assertQuota(
  db: Queryable,
  { accountId, part, network }: CausedPart & { accountId: string },
  now: number,
): Promise<void> {
  const [sent] = await db.query<{
    hour: number;
    day: number;
    networkHour: number;
    networkDay: number;
    isNew: boolean;
    state: PlanLimited['state'];
    limits: PlanLimited['limits'];
  }>(
    `select count(*) filter (where d.sent_at > $3)::int as hour, count(*)::int as day,
       count(*) filter (where d.sent_at > $3 and d.network_hash = $6)::int as "networkHour",
       count(*) filter (where d.network_hash = $6)::int as "networkDay",
       (select created_at > $4 from accounts where id = $1) as "isNew",
       (select plan_state from accounts where id = $1) as state,
       (select limits from account_plans where account_id = $1) as limits
     from mail_deliveries d where d.account_id = $1 and d.sent_at > $2 and d.part = $5`,
    [accountId, timestamp(now - DAY_MS), timestamp(now - HOUR_MS), timestamp(now - WEEK_MS), part, network],
  );
  const { hour, day, networkHour, networkDay, isNew, state, limits } = sent!;
  const ofPlan = planLimits(state, limits)?.mails ?? Infinity;
  const ofAll = isNew ? MAIL_QUOTA.perDayInFirstWeek : MAIL_QUOTA.perDay;
  // An operator's exception may also raise what everybody has.
  const isException = state !== null && limits?.mails !== undefined;
  const perHour = PART_SHARES[part] * MAIL_QUOTA.perHour;
  const perDay = PART_SHARES[part] * (isException ? ofPlan : Math.min(ofPlan, ofAll));
  const isNetworkBelow = networkHour < NETWORK_SHARE * perHour && networkDay < NETWORK_SHARE * perDay;
  if (hour < perHour && day < perDay && isNetworkBelow) return;
  log('warn', 'mail_quota', { accountId, part, hour, day, isNetworkBelow });
  throw new EffectPostponed(now + QUOTA_DELAY_MS);
}
