import { describe, expect, it } from 'vitest';
import { instant } from '#core/domain/values/primitives.ts';
import { monthSpan, readPaidDay } from './date-values.ts';

describe('monthSpan', () => {
  it('returns the span in the studio’s zone', () => {
    const madrid = { from: Date.UTC(2026, 9, 31, 23), to: Date.UTC(2026, 10, 30, 23) };
    expect(monthSpan('2026-11', 'Europe/Madrid')).toEqual(madrid);
    expect(monthSpan('2026-12', 'UTC')).toEqual({ from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) });
  });

  it.each(['0002-11', '0000-12', '9999-12', '2026-13', '2026', '2026-11-01', 'x', '', null])(
    'returns no bounds for %j',
    (no) => expect(monthSpan(no, 'Europe/Madrid')).toEqual({}),
  );

  it.each(['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])('stays within the accepted times in %s', (zone) => {
    const ends = ['1900-01', '2099-12'].flatMap((month) => Object.values(monthSpan(month, zone)));
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.filter((end) => !instant.safeParse(end).success)).toEqual([]);
  });
});

describe('readPaidDay', () => {
  const now = Date.UTC(2026, 10, 22, 23, 30);

  it('returns now for today and noon for another day', () => {
    expect(readPaidDay('2026-11-23', 'Europe/Madrid', now)).toBe(now);
    expect(readPaidDay('2026-11-22', 'Europe/Madrid', now)).toBe(Date.UTC(2026, 10, 22, 11));
  });

  it.each(['', '2026-02-30', '0002-11-21', '9999-12-31', 'x'])('rejects %j', (no) =>
    expect(readPaidDay(no, 'UTC', now)).toBeNull(),
  );
});
