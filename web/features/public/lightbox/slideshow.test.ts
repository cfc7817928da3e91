import { expect, it, vi } from 'vitest';
import { Slideshow } from './slideshow.ts';

function setUp() {
  let timers: { callback: () => void; delay: number }[] = [];
  let ready = Promise.resolve();
  const showNext = vi.fn();
  const onChange = vi.fn();
  const show = new Slideshow({
    prepareNext: () => ready,
    showNext,
    onChange,
    schedule: (callback, delay) => {
      const timer = { callback, delay };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
  });
  /** Holds the next photo back until the returned function is called. */
  const holdNext = () => {
    let finishLoading = () => {};
    ready = new Promise((resolve) => {
      finishLoading = resolve;
    });
    return finishLoading;
  };
  const pass = async () => {
    timers.shift()?.callback();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    show,
    showNext,
    onChange,
    pass,
    delays: () => timers.map(({ delay }) => delay),
    holdNext,
  };
}

it('shows the next photo after 4 s and continues', async () => {
  const { show, showNext, pass, delays } = setUp();
  show.play();
  expect(delays()).toEqual([4000]);
  await pass();
  await pass();
  expect(showNext).toHaveBeenCalledTimes(2);
});

it('waits until the next photo is loaded', async () => {
  const { show, showNext, pass, holdNext } = setUp();
  const finishLoading = holdNext();
  show.play();
  await pass();
  expect(showNext).not.toHaveBeenCalled();
  finishLoading();
  await pass();
  expect(showNext).toHaveBeenCalledTimes(1);
});

it('stops immediately, also while it waits', async () => {
  const { show, showNext, onChange, pass, delays, holdNext } = setUp();
  const finishLoading = holdNext();
  show.play();
  await pass();
  show.pause();
  finishLoading();
  await pass();
  expect(showNext).not.toHaveBeenCalled();
  expect(delays()).toEqual([]);
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});

it('applies another pace immediately', async () => {
  const { show, delays } = setUp();
  show.setPace(8);
  expect(delays()).toEqual([]);
  show.play();
  expect(delays()).toEqual([8000]);
  show.setPace(3);
  expect(delays()).toEqual([3000]);
});
