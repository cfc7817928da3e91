import { describe, expect, it } from 'vitest';
import { endOfDay } from '#core/domain/values/time.ts';
import { presetExpiry } from './apply-preset.ts';

const zone = 'Europe/Madrid';

describe('presetExpiry', () => {
  it('returns the end of the studio’s day, also across a clock change', () => {
    // The clocks go forward on 29 March 2026; at 23:30 an extra day is easily counted by mistake.
    const now = Date.parse('2026-03-28T22:30:00Z');
    expect(presetExpiry({ expiresAfterDays: 1 }, now, zone)).toBe(endOfDay('2026-03-29', zone));
    expect(presetExpiry({ expiresAfterDays: 2 }, now, zone)).toBe(Date.parse('2026-03-30T22:00:00Z') - 1);
    // After midnight in Madrid, before midnight in UTC.
    const late = Date.parse('2026-01-10T23:30:00Z');
    expect(presetExpiry({ expiresAfterDays: 1 }, late, zone)).toBe(endOfDay('2026-01-12', zone));
  });

  it('returns 0 for never and undefined if the preset has no expiry', () => {
    expect(presetExpiry({ expiresAfterDays: 0 }, 0, zone)).toBe(0);
    expect(presetExpiry({}, 0, zone)).toBeUndefined();
  });
});
