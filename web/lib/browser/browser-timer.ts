/** Calls back after `delay` milliseconds; returns a function that cancels it. Tests replace it. */
export type Schedule = (callback: () => void, delay: number) => () => void;

/** Schedules with the browser's timers. */
export const browserTimer: Schedule = (callback, delay) => {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
};
