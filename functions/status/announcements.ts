import { ANNOUNCEMENT_DAYS, type Announcement } from '#core/domain/studio/announcements.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** What was announced: an act of an operator that was carried out, which has checked its parameters. */
const IS_MADE = `e.kind = 'announce' and e.outcome = 'done'`;

/** When an announcement of `e` was retracted; null unless it was. */
const RETRACTED_AT = `(select min(r.done_at) from operator_events r
  where r.kind = 'retract' and r.outcome = 'done' and r.params ->> 'announcement' = e.id)`;

const milliseconds = (moment: string) => `(extract(epoch from ${moment}) * 1000)::bigint`;

const COLUMNS = `'id', e.id, 'kind', e.params -> 'kind', 'texts', e.params -> 'texts',
  'from', ${milliseconds(`(e.params ->> 'from')::timestamptz`)}, 'until', ${milliseconds(`(e.params ->> 'until')::timestamptz`)}`;

/** SQL of a moment in the form of an act's parameters: both are compared as texts. */
const asText = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of what members of the studio `a` are told now or later. */
export const ANNOUNCEMENTS = `(select coalesce(jsonb_agg(jsonb_build_object(${COLUMNS}) order by e.at desc, e.id), '[]')
  from operator_events e
  where ${IS_MADE} and e.params ->> 'until' > ${asText('now()')} collate "C" and ${RETRACTED_AT} is null
    and (e.params -> 'studios' = 'null' or e.params -> 'studios' ? a.id))`;

/** Returns what all studios were told in the last days, latest first; a retracted one has ended then. */
export async function readPublicAnnouncements(db: Queryable, now: number): Promise<Announcement[]> {
  const rows = await db.query<{ announcement: Announcement; retractedAt: number | null }>(
    `select jsonb_build_object(${COLUMNS}) as announcement, ${RETRACTED_AT} as "retractedAt"
     from operator_events e where ${IS_MADE} and e.params -> 'studios' = 'null'
       and e.params ->> 'until' > ${asText('$1::timestamptz')} collate "C"
     order by (e.params ->> 'from') collate "C" desc, e.id limit 100`,
    [timestamp(now - ANNOUNCEMENT_DAYS * DAY_MS)],
  );
  return rows.map(({ announcement, retractedAt }) => ({
    ...announcement,
    until: Math.min(announcement.until, retractedAt ?? Infinity),
  }));
}
