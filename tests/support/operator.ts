import { expect } from 'vitest';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { ApiStack } from './api.ts';

/** Requests an act as the operator's command does, and carries it out. Returns how it ended. */
export async function operatorAct(
  { db, jobs }: ApiStack,
  accountId: string | null,
  kind: string,
  params: object = {},
  visibleAt: Date | null = null,
): Promise<string> {
  const { rows: events } = await db.pool.query<{ id: string }>(
    `insert into operators.events (account_id, actor, kind, reason, params, visible_at)
     values ($1, 'Nina', $2, 'Spam to strangers', $3, coalesce($4, now())) returning id`,
    [accountId, kind, params, visibleAt],
  );
  const outcome = async () => {
    await runOutbox(jobs);
    const { rows } = await db.pool.query<{ outcome: string | null }>(
      'select outcome from operator_events where id = $1',
      [events[0]!.id],
    );
    return rows[0]!.outcome;
  };
  // Another run may have claimed it, or its time be a moment ahead of the test's clock.
  await expect.poll(outcome, { timeout: 10_000 }).not.toBeNull();
  return (await outcome())!;
}
