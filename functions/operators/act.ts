import { announcing } from '#core/domain/studio/announcements.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ActRule, OperatorEvent, StudioAct } from './event.ts';
import { enter } from './support.ts';
import { decideNotice } from './notices.ts';
import { credit, limits } from './plan-acts.ts';
import { retract } from './retract.ts';
import { closeSuspended, resume, suspend } from './suspension.ts';
import { restore, takeDown } from './takedown.ts';

/** The acts on studios, by the kind of their row. */
const ACTS: Readonly<Record<string, ActRule>> = {
  suspend,
  resume,
  close: closeSuspended,
  takedown: takeDown,
  restore,
  enter,
  credit,
  limits,
};

/**
 * Carries out an operator's act once, and tells the studio of it, at `visible_at` if a legal order postpones that. Acts
 * that changed nothing are in the operator's record alone.
 */
export async function carryOutAct({ payload: { eventId }, jobs }: EffectRun<'operator.act'>): Promise<void> {
  await jobs.db.transaction(async (tx) => {
    const now = jobs.clock();
    const [event] = await tx.query<OperatorEvent>(
      `select id, account_id as "accountId", kind, reason, params, visible_at as "visibleAt", done_at as "doneAt", outcome
       from operator_events where id = $1 for update`,
      [eventId],
    );
    if (!event) return;
    const outcome = event.outcome ?? (await carryOut(tx, event, now));
    if (event.doneAt === null) {
      await tx.query('update operator_events set done_at = $2, outcome = $3 where id = $1', [
        eventId,
        timestamp(now),
        outcome,
      ]);
    }
    if (!outcome.startsWith('done') || !isOnStudio(event)) return;
    if (event.visibleAt <= now) return tellStudio(tx, event, now);
    const later = { dedupeKey: `operator-notice:${eventId}`, runAfter: event.visibleAt };
    await enqueue(tx, null, 'operator.act', { eventId }, now, later);
  });
}

const isOnStudio = (event: OperatorEvent): event is StudioAct => event.accountId !== null;

async function carryOut(tx: Queryable, event: OperatorEvent, now: number): Promise<string> {
  if (event.kind === 'decide') return decideNotice(tx, event, now);
  if (event.kind === 'announce') return announcing.safeParse(event.params).success ? 'done' : 'invalid';
  if (event.kind === 'retract') return retract(tx, event);
  const act = ACTS[event.kind];
  if (!act) return 'unknown_act';
  if (!isOnStudio(event)) return 'not_found';
  return act.carryOut(tx, event, now);
}

/** Writes the act into the studio's log, under its own id and with its own time, and mails the owners; once. */
async function tellStudio(tx: Queryable, act: StudioAct, now: number): Promise<void> {
  const at = act.doneAt ?? now;
  const { logs, tell, details } = ACTS[act.kind]!;
  const logged = await tx.query(
    `insert into security_events (id, account_id, kind, details, at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing returning id`,
    [act.id, act.accountId, logs, { ...details?.(act), reason: act.reason }, timestamp(at)],
  );
  if (logged.length > 0) await tell(tx, act, at, now);
}
