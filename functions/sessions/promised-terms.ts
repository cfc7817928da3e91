import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import { movedRule } from '#core/domain/payments/cancellation-terms.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';

/**
 * Keeps what a client was promised about cancelling, when the studio moves their session.
 * @param move.from the time that the client knows, epoch milliseconds
 */
export async function keepPromisedTerms(
  sessionId: string,
  { from, to }: { from: number; to: number },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const [session] = await sql.query<{ cancellation: PromisedRule | null }>(
    'select cancellation from sessions where account_id = $1 and id = $2',
    [ctx.accountId, sessionId],
  );
  const rule = session?.cancellation;
  if (!rule) return;
  const moved = movedRule(rule, { startsAt: from, price: 0, deposit: 0 }, { by: 'studio', to, now });
  if (moved.countsFrom === rule.countsFrom) return;
  await sql.query('update sessions set cancellation = $3 where account_id = $1 and id = $2', [
    ctx.accountId,
    sessionId,
    JSON.stringify(moved),
  ]);
}
