/** The zone of the visitor's device; the studio's where the device does not say. */
export function visitorZone(studioZone: string): string {
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
