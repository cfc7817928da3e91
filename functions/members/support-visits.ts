import { members } from '#core/api/members.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { REQUEST_MS, type SupportVisit } from '#core/domain/studio/support.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { recordSecurityEvent } from '../security/security-events.ts';

interface Visit {
  id: string;
  accountId: string;
}

/** Plans the end of a visit. A pending effect keeps an earlier time, and then goes by the row. */
export async function planEnd(tx: Queryable, { id, accountId }: Visit, at: number, now: number): Promise<void> {
  await enqueue(tx, accountId, 'support.end', { visitId: id }, now, { dedupeKey: `support:${id}`, runAfter: at });
}

const OPEN = `select id, email, reason, asked_at as "askedAt", until from support_visits
  where account_id = $1 and ended_at is null and (until is null or until > $2)`;

/** The visits that are asked for or going on, latest first. */
export const supportVisits = defineHandler(members.supportVisits, async ({ services, caller }) => ({
  body: await services.db.query<SupportVisit>(`${OPEN} order by asked_at desc, id limit 20`, [
    caller.accountId,
    timestamp(services.clock()),
  ]),
}));

export const allowSupport = defineHandler(
  members.allowSupport,
  async ({ services, caller, params: { visitId }, body }) => {
    const { accountId } = caller;
    const now = services.clock();
    const until = now + body.hours * HOUR_MS;
    await services.db.transaction(async (tx) => {
      const [visit] = await tx.query<{ email: string }>(
        `update support_visits set until = $3, allowed_at = coalesce(allowed_at, $4)
         where account_id = $1 and id = $2 and ended_at is null returning email`,
        [accountId, visitId, timestamp(until), timestamp(now)],
      );
      if (!visit) throw new AppError('not_found');
      const details = { to: new Date(until).toISOString() };
      const event = {
        accountId,
        kind: 'support_allowed',
        actor: caller,
        subject: { name: visit.email },
        details,
      } as const;
      await recordSecurityEvent(tx, event, now);
      await planEnd(tx, { id: visitId, accountId }, until, now);
    });
    return { body: {} };
  },
);

/** Declines a visit, or ends it: the visitor's next request is refused. */
export const endSupport = defineHandler(members.endSupport, async ({ services, caller, params: { visitId } }) => {
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    if (!(await endVisit(tx, { id: visitId, accountId: caller.accountId }, caller, now)))
      throw new AppError('not_found');
  });
  return { body: {} };
});

async function endVisit(
  tx: Queryable,
  { id, accountId }: { id: string; accountId: string },
  actor: { userId: string | null },
  now: number,
): Promise<boolean> {
  const [visit] = await tx.query<{ email: string }>(
    `update support_visits set ended_at = $3 where account_id = $1 and id = $2 and ended_at is null returning email`,
    [accountId, id, timestamp(now)],
  );
  if (!visit) return false;
  const event = { accountId, kind: 'support_ended', actor, subject: { name: visit.email } } as const;
  await recordSecurityEvent(tx, event, now);
  return true;
}

/** Ends a visit whose time is over, and an unanswered request; waits for a time that was moved. */
export async function endSupportVisit({ payload: { visitId }, jobs }: EffectRun<'support.end'>): Promise<void> {
  await jobs.db.transaction(async (tx) => {
    const now = jobs.clock();
    const [visit] = await tx.query<{ accountId: string; endsAt: number }>(
      `select account_id as "accountId", coalesce(until, asked_at + $2 * interval '1 ms') as "endsAt"
       from support_visits where id = $1 and ended_at is null for update`,
      [visitId, REQUEST_MS],
    );
    if (!visit) return;
    const { accountId, endsAt } = visit;
    if (endsAt <= now) await endVisit(tx, { id: visitId, accountId }, { userId: null }, now);
    else await planEnd(tx, { id: visitId, accountId }, endsAt, now);
  });
}
