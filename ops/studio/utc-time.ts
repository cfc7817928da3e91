/**
 * Reads a day (`2027-02-01`) or a time (`2027-02-01T02:00Z`) in UTC, in epoch milliseconds; null for others, also for the
 * 30th of February, which `Date` reads as a day in March.
 */
export function utcTime(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.replace('Z', '')) ? at : null;
}
