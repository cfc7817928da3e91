/** A waiting time as a text tells it, rounded up. */
interface WaitingTime {
  unit: 'seconds' | 'minutes' | 'hours';
  count: number;
}

/** Returns seconds in the unit in which people think of them: seconds up to 90, minutes up to 90, else hours. */
export function waitingTime(seconds: number): WaitingTime {
  if (seconds <= 90) return { unit: 'seconds', count: Math.ceil(seconds) };
  if (seconds <= 90 * 60) return { unit: 'minutes', count: Math.ceil(seconds / 60) };
  return { unit: 'hours', count: Math.ceil(seconds / 3600) };
}
