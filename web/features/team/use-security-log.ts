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
 * The log as far as it is shown: the newest events, which are followed, and those that were shown before. What is there
 * stays as it was, so that only arrivals push events out of the newest; they are kept.
 * @param size how many of the newest are followed
 */
export function mergeLogPages<E extends OrderedRow>(
  newest: readonly E[],
  kept: readonly E[],
  size: number,
): readonly E[] {
  if (kept.length === 0) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  // So many came at once, as after hours without a network, that some between the two are unknown: shown from the top.
  if (newest.length === size && !kept.some(({ id }) => ids.has(id))) return newest;
  const older = kept.filter(({ id }) => !ids.has(id));
  return [...newest, ...older].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

const FIRST = 50;
const STEP = 100;

export interface SecurityLog {
  events: readonly SecurityEventRow[];
  /** Whether it is known what there is. */
  complete: boolean;
  /** Brings events from before those; absent when there are none, as far as is known. */
  onEarlier?: () => void;
  /** They are on their way. */
  fetching: boolean;
}

/** The newest events live, and as many pages of earlier ones as were asked for: what has happened stays as it is. */
export function useSecurityLog(): SecurityLog {
  const [newest, { type }] = useQuery(queries.team.securityEvents({ limit: FIRST }));
  const [kept, setKept] = useState<readonly SecurityEventRow[]>([]);
  const [before, setBefore] = useState<{ at: number; id: string } | null>(null);
  const [ended, setEnded] = useState(false);
  const [page, { type: pageType }] = useQuery(queries.team.securityEvents({ limit: STEP, ...(before && { before }) }), {
    enabled: before !== null,
  });
  const events = mergeLogPages(newest, kept, FIRST);
  const arrived = before !== null && pageType === 'complete';
  useEffect(() => {
    if (!arrived) return;
    setKept([...events, ...page]);
    setEnded(page.length < STEP);
    setBefore(null);
    // Once for each page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [arrived]);
  const last = events.at(-1);
  const more = !ended && events.length >= FIRST && last !== undefined;
  return {
    events,
    complete: type === 'complete',
    fetching: before !== null,
    ...(more && { onEarlier: () => setBefore({ at: last.at, id: last.id }) }),
  };
}
