import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { badRequest } from './errors.ts';

const unitsInMs = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
]);

/** Maximum of Go's `time.Duration`, 2⁶³ nanoseconds (about 292 years), in milliseconds. */
const LONGEST_MS = 2 ** 63 / 1e6;

/** Parses a duration in Go's format ("24h", "1h30m", "0") to milliseconds; 400 for anything else. */
export function parseDuration(text: string): number {
  const match = /^([-+]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+|0)$/.exec(text);
  let milliseconds = 0;
  for (const part of match?.[2]?.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g) ?? []) {
    milliseconds += Number(part[1]) * unitsInMs.get(part[2]!)!;
  }
  if (!match || milliseconds > LONGEST_MS) throw badRequest(`invalid format for ban duration: "${text}"`);
  return match[1] === '-' ? -milliseconds : milliseconds;
}
