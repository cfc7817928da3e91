import { decision } from '#core/domain/studio/notices.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { OperatorEvent, Outcome } from './event.ts';

/** Decides on a notice, once: the act's reason is the statement to who sent it. */
export async function decideNotice(tx: Queryable, { params, reason }: OperatorEvent, now: number): Promise<Outcome> {
  const { success, data } = decision.safeParse(params);
  if (!success) return 'not_found';
  const decided = await tx.query(
    `update notices set decided_at = $2, decision = $3, statement = $4 where id = $1 and decided_at is null returning id`,
    [data.noticeId, timestamp(now), data.decision, reason],
  );
  if (decided.length === 0) {
    const [known] = await tx.query('select from notices where id = $1', [data.noticeId]);
    return known ? 'unchanged' : 'not_found';
  }
  const { noticeId } = data;
  await enqueue(tx, null, 'notice.mail', { noticeId, what: 'decision' }, now, {
    dedupeKey: `notice-decision:${noticeId}`,
  });
  return 'done';
}
