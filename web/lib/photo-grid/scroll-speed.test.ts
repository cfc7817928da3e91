import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScrollSpeed } from './scroll-speed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Scrolls by `px` per frame. */
function scroll(pace: ScrollSpeed, px: number, frames = 4, from = { y: 0, at: 1000 }) {
  for (let frame = 0; frame < frames; frame++) pace.moved(from.y + frame * px, from.at + frame * 16);
}

test('is fast after a flick until it slows down, and not while reading', () => {
  const pace = new ScrollSpeed();
  scroll(pace, 40);
  expect(pace.isFast).toBe(false);
  scroll(pace, 150);
  expect(pace.isFast).toBe(true);
  pace.moved(470, 1064);
  expect(pace.isFast).toBe(false);
});

test('treats scrolling up like scrolling down', () => {
  const pace = new ScrollSpeed();
  scroll(pace, -150, 4, { y: 9000, at: 0 });
  expect(pace.isFast).toBe(true);
});

test('calls a waiting callback once when scrolling stops, unless it was cancelled', () => {
  const pace = new ScrollSpeed();
  scroll(pace, 150);
  const [stays, goes] = [vi.fn(), vi.fn()];
  pace.onCalm(stays);
  pace.onCalm(goes)();
  vi.advanceTimersByTime(100);
  expect(stays).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(pace.isFast).toBe(false);
  scroll(pace, 150, 4, { y: 9000, at: 5000 });
  vi.advanceTimersByTime(200);
  expect(stays).toHaveBeenCalledTimes(1);
  expect(goes).not.toHaveBeenCalled();
});

test('does not count a jump after a pause as fast', () => {
  const pace = new ScrollSpeed();
  pace.moved(0, 0);
  pace.moved(40_000, 10_000);
  expect(pace.isFast).toBe(false);
});
