import { describe, expect, test } from 'vitest';
import { dragSpan, moveByStep, moveToDay, resizeByStep, resizeSpan } from './drag-math.ts';
import type { ScheduleSpan } from './types.ts';

const MADRID = 'Europe/Madrid';
const span = (start: string, end: string): ScheduleSpan => ({ start: Date.parse(start), end: Date.parse(end) });
const utc = ({ start, end }: ScheduleSpan) =>
  [start, end].map((time) => new Date(time).toISOString().slice(5, 16)).join(' – ');
const session = span('2026-11-24T09:00Z', '2026-11-24T10:00Z');

describe('moveToDay', () => {
  test('keeps the time of the clock in summer and in winter', () => {
    expect(utc(moveToDay(session, 1, MADRID))).toBe('11-25T09:00 – 11-25T10:00');
    const summer = span('2026-10-24T08:00Z', '2026-10-24T09:00Z');
    expect(utc(moveToDay(summer, 1, MADRID))).toBe('10-25T09:00 – 10-25T10:00');
    const winter = span('2026-03-28T09:00Z', '2026-03-28T10:00Z');
    expect(utc(moveToDay(winter, 1, MADRID))).toBe('03-29T08:00 – 03-29T09:00');
  });

  test('keeps the duration across a clock change', () => {
    const early = span('2026-03-28T00:30Z', '2026-03-28T01:30Z');
    expect(utc(moveToDay(early, 1, MADRID))).toBe('03-29T00:30 – 03-29T01:30');
  });

  test('moves a skipped time an hour later', () => {
    const skipped = span('2026-03-28T01:30Z', '2026-03-28T02:00Z');
    expect(utc(moveToDay(skipped, 1, MADRID))).toBe('03-29T01:30 – 03-29T02:00');
  });
});

describe('dragSpan', () => {
  test('moves by quarters of an hour and by days in one move', () => {
    expect(utc(dragSpan(session, 0, 22, MADRID))).toBe('11-24T09:15 – 11-24T10:15');
    expect(utc(dragSpan(session, -2, -61, MADRID))).toBe('11-22T08:00 – 11-22T09:00');
    expect(dragSpan(session, 0, 7, MADRID)).toBe(session);
  });

  test('snaps to quarters only when it moves along the clock', () => {
    const odd = span('2026-11-24T09:10Z', '2026-11-24T09:50Z');
    expect(utc(dragSpan(odd, 1, 3, MADRID))).toBe('11-25T09:10 – 11-25T09:50');
    expect(utc(dragSpan(odd, 0, 20, MADRID))).toBe('11-24T09:30 – 11-24T10:10');
  });
});

describe('moveByStep', () => {
  test('moves to the next quarter, earlier and later', () => {
    expect(utc(moveByStep(session, 1, MADRID))).toBe('11-24T09:15 – 11-24T10:15');
    expect(utc(moveByStep(session, -1, MADRID))).toBe('11-24T08:45 – 11-24T09:45');
    const odd = span('2026-11-24T09:10Z', '2026-11-24T09:50Z');
    expect(utc(moveByStep(odd, 1, MADRID))).toBe('11-24T09:15 – 11-24T09:55');
    expect(utc(moveByStep(odd, -1, MADRID))).toBe('11-24T09:00 – 11-24T09:40');
  });

  test('reaches both repeated hours and skips the missing one', () => {
    const autumn = span('2026-10-25T00:45Z', '2026-10-25T01:15Z');
    expect(utc(moveByStep(autumn, 1, MADRID))).toBe('10-25T01:00 – 10-25T01:30');
    const spring = span('2026-03-29T00:45Z', '2026-03-29T01:15Z');
    expect(utc(moveByStep(spring, 1, MADRID))).toBe('03-29T01:00 – 03-29T01:30');
    expect(utc(moveByStep(moveByStep(spring, 1, MADRID), -1, MADRID))).toBe(utc(spring));
  });
});

describe('the end', () => {
  test('snaps to quarters, at least one after the start', () => {
    expect(utc(resizeSpan(session, 31, MADRID))).toBe('11-24T09:00 – 11-24T10:30');
    expect(utc(resizeSpan(session, -300, MADRID))).toBe('11-24T09:00 – 11-24T09:15');
    expect(resizeSpan(session, 5, MADRID)).toBe(session);
  });

  test('moves across midnight and back', () => {
    const late = span('2026-11-24T22:00Z', '2026-11-24T22:45Z');
    const midnight = resizeSpan(late, 15, MADRID);
    expect(utc(midnight)).toBe('11-24T22:00 – 11-24T23:00');
    expect(utc(resizeSpan(midnight, -15, MADRID))).toBe(utc(late));
    expect(utc(resizeByStep(midnight, -1, MADRID))).toBe(utc(late));
    expect(utc(resizeByStep(midnight, 1, MADRID))).toBe('11-24T22:00 – 11-24T23:15');
  });

  test('moves a quarter at a time by key', () => {
    const shortest = resizeByStep(span('2026-11-24T09:00Z', '2026-11-24T09:20Z'), -1, MADRID);
    expect(utc(shortest)).toBe('11-24T09:00 – 11-24T09:15');
    expect(resizeByStep(shortest, -1, MADRID)).toEqual(shortest);
  });
});
