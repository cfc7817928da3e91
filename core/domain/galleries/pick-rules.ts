import type { ListStatus, PickState } from './proofing.ts';

/* Without schemas, so that public pages can use them too. */

/** The fields of a list that decide whether it may change. */
export interface ListState {
  status: ListStatus;
  dueAt: number | null;
  allowAfterDue: boolean;
}

/** Returns why people may not change a list; null if they may. */
export function listClosed(
  { status, dueAt, allowAfterDue }: ListState,
  now: number,
): 'submitted' | 'locked' | 'due' | null {
  if (status !== 'open') return status;
  return dueAt !== null && dueAt <= now && !allowAfterDue ? 'due' : null;
}

/** Returns the ids of the photos that are picked: a photo counts once, also if several people picked it. */
export function pickedIds(picks: readonly { photoId: string; state: PickState }[]): Set<string> {
  return new Set(picks.filter(({ state }) => state === 'pick').map(({ photoId }) => photoId));
}

/** Returns the photos beyond the included ones, and their price in minor units. */
export function extraCharge(
  picked: number,
  { includedCount, extraPrice }: { includedCount: number | null; extraPrice: number | null },
): { count: number; amount: number } {
  const extra = includedCount === null ? 0 : Math.max(0, picked - includedCount);
  return { count: extra, amount: extra * (extraPrice ?? 0) };
}
