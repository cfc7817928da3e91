import { BUSY_STATUSES } from '#core/domain/sessions.ts';
import type { BusyTime } from '#core/domain/slot-rules.ts';
import { type Queryable, timestamp } from './db.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day counts as a whole from its first session on, buffers reach a day far, and the longest day has 25 hours. */
const MARGIN_MS = 2 * DAY_MS;
/** The longest session (core/domain/sessions.ts, `duration`): what began before may still be under way. */
const LONGEST_MS = 7 * DAY_MS;

/** What does not stand in its own way: a session that is moved, a slot that is booked by who holds it. */
export interface BusyExclusion {
  sessionId?: string;
  holdHash?: string;
}

/** All that is taken from before `from` to after `to`: sessions, and what visitors hold at the moment `now`. */
export async function readBusy(
  db: Queryable,
  accountId: string,
  { from, to, now, except = {} }: { from: number; to: number; now: number; except?: BusyExclusion },
): Promise<BusyTime[]> {
  return db.query<BusyTime>(
    `select s.date as start, s.date + s.duration * interval '1 minute' as "end",
       s.session_type_id as "sessionTypeId", s.photographer_id as "photographerId"
     from sessions s
     where s.account_id = $1 and s.status = any ($2) and s.deleted_at is null and s.date > $3 and s.date < $5
       and s.date + s.duration * interval '1 minute' > $4 and s.id is distinct from $6
     union all
     select h.starts_at, h.ends_at, h.session_type_id, t.photographer_id
     from slot_holds h join session_types t on t.account_id = h.account_id and t.id = h.session_type_id
     where h.account_id = $1 and h.starts_at < $5 and h.ends_at > $4 and h.expires_at > $7
       and h.token_hash is distinct from $8`,
    [
      accountId,
      BUSY_STATUSES,
      timestamp(from - MARGIN_MS - LONGEST_MS),
      timestamp(from - MARGIN_MS),
      timestamp(to + MARGIN_MS),
      except.sessionId ?? null,
      timestamp(now),
      except.holdHash ?? null,
    ],
  );
}
