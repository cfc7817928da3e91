import type { WithdrawalKind } from './products.ts';

/* Without zod and time zones: clients' pages have it (docs/decisions/public-pages.md). */

/**
 * What the right to withdraw from a line is, in the order in which it is told. `dated`: none, because it is a session on a
 * date (directive 2011/83/EU, article 16(l)).
 */
const WITHDRAWAL_RIGHTS = ['service', 'returnable', 'made_to_order', 'digital', 'dated'] as const;
type WithdrawalRight = (typeof WITHDRAWAL_RIGHTS)[number];

interface RightLine {
  source: string;
  withdrawal: WithdrawalKind | null;
}

interface RightRules {
  /** The order has a session. */
  isDated: boolean;
  /** Also sessions on a date can be withdrawn from: the studio's `booking.withdrawable`. */
  offersDated: boolean;
}

/** Returns the right to withdraw from a line of an order. */
export function rightToWithdraw(
  { source, withdrawal }: RightLine,
  { isDated, offersDated }: RightRules,
): WithdrawalRight {
  if (withdrawal !== null && withdrawal !== 'service') return withdrawal;
  return isDated && !offersDated && !source.startsWith('list:') ? 'dated' : 'service';
}

/** What is told of the right to withdraw before something is ordered. */
export interface ToldRight {
  right: WithdrawalRight;
  /** Of the lines that have it; empty if all lines do. */
  titles: string[];
}

/** Returns the rights to withdraw from what is about to be ordered, each with its lines; none if it costs nothing. */
export function rightsToTell(
  lines: readonly (RightLine & { title: string; amount: number })[],
  rules: RightRules,
): ToldRight[] {
  const charged = lines.filter(({ amount }) => amount > 0);
  const told = WITHDRAWAL_RIGHTS.map((right) => ({
    right,
    titles: charged.filter((line) => rightToWithdraw(line, rules) === right).map(({ title }) => title),
  })).filter(({ titles }) => titles.length > 0);
  return told.length === 1 ? [{ ...told[0]!, titles: [] }] : told;
}

/** Returns the lines with digital content, from which the client could withdraw unless they ask for it immediately (16(m)). */
export const digitalLines = <L extends Pick<RightLine, 'withdrawal'> & { amount: number }>(lines: readonly L[]): L[] =>
  lines.filter(({ withdrawal, amount }) => withdrawal === 'digital' && amount > 0);

/** Returns the rights to withdraw from priced lines of a proposal. */
export const proposalRights = (
  lines: readonly (Pick<RightLine, 'withdrawal'> & { title: string; amount: number })[],
  rules: RightRules,
): ToldRight[] =>
  rightsToTell(
    lines.map((line) => ({ ...line, source: 'product:' })),
    rules,
  );
