import { makeId } from '#core/domain/ids.ts';
import type { SecurityEventDetails, SecurityEventKind } from '#core/domain/security-events.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

export interface SecurityEvent {
  accountId: string;
  kind: SecurityEventKind;
  /** Who did it; `name` is said where they are no member. */
  actor: { userId: string; name?: string };
  /** To whom: a member by their id, or somebody who is none by a name. */
  subject?: { userId?: string; name?: string };
  details?: SecurityEventDetails;
}

/** What a member of `$2` is called at this moment: people leave, and what they did stays. */
const ACTOR_NAME = (userId: string) =>
  `(select coalesce(nullif(m.name, ''), m.email) from account_members m where m.account_id = $2 and m.user_id = ${userId})`;

/**
 * Notes for the studio's owners what happened to its doors. In the transaction of the act, so that none is without its
 * note, and before a membership ends, while its name is there.
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
