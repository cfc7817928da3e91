import {
  groupsOf,
  priceLines,
  type ChoiceLine,
  type ProposalDiscount,
  sortLines,
} from '#core/domain/payments/proposal-prices.ts';
import {
  canMoveProposal,
  type ProposalGap,
  type ProposalState,
  type ProposalStatus,
  proposalState,
} from '#core/domain/payments/proposals.ts';
import type { Tone } from '#web/components/ui/feedback/tag.tsx';

/** The act that changes a proposal's state next: the one button of its page. */
export type ProposalAct = 'send' | 'withdraw' | null;

interface Dated {
  readonly status: ProposalStatus;
  readonly validUntil: number | null;
}

/** Returns what a proposal is at `now`, epoch milliseconds, and the act that changes it. An accepted one stays. */
export function viewProposal(proposal: Dated, now: number): { state: ProposalState; act: ProposalAct } {
  const acts = ['send', 'withdraw'] as const;
  return {
    state: proposalState(proposal, now),
    act: acts.find((event) => canMoveProposal(proposal, event, now)) ?? null,
  };
}

export const STATE_TONES: Readonly<Record<ProposalState, Tone>> = {
  draft: 'neutral',
  proposed: 'accent',
  accepted: 'success',
  declined: 'danger',
  lapsed: 'warning',
};

/** Returns the least and the most that a complete choice costs, in minor units. */
export function priceRange(lines: readonly ChoiceLine[], discount: ProposalDiscount): { least: number; most: number } {
  const amountOf = ({ quantity, unitAmount }: ChoiceLine) => quantity * unitAmount;
  const fixed = lines.filter(({ choice }) => choice === 'fixed');
  const optional = lines.filter(({ choice }) => choice === 'optional');
  const cheapestFirst = (members: readonly ChoiceLine[]) =>
    members.toSorted((one, other) => amountOf(one) - amountOf(other));
  const groups = [...groupsOf(lines).values()].map(cheapestFirst);
  const cheapest = groups.flatMap((members) => members.slice(0, 1));
  const dearest = groups.flatMap((members) => members.slice(-1));
  const needed = [...fixed, ...cheapest];
  return {
    // Of add-ons alone, one at least is taken.
    least: priceLines(needed.length > 0 ? needed : cheapestFirst(optional).slice(0, 1), discount).total,
    most: priceLines([...fixed, ...dearest, ...optional], discount).total,
  };
}

/** Distance between the positions of two lines, so that one fits between them. */
const STEP = 1000;

/** Returns the position of a line at the end. */
export const lastPosition = (lines: readonly Pick<ChoiceLine, 'position'>[]): number =>
  lines.length === 0 ? 0 : Math.max(...lines.map(({ position }) => position)) + STEP;

/** Returns the positions that move a line by one up (-1) or down (1), by line; empty at the list's end. */
export function moveLine(
  lines: readonly Pick<ChoiceLine, 'id' | 'position'>[],
  id: string,
  by: -1 | 1,
): { id: string; position: number }[] {
  const ordered = sortLines(lines);
  const from = ordered.findIndex((line) => line.id === id);
  const [line, other] = [ordered[from], ordered[from + by]];
  if (!line || !other) return [];
  if (line.position !== other.position) {
    return [
      { id: line.id, position: other.position },
      { id: other.id, position: line.position },
    ];
  }
  // Two members have added lines at the same time: all get a position of their own.
  [ordered[from], ordered[from + by]] = [other, line];
  return ordered
    .map((one, index) => ({ id: one.id, position: index * STEP }))
    .filter((next) => ordered.find((one) => one.id === next.id)?.position !== next.position);
}

/** The part of the page in which a gap is filled. */
export const GAP_FIELDS: Readonly<Record<ProposalGap, string>> = {
  client: 'proposal-client',
  lines: 'proposal-lines',
  group: 'proposal-lines',
  amount: 'proposal-lines',
  validUntil: 'proposal-valid',
  date: 'proposal-session',
  dateOver: 'proposal-session',
  order: 'proposal-valid',
};
