import { HOUR_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import {
  MAX_REPEATED_EVENTS,
  ownerNoticeOf,
  REPEATED_EVENTS,
  type SecurityEventDetails,
  type SecurityEventKind,
  type SecurityNotice,
} from '#core/domain/studio/security-events.ts';
import { closures, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { enqueueAll } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { countOccurrence } from '../platform/http/rate-limit.ts';
import { IS_UNTOLD, STUDIO_FACTS } from '../platform/studio-facts.ts';

export interface SecurityEvent {
  accountId: string;
  kind: SecurityEventKind;
  /** The acting user; `name` for a user who is not a member. */
  actor: { userId: string | null; name?: string };
  /** The affected member by `userId`, or a non-member by `name`. */
  subject?: { userId?: string; name?: string };
  details?: SecurityEventDetails;
}

/** SQL: the current name of a member of `$2`. It is stored with the event, because members leave. */
const ACTOR_NAME = (userId: string) =>
  `(select coalesce(nullif(m.name, ''), m.email) from account_members m where m.account_id = $2 and m.user_id = ${userId})`;

/**
 * Records a security event for the studio's owners, and mails them if it is one of `ownerNoticeOf`: the first of its kind
 * in an hour immediately, further ones together after the hour, so that many changes cannot bury other mails. Call it
 * in the transaction of the change, and before a membership ends, while the member's name is available. Of
 * `REPEATED_EVENTS` only the first `MAX_REPEATED_EVENTS` of a member in an hour are recorded.
 */
export async function recordSecurityEvent(tx: Queryable, event: SecurityEvent, now: number): Promise<void> {
  const { accountId, kind, actor, subject, details = {} } = event;
  if (REPEATED_EVENTS.has(kind)) {
    const bucket = `security-event:${accountId}:${kind}:${actor.userId}`;
    if ((await countOccurrence(tx, bucket, HOUR_MS, now)) > MAX_REPEATED_EVENTS) return;
  }
  const id = makeId(random);
  const [stored] = await tx.query<{ actor: string; subject: string }>(
    `insert into security_events (id, account_id, kind, actor_id, actor_name, subject_id, subject_name, details, at)
     values ($1, $2, $3, $4, left(coalesce(${ACTOR_NAME('$4')}, $5), 320), $6, left(coalesce(${ACTOR_NAME('$6')}, $7), 320), $8, $9)
     returning actor_name as actor, subject_name as subject`,
    [
      id,
      accountId,
      kind,
      actor.userId,
      actor.name ?? '',
      subject?.userId ?? null,
      subject?.name ?? '',
      details,
      timestamp(now),
    ],
  );
  const what = ownerNoticeOf(kind, details);
  if (what === null) return;
  const to = { accountId, outboxAccountId: accountId, what };
  const count = await countOccurrence(tx, `security-notice:${accountId}:${what}`, HOUR_MS, now);
  if (count === 1) return notifyOwners(tx, { ...to, key: id, ...stored!, integration: details.integration ?? '' }, now);
  const from = now - (now % HOUR_MS);
  const collected = { accountId, from };
  await notifyOwners(tx, { ...to, key: `${accountId}:${from}`, collected }, now, from + HOUR_MS);
}

/** An event of a notice that collects several. */
export type CollectedEvent = Required<Pick<SecurityNotice, 'at' | 'actor' | 'subject' | 'integration'>>;

/** Returns the events that a notice collects, in their order. */
export async function readCollected(
  db: Queryable,
  { what, at, collected }: Pick<SecurityNotice, 'what' | 'at' | 'collected'>,
): Promise<CollectedEvent[]> {
  if (!collected) return [];
  const rows = await db.query<CollectedEvent & { kind: SecurityEventKind; details: SecurityEventDetails }>(
    `select kind, details, (extract(epoch from at) * 1000)::float8 as at, actor_name as actor, subject_name as subject,
       coalesce(details ->> 'integration', '') as integration
     from security_events where account_id = $1 and at between $2 and $3 order by at, id`,
    [collected.accountId, timestamp(collected.from), timestamp(at)],
  );
  return rows.filter(({ kind, details }) => ownerNoticeOf(kind, details) === what);
}

interface OwnerNotice extends Pick<
  SecurityNotice,
  'what' | 'studios' | 'actor' | 'subject' | 'integration' | 'reason' | 'statement' | 'prices' | 'until' | 'collected'
> {
  accountId: string;
  /** Account of the outbox rows; null for mails that must survive the erasure of the studio. */
  outboxAccountId: string | null;
  /** Distinguishes notices of one kind. */
  key: string;
}

/**
 * Mails every owner, the acting one as well: another person may act in their session.
 * @param notice names the studio, unless it has `studios`
 * @param runAfter when, epoch milliseconds; a later notice of the same key replaces one that waits
 */
export async function notifyOwners(
  tx: Queryable,
  { accountId, outboxAccountId, key, ...notice }: OwnerNotice,
  now: number,
  runAfter = now,
): Promise<void> {
  type Row = Pick<SecurityNotice, 'email' | 'language' | 'timeZone'> &
    StudioFacts & { id: string; name: string; isUntold: boolean };
  const owners = await tx.query<Row>(
    `select u.id, u.email, a.language, a.time_zone as "timeZone", a.name, ${STUDIO_FACTS}, ${IS_UNTOLD} as "isUntold"
     from account_members m join accounts a on a.id = m.account_id cross join auth_user(m.user_id) u
     where m.account_id = $1 and m.role = 'owner' and u.email <> '' and u.email_confirmed_at is not null order by u.id`,
    [accountId],
  );
  const notices = owners.map(({ id, name, email, language, timeZone, ...facts }) => ({
    payload: { studios: [name], closures: closures(facts), ...notice, email, language, timeZone, at: now },
    dedupeKey: `notice:${id}:${notice.what}:${key}`,
  }));
  await enqueueAll(tx, outboxAccountId, 'security.notice', notices, now, { runAfter });
}
