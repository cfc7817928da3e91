import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useState } from 'react';
import { queries } from '#core/zero/queries.ts';
import { mergeLogPages } from './security-log-rows.ts';
import type { SecurityEventRow } from './team-rows.ts';

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
