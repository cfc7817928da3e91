import { expect, it, vi } from 'vitest';
import { ViewCounter } from './view-counter.ts';

function setUp() {
  const send = vi.fn<(photoIds: string[]) => void>();
  let timers: { callback: () => void; delay: number }[] = [];
  const views = new ViewCounter({
    send,
    schedule: (callback, delay) => {
      const timer = { callback, delay };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
  });
  /** Runs the timers with this delay. */
  const pass = (delay: number) => {
    const due = timers.filter((timer) => timer.delay === delay);
    timers = timers.filter((timer) => timer.delay !== delay);
    for (const { callback } of due) callback();
  };
  const look = (photoId: string) => {
    views.shown(photoId);
    pass(1000);
  };
  return { views, send, pass, look };
}

it('counts photos shown for a second and skips shorter views', () => {
  const { views, send, pass, look } = setUp();
  look('a');
  views.shown('b');
  look('c');
  views.shown('d');
  views.shown(null);
  pass(1000);
  views.flush();
  expect(send.mock.calls).toEqual([[['a', 'c']]]);
});

it('counts a photo once a visit, also in a repeating slideshow', () => {
  const { views, send, look } = setUp();
  for (const id of ['a', 'b', 'a', 'b']) look(id);
  views.flush();
  look('a');
  views.flush();
  expect(send.mock.calls).toEqual([[['a', 'b']]]);
});

it('sends after a delay, and immediately when a batch is full', () => {
  const { send, pass, look } = setUp();
  look('a');
  expect(send).not.toHaveBeenCalled();
  pass(15_000);
  expect(send).toHaveBeenLastCalledWith(['a']);
  for (let photo = 0; photo < 50; photo += 1) look(`p${photo}`);
  expect(send).toHaveBeenCalledTimes(2);
  expect(send.mock.lastCall?.[0]).toHaveLength(50);
});
