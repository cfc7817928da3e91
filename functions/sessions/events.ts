import { makeId } from '#core/domain/values/ids.ts';
import type { SessionEventKind } from '#core/domain/sessions/sessions.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

export interface SessionEvent {
  accountId: string;
  sessionId: string;
  kind: SessionEventKind;
  /** Null if the client acted by link. */
  actorId: string | null;
  /** Of `status` and `rescheduled`: previous and new value. No amounts, because assistants see events. */
  details?: Readonly<Record<string, string | number>>;
}

/** Records a session event for the studio. */
export async function recordSessionEvent(db: Queryable, event: SessionEvent, now: number): Promise<void> {
  await db.query(
    `insert into session_events (id, account_id, session_id, kind, actor_id, details, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      makeId(random),
      event.accountId,
      event.sessionId,
      event.kind,
      event.actorId,
      JSON.stringify(event.details ?? {}),
      timestamp(now),
    ],
  );
}
