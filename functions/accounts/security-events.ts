import { makeId } from '#core/domain/ids.ts';
import type { SecurityEventDetails, SecurityEventKind } from '#core/domain/security-events.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

export interface SecurityEvent {
  accountId: string;
  kind: SecurityEventKind;
  /** The acting user; `name` for a user who is not a member. */
  actor: { userId: string; name?: string };
  /** The affected member by `userId`, or a non-member by `name`. */
  subject?: { userId?: string; name?: string };
  details?: SecurityEventDetails;
}

/** SQL: the current name of a member of `$2`. It is stored with the event, because members leave. */
const ACTOR_NAME = (userId: string) =>
  `(select coalesce(nullif(m.name, ''), m.email) from account_members m where m.account_id = $2 and m.user_id = ${userId})`;

/**
 * Records a security event for the studio's owners. Call it in the transaction of the change, and before a membership
 * ends, while the member's name is available.
 */
export async function recordSecurityEvent(tx: Queryable, event: SecurityEvent, now: number): Promise<void> {
  const { accountId, kind, actor, subject, details = {} } = event;
  await tx.query(
    `insert into security_events (id, account_id, kind, actor_id, actor_name, subject_id, subject_name, details, at)
     values ($1, $2, $3, $4, left(coalesce(${ACTOR_NAME('$4')}, $5), 320), $6, left(coalesce(${ACTOR_NAME('$6')}, $7), 320), $8, $9)`,
    [
      makeId(random),
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
}
