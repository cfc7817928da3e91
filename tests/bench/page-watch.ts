/** Measures a page from its first moment: paint, layout shift, long tasks, scrolling, memory. */
import type { Page } from '@playwright/test';

/** A task that keeps the page from answering, in milliseconds; browsers report such tasks as `longtask`. */
export const LONG_TASK_MS = 50;

/** Times in milliseconds since the navigation. */
interface Watch {
  shift: number;
  /** Largest contentful paint. */
  largest: number;
  tasks: { start: number; ms: number }[];
  /** When the first picture was decoded. */
  picture: number | null;
}
declare global {
  interface Window {
    bench: Watch;
  }
}

/** Call it before the first navigation. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch: Watch = { shift: 0, largest: 0, tasks: [], picture: null };
    window.bench = watch;
    const observe = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry))).observe({
        type,
        buffered: true,
      });
    observe('layout-shift', (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
      if (!entry.hadRecentInput) watch.shift += entry.value;
    });
    observe('largest-contentful-paint', ({ startTime }) => void (watch.largest = startTime));
    observe('longtask', ({ startTime, duration }) => void watch.tasks.push({ start: startTime, ms: duration }));
    const loaded = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement)) return;
      document.removeEventListener('load', loaded, true);
      void target.decode().then(() => (watch.picture = performance.now()));
    };
    document.addEventListener('load', loaded, true);
  });
}

export interface FirstPicture {
  /** First contentful paint. */
  paint: number;
  /** When the first picture was decoded. */
  picture: number;
}

/** Waits for the first picture. */
export async function firstPicture(page: Page): Promise<FirstPicture> {
  // Browsers may report the first paint only after the first picture is decoded.
  await page.waitForFunction(
    () => window.bench.picture !== null && performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { paint: paint!.startTime, picture: window.bench.picture! };
  });
}

/** Milliseconds by which long tasks exceeded `LONG_TASK_MS`, from the time `since` on. */
export async function totalBlockingTime(page: Page, since: number): Promise<number> {
  const { tasks } = await page.evaluate(() => window.bench);
  return tasks.filter(({ start }) => start >= since).reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_TASK_MS), 0);
}

export interface Scrolled {
  framesPerSecond: number;
  /** Most elements in the document at a time. */
  elements: number;
  /** The longest task in milliseconds; 0 without a long one. */
  longestTask: number;
}

/** Scrolls down by `px` in each frame. */
export async function scroll(page: Page, options: { frames: number; px: number }): Promise<Scrolled> {
  return page.evaluate(async ({ frames, px }) => {
    const before = window.bench.tasks.length;
    let elements = 0;
    const started = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      scrollBy({ top: px, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      if (frame % 20 === 0) elements = Math.max(elements, document.getElementsByTagName('*').length);
    }
    const framesPerSecond = frames / ((performance.now() - started) / 1000);
    // Browsers report a long task some time after it ended.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const longestTask = Math.max(0, ...window.bench.tasks.slice(before).map(({ ms }) => ms));
    return { framesPerSecond, elements, longestTask };
  }, options);
}

/** Bytes of the page's heap after a collection of garbage. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
