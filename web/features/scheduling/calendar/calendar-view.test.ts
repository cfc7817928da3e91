import { expect, it } from 'vitest';
import { CALENDAR } from './calendar-view.ts';

it('keeps the parameter names of the URL', () => {
  const query = 'view=month&date=2026-11-24&type=abc&photographer=nora&cancelled=1&free=1';
  expect(CALENDAR.write(CALENDAR.read(new URLSearchParams(query))).toString()).toBe(query);
});

it.each(['2026-02-30', 'tomorrow'])('reads the date %j as today', (date) => {
  expect(CALENDAR.read(new URLSearchParams({ date }))).toEqual(CALENDAR.defaults);
});
