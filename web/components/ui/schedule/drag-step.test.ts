import { describe, expect, test } from 'vitest';
import { dragged, onOtherDay, stepped, stretched, stretchedByStep } from './drag-step.ts';
import type { ScheduleSpan } from './types.ts';

const MADRID = 'Europe/Madrid';
const span = (start: string, end: string): ScheduleSpan => ({ start: Date.parse(start), end: Date.parse(end) });
const utc = ({ start, end }: ScheduleSpan) =>
  [start, end].map((time) => new Date(time).toISOString().slice(5, 16)).join(' – ');
const session = span('2026-11-24T09:00Z', '2026-11-24T10:00Z');

describe('to another day', () => {
  test('the clock shows the same time, in summer and in winter', () => {
    expect(utc(onOtherDay(session, 1, MADRID))).toBe('11-25T09:00 – 11-25T10:00');
    const summer = span('2026-10-24T08:00Z', '2026-10-24T09:00Z');
    expect(utc(onOtherDay(summer, 1, MADRID))).toBe('10-25T09:00 – 10-25T10:00');
    const winter = span('2026-03-28T09:00Z', '2026-03-28T10:00Z');
    expect(utc(onOtherDay(winter, 1, MADRID))).toBe('03-29T08:00 – 03-29T09:00');
  });

  test('an hour stays an hour, also across the changed clocks', () => {
    const early = span('2026-03-28T00:30Z', '2026-03-28T01:30Z');
    expect(utc(onOtherDay(early, 1, MADRID))).toBe('03-29T00:30 – 03-29T01:30');
  });

  test('a time that the clocks skip becomes an hour later', () => {
    const skipped = span('2026-03-28T01:30Z', '2026-03-28T02:00Z');
    expect(utc(onOtherDay(skipped, 1, MADRID))).toBe('03-29T01:30 – 03-29T02:00');
  });
});

describe('dragged', () => {
  test('moves by quarters of an hour and by days at once', () => {
    expect(utc(dragged(session, 0, 22, MADRID))).toBe('11-24T09:15 – 11-24T10:15');
    expect(utc(dragged(session, -2, -61, MADRID))).toBe('11-22T08:00 – 11-22T09:00');
    expect(dragged(session, 0, 7, MADRID)).toBe(session);
  });

  test('only along the clock is it put onto the quarters', () => {
    const odd = span('2026-11-24T09:10Z', '2026-11-24T09:50Z');
    expect(utc(dragged(odd, 1, 3, MADRID))).toBe('11-25T09:10 – 11-25T09:50');
    expect(utc(dragged(odd, 0, 20, MADRID))).toBe('11-24T09:30 – 11-24T10:10');
  });
});

describe('by key', () => {
  test('to the next quarter, earlier and later', () => {
    expect(utc(stepped(session, 1, MADRID))).toBe('11-24T09:15 – 11-24T10:15');
    expect(utc(stepped(session, -1, MADRID))).toBe('11-24T08:45 – 11-24T09:45');
    const odd = span('2026-11-24T09:10Z', '2026-11-24T09:50Z');
    expect(utc(stepped(odd, 1, MADRID))).toBe('11-24T09:15 – 11-24T09:55');
    expect(utc(stepped(odd, -1, MADRID))).toBe('11-24T09:00 – 11-24T09:40');
  });

  test('reaches the hour that comes twice both times, and takes no step in the one that is skipped', () => {
    const autumn = span('2026-10-25T00:45Z', '2026-10-25T01:15Z');
    expect(utc(stepped(autumn, 1, MADRID))).toBe('10-25T01:00 – 10-25T01:30');
    const spring = span('2026-03-29T00:45Z', '2026-03-29T01:15Z');
    expect(utc(stepped(spring, 1, MADRID))).toBe('03-29T01:00 – 03-29T01:30');
    expect(utc(stepped(stepped(spring, 1, MADRID), -1, MADRID))).toBe(utc(spring));
  });
});

describe('the end', () => {
  test('is pulled onto the quarters, never closer to the start than one', () => {
    expect(utc(stretched(session, 31, MADRID))).toBe('11-24T09:00 – 11-24T10:30');
    expect(utc(stretched(session, -300, MADRID))).toBe('11-24T09:00 – 11-24T09:15');
    expect(stretched(session, 5, MADRID)).toBe(session);
  });

  test('goes over midnight and back', () => {
    const late = span('2026-11-24T22:00Z', '2026-11-24T22:45Z');
    const midnight = stretched(late, 15, MADRID);
    expect(utc(midnight)).toBe('11-24T22:00 – 11-24T23:00');
    expect(utc(stretched(midnight, -15, MADRID))).toBe(utc(late));
    expect(utc(stretchedByStep(midnight, -1, MADRID))).toBe(utc(late));
    expect(utc(stretchedByStep(midnight, 1, MADRID))).toBe('11-24T22:00 – 11-24T23:15');
  });

  test('by key a quarter at a time', () => {
    const shortest = stretchedByStep(span('2026-11-24T09:00Z', '2026-11-24T09:20Z'), -1, MADRID);
    expect(utc(shortest)).toBe('11-24T09:00 – 11-24T09:15');
    expect(stretchedByStep(shortest, -1, MADRID)).toEqual(shortest);
  });
});
