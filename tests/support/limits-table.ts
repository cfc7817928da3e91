import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { type LimitName, REQUEST_LIMITS, type RequestLimit } from '#core/domain/studio/request-limits.ts';

/** Returns the cells of a limit's row in docs/limits.md that follow from the code. */
export function limitCells(name: LimitName): string[] {
  const { per, max, windowMs, by, above }: RequestLimit = REQUEST_LIMITS[name];
  const limit = (most: number, ms: number) => `${most.toLocaleString('en')} in ${windowText(ms)}`;
  const then =
    above === undefined
      ? ''
      : above === 'silence'
        ? ', then no mail'
        : `, then ${limit(above.max, above.windowMs)} for a network`;
  return [`\`${name}\``, per.join(' + ') || 'all', limit(max, windowMs) + then, by];
}

function windowText(ms: number): string {
  if (ms === DAY_MS) return 'a day';
  if (ms === HOUR_MS) return 'an hour';
  return `${ms / MINUTE_MS} min`;
}
