import { useState } from 'react';

/** The zone of the visitor's device; the studio's where the device does not say. */
function visitorZone(studioZone: string): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || studioZone;
  } catch {
    return studioZone;
  }
}

/** Whether the clocks of two zones show the same at these instants: Madrid and Paris are then one to a visitor. */
export function haveSameClock(one: string, other: string, instants: readonly number[]): boolean {
  if (one === other) return true;
  const [left, right] = [clock(one), clock(other)];
  return instants.every((instant) => left.format(instant) === right.format(instant));
}

function clock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
}

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
