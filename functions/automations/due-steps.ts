import {
  AUTOMATED_STATUSES,
  LATE_MS,
  QUIET_HOURS,
  STEP_ANCHORS,
  type StepAnchor,
  type StepSession,
  stepState,
  type StepTiming,
} from '#core/domain/sessions/automations.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { carryOut, type Run } from './carry-out.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

/** Steps per anchor and run; the rest waits for the next run. */
const BATCH_SIZE = 1000;

/** SQL: the time of an anchor, of the session `s` and its gallery `g`. */
const ANCHOR_AT: Readonly<Record<StepAnchor, string>> = {
  booked: 'coalesce(s.booked_at, s.created_at)',
  shoot: 's.date',
  delivered: 'g.published_at',
};

const DAY = `interval '24 hours'`;
const HOUR = `interval '1 hour'`;

/** SQL: an interval. */
const minutes = (count: number) => `interval '${count} minutes'`;

/** SQL: the zone of the studio `a`. */
const ZONE = 'public.known_zone(a.time_zone)';

/** SQL: joins to the step `t` its sessions `s`, with studio `a`, type `y`, client `c` and gallery `g`. */
const JOINS = `join accounts a on a.id = t.account_id
  join session_types y on y.account_id = t.account_id and y.id = t.session_type_id
  join sessions s on s.account_id = t.account_id and s.session_type_id = t.session_type_id
  join customers c on c.account_id = s.account_id and c.id = s.customer_id
  left join galleries g on g.account_id = s.account_id and g.id = s.gallery_id and g.deleted_at is null
    and coalesce(g.status_changed_at, '-infinity') <= $1`;

/**
 * SQL: the session has automations now, and the step was not carried out. A change of status waits until it cannot be
 * undone any more, `$1`.
 */
const IS_PLANNED = `t.deleted_at is null and ${IS_OPEN} and not y.automations_paused and not s.automations_paused
  and s.status in (${AUTOMATED_STATUSES.map((status) => `'${status}'`).join(', ')}) and s.deleted_at is null
  and coalesce(s.status_changed_at, '-infinity') <= $1 and c.deleted_at is null and c.erased_at is null
  and not exists (select from automation_runs r where r.session_id = s.id and r.step_id = t.id)`;

/**
 * Carries out the steps that are due: each in a transaction of its own, which stores its run first. Runs may overlap.
 * @returns the number of steps
 */
export async function carryOutDueSteps({ db }: Pick<JobServices, 'db'>, now: number): Promise<number> {
  let count = 0;
  for (const anchor of STEP_ANCHORS) {
    for (const run of await findDue(db, anchor, now)) {
      try {
        if (await db.transaction((tx) => carryOutDue(tx, run, now))) count += 1;
      } catch (error) {
        // The others go on; this one is due again in the next run.
        log('error', 'automation_failed', describeError(error));
        await reportError(error);
      }
    }
  }
  return count;
}

/** SQL: the step is of no use once the session has begun, at `$2`; `stepState` has the rule. */
const BEFORE_START: Readonly<Record<StepAnchor, string>> = {
  booked: 'and s.date > $2',
  shoot: 'and (s.date > $2 or due.at >= s.date)',
  delivered: 'and $2::timestamptz is not null',
};

/**
 * Finds steps that are about due. SQL and Temporal choose another instant of a clock time that occurs twice, so this
 * leaves an hour to either side, and `stepState` decides.
 */
async function findDue(db: Queryable, anchor: StepAnchor, now: number): Promise<Run[]> {
  const at = ANCHOR_AT[anchor];
  const end = anchor === 'shoot' ? `case when t.offset_amount > 0 then s.duration else 0 end` : '0';
  return db.query<Run>(
    `select t.account_id as "accountId", s.id as "sessionId", t.id as "stepId"
     from automation_steps t ${JOINS}
       cross join lateral (select ${at} + t.offset_amount * interval '1 hour' + ${end} * interval '1 minute' as at) hours
       cross join lateral (select hours.at at time zone ${ZONE} as at) clock
       cross join lateral (select case
         when clock.at::time >= ${minutes(QUIET_HOURS.from)}::time then clock.at::date + 1 + ${minutes(QUIET_HOURS.until)}
         when clock.at::time < ${minutes(QUIET_HOURS.until)}::time then clock.at::date + ${minutes(QUIET_HOURS.until)}
         else clock.at end at time zone ${ZONE} as at) moved
       cross join lateral (select case
         when t.offset_unit = 'hours' then case
           when t.anchor = 'booked' and t.offset_amount = 0 or hours.at < s.date and moved.at >= s.date then hours.at
           else moved.at end
         else ((${at} at time zone ${ZONE})::date + t.offset_amount + t.time_of_day * interval '1 minute')
           at time zone ${ZONE} end as at) due
     where ${IS_PLANNED} and t.anchor = $5 and due.at between $3 and $4
       and due.at >= greatest(t.active_from, ${ANCHOR_AT.booked}) - interval '1 hour' ${BEFORE_START[anchor]}
       -- For the index: the session lasts a week at most.
       and ${at} between $3::timestamptz - t.offset_amount * case t.offset_unit when 'days' then ${DAY} else ${HOUR} end
           - interval '8 days'
         and $4::timestamptz - t.offset_amount * case t.offset_unit when 'days' then ${DAY} else ${HOUR} end + ${DAY}
     order by due.at, s.id, t.id limit ${BATCH_SIZE}`,
    [
      timestamp(now - UNDO_WINDOW_MS),
      timestamp(now),
      timestamp(now - LATE_MS - HOUR_MS),
      timestamp(now + HOUR_MS),
      anchor,
    ],
  );
}

interface Facts extends StepSession, StepTiming {
  kind: string;
  activeFrom: number;
  zone: string;
}

/** Locks the session, checks the step against its present state, stores the run and carries it out. */
async function carryOutDue(tx: Queryable, run: Run, now: number): Promise<boolean> {
  const { accountId, sessionId, stepId } = run;
  const key = [accountId, sessionId, stepId];
  await tx.query('select from sessions where account_id = $1 and id = $2 for update', [accountId, sessionId]);
  const [facts] = await tx.query<Facts>(
    `select t.anchor, t.offset_unit as "offsetUnit", t.offset_amount as "offsetAmount", t.time_of_day as "timeOfDay", t.kind,
       t.active_from as "activeFrom", ${ZONE} as zone, s.date, s.duration,
       ${ANCHOR_AT.booked} as "bookedAt", ${ANCHOR_AT.delivered} as "deliveredAt"
     from automation_steps t ${JOINS} where ${IS_PLANNED} and t.account_id = $2 and s.id = $3 and t.id = $4`,
    [timestamp(now - UNDO_WINDOW_MS), ...key],
  );
  if (!facts) return false;
  const { state, due } = stepState(facts, facts, facts.zone, now);
  if (state !== 'due') return false;
  const stored = await tx.query(
    `insert into automation_runs (account_id, session_id, step_id, kind, status, due_at, at)
     values ($1, $2, $3, $4, 'done', $5, $6) on conflict do nothing returning step_id`,
    [...key, facts.kind, timestamp(due), timestamp(now)],
  );
  if (stored.length === 0) return false;
  await carryOut(tx, run, now);
  return true;
}
