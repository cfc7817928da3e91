import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useState } from 'react';
import { queries } from '#core/zero/queries.ts';
import type { SecurityEventRow } from './types.ts';

interface OrderedRow {
  id: string;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Merges the live page of the newest events with those loaded before. Events never change or disappear, so only new
 * ones push older ones out of the live page; these are kept.
 * @param size number of events of the live page
 */
export function mergeLogPages<E extends OrderedRow>(
  newest: readonly E[],
  kept: readonly E[],
  size: number,
): readonly E[] {
  if (kept.length === 0) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  // No overlap: events between the two may be missing, as after hours offline. Show the live page only.
  if (newest.length === size && !kept.some(({ id }) => ids.has(id))) return newest;
  const older = kept.filter(({ id }) => !ids.has(id));
  return [...newest, ...older].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

const FIRST = 50;
const STEP = 100;

interface SecurityLog {
  events: readonly SecurityEventRow[];
  /** True once the answer is complete. */
  complete: boolean;
  /** Loads earlier events; undefined if there are none. */
  onEarlier?: () => void;
  /** True while earlier events are loading. */
  fetching: boolean;
}

/** Returns the newest events live, and the earlier pages loaded so far. */
export function useSecurityLog(): SecurityLog {
  const [newest, { type }] = useQuery(queries.team.securityEvents({ limit: FIRST }));
  const [kept, setKept] = useState<readonly SecurityEventRow[]>([]);
  const [before, setBefore] = useState<{ at: number; id: string } | null>(null);
  const [ended, setEnded] = useState(false);
  const [page, { type: pageType }] = useQuery(queries.team.securityEvents({ limit: STEP, ...(before && { before }) }), {
    enabled: before !== null,
  });
  const events = mergeLogPages(newest, kept, FIRST);
  const isPageLoaded = before !== null && pageType === 'complete';
  useEffect(() => {
    if (!isPageLoaded) return;
    setKept([...events, ...page]);
    setEnded(page.length < STEP);
    setBefore(null);
    // Once for each page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPageLoaded]);
  const last = events.at(-1);
  const more = !ended && events.length >= FIRST && last !== undefined;
  return {
    events,
    complete: type === 'complete',
    fetching: before !== null,
    ...(more && { onEarlier: () => setBefore({ at: last.at, id: last.id }) }),
  };
}
