import type { StudioPlan } from '#core/api/plan.ts';
import { closures, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { isUnanswered } from '#core/domain/studio/plan.ts';

/** What a part of the plan needs. */
export interface PlanPartProps {
  plan: StudioPlan;
  onChange: (plan: StudioPlan) => void;
}

type Bill = StudioPlan['statements'][number];

/** True for a bill that Stripe could not charge, or has not charged yet. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>) => status === 'open' || status === 'uncollectible';

/** Returns the bill that a studio must pay before anything else. */
export const billToPay = ({ state, statements }: Pick<StudioPlan, 'state' | 'statements'>): Bill | undefined =>
  state === 'active' ? undefined : statements.find((bill) => isUnpaid(bill) && bill.pageUrl !== null);

/**
 * Returns the key of the text about a plan's state: a studio that has removed its card must add one, one that tries the
 * product may have accepted the prices already, and a read-only one owes, has not accepted other prices, or both.
 */
export function stateText(
  {
    state,
    card,
    nextStateAt,
    prices,
    pricesEndAt,
  }: Pick<StudioPlan, 'state' | 'card' | 'nextStateAt' | 'prices' | 'pricesEndAt'>,
  now: number,
) {
  if (state === 'trialing' && prices !== null) return 'states.trialing.accepted';
  if (state === 'active' && card === '') return 'states.active.noCard';
  if (state === 'read_only' && isUnanswered(pricesEndAt, now)) {
    return nextStateAt === null ? 'states.read_only.prices' : 'states.read_only.both';
  }
  return `states.${state}.text` as const;
}

/**
 * Returns the keys of all texts about a plan's state: that of the plan, and what it means for visitors of a studio that an
 * operator may have closed as well.
 * @param facts of the account
 */
export function stateTexts(
  plan: Parameters<typeof stateText>[0],
  facts: StudioFacts & { isUntold: boolean },
  now: number,
): (ReturnType<typeof stateText> | 'states.suspended.visitors' | 'states.closed')[] {
  const others = closures(facts).filter((closure) => closure !== 'bill');
  const opens = plan.state === 'suspended' && others.length === 0;
  return [
    stateText(plan, now),
    ...(opens ? ['states.suspended.visitors' as const] : []),
    ...(others.includes('operator') ? ['states.closed' as const] : []),
  ];
}
