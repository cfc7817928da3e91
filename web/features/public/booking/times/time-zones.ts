import { useState } from 'react';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { deviceTimeZone } from '#web/lib/format/device.ts';

/** Returns true if the clocks of both zones agree at all instants, as in Madrid and Paris. */
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
  /** Zone of the shown times. */
  shown: string;
  /** True if the two clocks differ; otherwise there is nothing to switch. */
  differ: boolean;
  toggle: () => void;
}

/** Days from now to compare. Covers a year: two zones may agree in summer only. */
const INSTANTS = [0, 60, 120, 180, 240, 300, 360];

/** Returns the visitor's zone and the studio's. Shows the studio's first: clients come to the session. */
export function useTimeZones(studio: string): TimeZones {
  const [visitor] = useState(() => deviceTimeZone(studio));
  const [now] = useState(Date.now);
  const [isVisitorZone, setVisitorZone] = useState(false);
  const instants = INSTANTS.map((days) => now + days * DAY_MS);
  const differ = !haveSameClock(visitor, studio, instants);
  const shown = differ && isVisitorZone ? visitor : studio;
  return { visitor, studio, shown, differ, toggle: () => setVisitorZone(!isVisitorZone) };
}
