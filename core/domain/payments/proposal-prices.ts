import { AppError } from '../values/errors.ts';
import { MAX_MONEY } from '../values/max-money.ts';
import { allocate } from './allocate.ts';

/* Choices and prices of proposals, without zod: a client's page has them (docs/decisions/public-pages.md). */

/** `fixed`: part of every choice. `optional`: an add-on. `one_of`: the client takes one of its group. */
export const LINE_CHOICES = ['fixed', 'optional', 'one_of'] as const;
export type LineChoice = (typeof LINE_CHOICES)[number];

/** Due date of an instalment: days after acceptance, days before the session, or the day of `at`, epoch milliseconds. */
export type PlanDue =
  | { kind: 'accepted'; days: number }
  | { kind: 'session'; days: number }
  | { kind: 'date'; at: number };

/** A plan: each part has an amount in minor units, or a percentage of what the amounts leave. */
export type ProposalPlan = readonly { amount: number | null; percent: number | null; due: PlanDue }[];

/** A line as far as choosing and pricing need it. Amounts in minor units. */
export interface ChoiceLine {
  readonly id: string;
  readonly position: number;
  readonly title: string;
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly choice: LineChoice;
  readonly groupName: string;
}

/** Returns lines in the order in which they are shown and placed. */
export function sortLines<L extends Pick<ChoiceLine, 'id' | 'position'>>(lines: readonly L[]): L[] {
  return lines.toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}

/** Returns the groups of which the client takes one line, each with its lines, in order. */
export function groupsOf<L extends ChoiceLine>(lines: readonly L[]): Map<string, L[]> {
  // Without `Map.groupBy`, which the oldest browsers of the public pages lack.
  const groups = new Map<string, L[]>();
  for (const line of sortLines(lines)) {
    if (line.choice === 'one_of') groups.set(line.groupName, [...(groups.get(line.groupName) ?? []), line]);
  }
  return groups;
}

/**
 * Returns the lines that a client takes, in order: all fixed ones, the chosen optional ones, and one of each group.
 * @param chosen ids of optional lines and of lines of groups
 * @throws AppError `validation_failed` for an unknown id, a group without exactly one chosen line, and a choice of nothing
 */
export function chooseLines<L extends ChoiceLine>(lines: readonly L[], chosen: readonly string[]): L[] {
  const wanted = new Set(chosen);
  const choosable = new Set(lines.filter(({ choice }) => choice !== 'fixed').map(({ id }) => id));
  if (chosen.some((id) => !choosable.has(id))) throw new AppError('validation_failed', { field: 'chosen' });
  for (const [group, members] of groupsOf(lines)) {
    const taken = members.filter(({ id }) => wanted.has(id)).length;
    if (taken !== 1) throw new AppError('validation_failed', { field: 'chosen', group });
  }
  const taken = sortLines(lines).filter(({ id, choice }) => choice === 'fixed' || wanted.has(id));
  if (taken.length === 0) throw new AppError('validation_failed', { field: 'chosen' });
  return taken;
}

/** The discount of a proposal. */
export interface ProposalDiscount {
  readonly discountAmount: number;
  readonly discountPercent: number;
}

/** A chosen line with its share of the discount. */
export type PlacedLine<L extends ChoiceLine = ChoiceLine> = L & { readonly discount: number; readonly amount: number };

/** What a choice costs, in minor units. */
export interface ProposalPrice<L extends ChoiceLine = ChoiceLine> {
  readonly lines: PlacedLine<L>[];
  readonly subtotal: number;
  readonly discount: number;
  readonly total: number;
}

/**
 * Prices chosen lines. The discount is divided among them by largest remainder, as it is placed: the lines sum to the
 * total, which is the subtotal without the discount.
 * @throws AppError `validation_failed` if the sum is more than an amount can be
 */
export function priceLines<L extends ChoiceLine>(
  chosen: readonly L[],
  { discountAmount, discountPercent }: ProposalDiscount,
): ProposalPrice<L> {
  const gross = chosen.map(({ quantity, unitAmount }) => quantity * unitAmount);
  const subtotal = gross.reduce((sum, amount) => sum + amount, 0);
  if (subtotal > MAX_MONEY) throw new AppError('validation_failed', { field: 'unitAmount' });
  const discount = Math.min(subtotal, discountAmount + Math.round((subtotal * discountPercent) / 100));
  const shares = allocate(discount, gross);
  const lines = chosen.map((one, index) => ({
    ...one,
    discount: shares[index]!,
    amount: gross[index]! - shares[index]!,
  }));
  return { lines, subtotal, discount, total: subtotal - discount };
}

/** A part of the plan for a total. */
interface PlannedPart {
  readonly amount: number;
  readonly due: PlanDue;
}

/** The plan of a proposal that has none: all is due with acceptance. */
const ALL_WITH_ACCEPTANCE: ProposalPlan = [{ amount: null, percent: 100, due: { kind: 'accepted', days: 0 } }];

/**
 * Returns the parts of a total, which sum to it: first the amounts, in order, then percentages of the rest; without any,
 * the last part takes the rest. Parts without an amount are left out. Without a plan all is due with acceptance.
 */
export function planParts(ofProposal: ProposalPlan, total: number): PlannedPart[] {
  const plan = ofProposal.length > 0 ? ofProposal : ALL_WITH_ACCEPTANCE;
  let left = total;
  const amounts = plan.map(({ amount }) => {
    const taken = Math.min(left, amount ?? 0);
    left -= taken;
    return taken;
  });
  const percents = plan.map(({ percent }) => percent ?? 0);
  const hasPercents = percents.some((percent) => percent > 0);
  const shares = allocate(left, hasPercents ? percents : plan.map((_, index) => (index === plan.length - 1 ? 1 : 0)));
  return plan
    .map(({ due }, index) => ({ due, amount: amounts[index]! + shares[index]! }))
    .filter(({ amount }) => amount > 0);
}
