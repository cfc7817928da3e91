import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';
import { exclusively } from '#web/lib/browser/exclusively.ts';
import type { QueueStorage } from './send-queue.ts';

/** The parts of the browser that the store uses. */
export interface StoreEnvironment {
  storage: QueueStorage;
  clock: () => number;
  schedule: Schedule;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** Calls back when the network or the visitor returns; returns a function that ends it. */
  onWake: (listener: () => void) => () => void;
  /** Runs tasks of the same name of all tabs one after another. */
  exclusively: (name: string, task: () => Promise<void>) => Promise<void>;
}

export const BROWSER: Omit<StoreEnvironment, 'storage'> = {
  clock: Date.now,
  random: Math.random,
  schedule: browserTimer,
  onWake(listener) {
    const wake = () => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', wake);
    for (const event of ['online', 'pageshow']) window.addEventListener(event, wake);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      for (const event of ['online', 'pageshow']) window.removeEventListener(event, wake);
    };
  },
  // In older browsers two tabs send the same twice, which changes nothing.
  exclusively,
};
