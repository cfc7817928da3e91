import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import { movedRule } from '#core/domain/payments/cancellation-terms.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { timestamp } from '../platform/db/database.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';

/**
 * Keeps what a client was promised about cancelling, when the studio moves their session. Call it before the event is
 * recorded: a time that the studio chose within the undo window is not known to the client yet, so moving a session
 * back leaves its rule as it was.
 */
export async function keepPromisedTerms(
  sessionId: string,
  { from, to }: { from: number; to: number },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const [session] = await sql.query<{ cancellation: PromisedRule | null; known: number | null }>(
    `select s.cancellation, (select (e.details ->> 'from')::float8 from session_events e
       where e.account_id = $1 and e.session_id = $2 and e.kind = 'rescheduled' and e.actor_id is not null
         and e.at > $3 order by e.at, e.id limit 1) as known
     from sessions s where s.account_id = $1 and s.id = $2`,
    [ctx.accountId, sessionId, timestamp(now - UNDO_WINDOW_MS)],
  );
  const rule = session?.cancellation;
  if (!rule) return;
  const startsAt = session.known ?? from;
  const moved = movedRule(rule, { startsAt, price: 0, deposit: 0 }, { by: 'studio', to, now });
  if (moved.countsFrom === rule.countsFrom) return;
  await sql.query('update sessions set cancellation = $3 where account_id = $1 and id = $2', [
    ctx.accountId,
    sessionId,
    JSON.stringify(moved),
  ]);
}
