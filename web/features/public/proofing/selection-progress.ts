import type { ProofingList, ProofingView } from '#core/api/proofing.ts';
import { extraCharge, pickedIds } from '#core/domain/galleries/pick-rules.ts';

export interface SelectionProgress {
  /** Number of photos that a person has picked. */
  count: number;
  /** Number that is aimed at: the most, the included or the least; null without any. */
  target: number | null;
  /** Number that is missing before the selection can be sent. */
  missing: number;
  /** Photos beyond the included ones; amount in minor units. */
  extra: { count: number; amount: number };
}

/** Returns how far a list is. */
export function selectionProgress({ picks }: Pick<ProofingView, 'picks'>, list: ProofingList): SelectionProgress {
  const count = pickedIds(picks.filter(({ listId }) => listId === list.id)).size;
  const { includedCount, minCount, maxCount } = list;
  return {
    count,
    target: includedCount ?? maxCount ?? minCount,
    missing: Math.max(0, (minCount ?? 1) - count),
    extra: extraCharge(count, { includedCount, extraPrice: list.extraPrice?.amount ?? null }),
  };
}
