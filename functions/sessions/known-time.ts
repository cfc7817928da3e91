import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { timestamp } from '../platform/db/database.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';

/** A session's time. */
export interface SessionTime {
  /** Epoch milliseconds. */
  date: number;
  /** Minutes. */
  duration: number;
}

/**
 * Returns a session's time as its client knows it, when the studio moves it away from `before`: the time before the
 * earlier moves that the client was not told of. They were told of a move if it is their own, if any mail of the session
 * was sent after it, or if the next move found neither its mail pending nor the undo window open: then the client has no
 * email, or the studio withdrew the mail and told them in another way. Call it before the move is recorded.
 */
export async function findKnownTime(
  sessionId: string,
  before: SessionTime,
  { sql, ctx, now }: EffectContext,
): Promise<SessionTime> {
  const [known] = await sql.query<SessionTime>(
    `with mails as (select * from messages where account_id = $1 and session_id = $2),
       moves as (
         select e.id, e.at, (e.details ->> 'from')::float8 as date, (e.details ->> 'fromMinutes')::integer as duration,
           e.actor_id is null
             or exists (select from mails m where m.status = 'sent' and m.sent_at >= e.at)
             or coalesce(lead(e.at) over (order by e.at, e.id), $3) - e.at > $4 * interval '1 ms' and not exists (
               select from mails m where m.kind = 'session_rescheduled' and m.created_at = e.at
                 and (m.status = 'pending' or m.status = 'cancelled' and m.cancelled_at is null)) as is_known
         from session_events e where e.account_id = $1 and e.session_id = $2 and e.kind = 'rescheduled')
     select date, duration from moves m
     where not exists (select from moves later where later.is_known and (later.at, later.id) >= (m.at, m.id))
     order by at, id limit 1`,
    [ctx.accountId, sessionId, timestamp(now), UNDO_WINDOW_MS],
  );
  return known ?? before;
}
