import { useState } from 'react';
import { useIsSyncing, useStore } from './store.tsx';

interface Answers {
  /** True if the results of all queries that decide what is shown where are complete. */
  isComplete: boolean;
  /** True if there are rows to show. */
  hasRows: boolean;
}

/**
 * True once a screen can show its parts together, so that none of them moves another when it arrives, and from then on.
 * Rows that the device has kept of an earlier visit are shown without waiting.
 */
export function useSettled({ isComplete, hasRows }: Answers): boolean {
  const { status } = useStore();
  const isSyncing = useIsSyncing();
  const [isSettled, setSettled] = useState(false);
  // Before the connection all rows are from the device; after it, some may have arrived before others.
  const settles = isSettled || isComplete || !isSyncing || (hasRows && status !== 'connected');
  if (settles !== isSettled) setSettled(settles);
  return settles;
}
