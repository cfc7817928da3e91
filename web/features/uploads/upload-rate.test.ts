import { expect, test } from 'vitest';
import { RateMeter } from './upload-rate.ts';

/** Samples once a second and returns the meter. */
function run(perSecond: readonly number[], meter = new RateMeter()): RateMeter {
  let bytes = 0;
  meter.sample(0, 0);
  perSecond.forEach((sent, index) => meter.sample((index + 1) * 1000, (bytes += sent)));
  return meter;
}

const times = (count: number, sent: number) => Array.from({ length: count }, () => sent);

test('returns null for the first three seconds, then the rate', () => {
  expect(run(times(2, 5e6)).bytesPerSecond()).toBeNull();
  expect(run(times(3, 5e6)).bytesPerSecond()).toBeCloseTo(5e6);
  expect(run(times(3, 5e6)).secondsFor(50e6)).toBeCloseTo(10);
});

test('smooths one slow second and follows a lasting change', () => {
  expect(run([...times(30, 5e6), 0]).bytesPerSecond()).toBeGreaterThan(4e6);
  expect(run([...times(30, 5e6), ...times(40, 1e6)]).bytesPerSecond()).toBeCloseTo(1e6, -5);
});

test('returns no remaining time for a stalled connection', () => {
  const stalled = run([...times(10, 5e6), ...times(20, 0)]);
  expect(stalled.secondsFor(50e6)).toBeGreaterThan(60);
  expect(run([...times(10, 5e6), ...times(80, 0)]).secondsFor(50e6)).toBeNull();
});

test('ignores the drop when a file starts again', () => {
  const meter = run(times(5, 1e6));
  meter.sample(6000, 2e6);
  meter.sample(7000, 3e6);
  expect(meter.bytesPerSecond()).toBeGreaterThan(0.7e6);
});
