import { describe, expect, it } from 'vitest';
import { dayOrderOf, readDate, readDuration, readInstant, readTime } from './read-cells.ts';

describe('a date', () => {
  it.each([
    ['2026-11-24 10:30:15', '2026-11-24', 630.25],
    ['2026-11-24T10:30', '2026-11-24', 630],
    ['24/11/2026', '2026-11-24', null],
    ['3/4/2026, 4:05 pm', '2026-04-03', 965],
    ['24.11.2026 9h', '2026-11-24', 540],
    ['24 de noviembre de 2026 a las 18:00', '2026-11-24', 1080],
    ['24 d’abril de 2026', '2026-04-24', null],
    ['Tuesday, November 24th, 2026 at 12:15 a.m.', '2026-11-24', 15],
    ['Tue, 24 Nov 2026 12:00 PM', '2026-11-24', 720],
  ])('is read from %s', (cell, date, minute) => {
    expect(readDate(cell, 'dmy')).toEqual({ date, minute });
  });

  it.each(['', 'soon', '31/02/2026', '2026-13-01', '24/11/26', '24 Foo 2026', '2026-11-24 25:00', '2026-11-24 soon'])(
    'is not read from %j',
    (cell) => {
      expect(readDate(cell, 'dmy')).toBeUndefined();
    },
  );

  it('has the order of day and month that its file proves', () => {
    expect(readDate('3/4/2026', 'mdy')).toMatchObject({ date: '2026-03-04' });
    expect(dayOrderOf(['3/4/2026', '4/24/2026'], 'dmy')).toBe('mdy');
    expect(dayOrderOf(['3/4/2026', '24/4/2026'], 'mdy')).toBe('dmy');
    expect(dayOrderOf(['3/4/2026', '2026-11-24'], 'mdy')).toBe('mdy');
  });

  it('with an offset is an instant', () => {
    expect(readInstant('2026-11-24T10:00:00+02:00')).toBe(Date.UTC(2026, 10, 24, 8));
    expect(readInstant('2026-11-24 10:00Z')).toBe(Date.UTC(2026, 10, 24, 10));
    expect(readInstant('2026-11-24 10:00')).toBeUndefined();
  });
});

it.each([
  ['10:30', 630],
  ['4 pm', 960],
  ['12 AM', 0],
  ['9.05', 545],
  ['16h', 960],
  ['13 pm', undefined],
  ['24:00', undefined],
  ['noon', undefined],
])('reads the time %s', (cell, minute) => {
  expect(readTime(cell)).toBe(minute);
});

it.each([
  ['90', 90],
  ['1:30', 90],
  ['1.5 h', 90],
  ['1,5 hours', 90],
  ['1 h 30 min', 90],
  ['90 minutos', 90],
  ['', undefined],
  ['long', undefined],
])('reads the duration %j', (cell, minutes) => {
  expect(readDuration(cell)).toBe(minutes);
});
