import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScrollSpeed } from './scroll-speed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Scrolls by `px` per frame. */
function scroll(speed: ScrollSpeed, px: number, frames = 4, from = { y: 0, at: 1000 }) {
  for (let frame = 0; frame < frames; frame++) speed.moved(from.y + frame * px, from.at + frame * 16);
}

test('is fast after a flick until it slows down, and not while reading', () => {
  const speed = new ScrollSpeed();
  scroll(speed, 40);
  expect(speed.isFast).toBe(false);
  scroll(speed, 150);
  expect(speed.isFast).toBe(true);
  speed.moved(470, 1064);
  expect(speed.isFast).toBe(false);
});

test('treats scrolling up like scrolling down', () => {
  const speed = new ScrollSpeed();
  scroll(speed, -150, 4, { y: 9000, at: 0 });
  expect(speed.isFast).toBe(true);
});

test('calls a waiting callback once when scrolling stops, unless it was cancelled', () => {
  const speed = new ScrollSpeed();
  scroll(speed, 150);
  const [stays, goes] = [vi.fn(), vi.fn()];
  speed.onCalm(stays);
  speed.onCalm(goes)();
  vi.advanceTimersByTime(100);
  expect(stays).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(speed.isFast).toBe(false);
  scroll(speed, 150, 4, { y: 9000, at: 5000 });
  vi.advanceTimersByTime(200);
  expect(stays).toHaveBeenCalledTimes(1);
  expect(goes).not.toHaveBeenCalled();
});

test('does not count a jump after a pause as fast', () => {
  const speed = new ScrollSpeed();
  speed.moved(0, 0);
  speed.moved(40_000, 10_000);
  expect(speed.isFast).toBe(false);
});
