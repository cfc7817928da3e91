import { useState } from 'react';
import { haveSameClock, visitorZone } from './zones.ts';

export interface TimeZones {
  visitor: string;
  studio: string;
  /** Whose times are shown. */
  shown: string;
  /** Whether the two clocks show different times; if not, there is nothing to choose. */
  differ: boolean;
  toggle: () => void;
}

const DAY_MS = 86_400_000;
/** Now and over the next year: two zones may agree in summer only. */
const INSTANTS = [0, 60, 120, 180, 240, 300, 360];

/** The visitor's zone and the studio's; the visitor's own times are shown first. */
export function useTimeZones(studio: string): TimeZones {
  const [visitor] = useState(() => visitorZone(studio));
  const [now] = useState(Date.now);
  const [theirs, setTheirs] = useState(false);
  const instants = INSTANTS.map((days) => now + days * DAY_MS);
  const differ = !haveSameClock(visitor, studio, instants);
  const shown = differ && !theirs ? visitor : studio;
  return { visitor, studio, shown, differ, toggle: () => setTheirs(!theirs) };
}
