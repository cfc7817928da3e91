import type { PublicProposal, PublicProposalLine } from '#core/api/proposals.ts';
import { groupsOf, priceLines, type ProposalPrice, sortLines } from '#core/domain/payments/proposal-prices.ts';
import { groupBy } from '#web/lib/group-by.ts';

/** Lines that are shown together: included ones, a group of which one is taken, or add-ons. */
export interface ChoiceSection {
  choice: PublicProposalLine['choice'];
  /** Of a group; empty for the others. */
  name: string;
  lines: PublicProposalLine[];
}

/** Returns the sections of a proposal, each where its first line is. */
export function sectionsOf(lines: readonly PublicProposalLine[]): ChoiceSection[] {
  const byKey = groupBy(sortLines(lines), ({ choice, groupName }) => `${choice} ${groupName}`);
  return [...byKey.values()].map((members) => {
    const { choice, groupName } = members[0]!;
    return { choice, name: groupName, lines: members };
  });
}

/**
 * Returns the choice with which the page begins: what is still offered of an earlier one, and the only line of a group.
 * Nothing else is chosen for the client.
 */
export function firstChoice(lines: readonly PublicProposalLine[], earlier: unknown): string[] {
  const known = new Set(Array.isArray(earlier) ? earlier.filter((id) => typeof id === 'string') : []);
  const groups = [...groupsOf(lines).values()];
  const ofGroups = groups.flatMap((members) => {
    const taken = members.length === 1 ? members[0] : members.find(({ id }) => known.has(id));
    return taken ? [taken.id] : [];
  });
  const addOns = sortLines(lines).filter(({ id, choice }) => choice === 'optional' && known.has(id));
  return [...ofGroups, ...addOns.map(({ id }) => id)];
}

/** Returns the choice after a line was pressed: an add-on is taken or left, a line of a group replaces the other. */
export function chooseLine(
  lines: readonly PublicProposalLine[],
  chosen: readonly string[],
  { id, choice, groupName }: PublicProposalLine,
): string[] {
  if (choice === 'optional') return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const others = new Set((groupsOf(lines).get(groupName) ?? []).map((line) => line.id));
  return [...chosen.filter((one) => !others.has(one)), id];
}

/**
 * Returns the name of the first group of which nothing is chosen; empty if nothing at all is ordered, where all lines are
 * add-ons; null if the choice is complete.
 */
export function openGroup(lines: readonly PublicProposalLine[], chosen: readonly string[]): string | null {
  const open = [...groupsOf(lines)].find(([, members]) => !members.some(({ id }) => chosen.includes(id)));
  if (open) return open[0];
  return lines.some(({ id, choice }) => choice === 'fixed' || chosen.includes(id)) ? null : '';
}

/** Returns what a choice costs, complete or not. */
export function priceChoice(
  { lines, discountAmount, discountPercent }: Pick<PublicProposal, 'lines' | 'discountAmount' | 'discountPercent'>,
  chosen: readonly string[],
): ProposalPrice<PublicProposalLine> {
  const taken = sortLines(lines).filter(({ id, choice }) => choice === 'fixed' || chosen.includes(id));
  return priceLines(taken, { discountAmount, discountPercent });
}
