/** Returns a stored zone; UTC for one that this runtime does not know. Without Temporal: few functions need its code. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}
