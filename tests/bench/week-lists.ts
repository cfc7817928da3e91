/*
 * Bar 16: lists of 10,000 clients, 20,000 sessions and 50,000 payments, opened from the replica of a window that was
 * closed and opened again, and scrolled.
 */
import type { Page } from '@playwright/test';
import { fillOffice, OFFICE } from './busy-office.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const TURNS = 5;
/** A task that keeps the page from answering, in milliseconds. */
const LONG_MS = 50;
/** The first time everything comes over the socket. */
const PATIENCE_MS = 240_000;
const SILENCE_MS = 5_000;
const SCROLL = { frames: 180, px: 400 };

interface List {
  what: string;
  path: string;
  /** What a row leads to. */
  row: string;
}
const LISTS: readonly List[] = [
  {
    what: `${OFFICE.customers} clients`,
    path: '/app/clients/customers',
    row: 'main a[href^="/app/clients/customers/c0"]',
  },
  {
    what: `${OFFICE.sessions} sessions`,
    path: '/app/clients/sessions',
    row: 'main a[href^="/app/clients/sessions/s0"]',
  },
  {
    what: `${OFFICE.payments} payments`,
    path: '/app/clients/payments',
    row: 'main a[href^="/app/clients/sessions/s0"]',
  },
];

type Watched = Window & { longTasks: number[] };

export async function benchWeekLists(stage: Stage): Promise<Figure[]> {
  await fillOffice(stage);
  const page = await stage.open({ signedIn: true, viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  const heard = watchSocket(page);
  for (const { path, row } of LISTS) {
    await page.goto(`${stage.stack.origin}${path}`);
    await page.locator(row).first().waitFor();
    await silence(heard);
  }
  const figures: Figure[] = [];
  for (const list of LISTS) figures.push(...(await measure(stage, page, list)));
  await page.context().close();
  return figures;
}

async function measure(stage: Stage, page: Page, { what, path, row }: List): Promise<Figure[]> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    // From another screen of a window that has just been opened, as somebody would come.
    await page.goto(`${stage.stack.origin}/app/scheduling/types`);
    await page.getByRole('main').waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    times.push(await open(page, path, row));
  }
  const longest = await scroll(page);
  const [bar, n] = ['16', TURNS];
  return [
    { bar, what: `${what}, opened from the replica`, value: quantile(times), limit: 300, unit: 'ms', n },
    { bar, what: `${what}, longest task while scrolling`, value: longest, limit: LONG_MS, unit: 'ms' },
  ];
}

/** Milliseconds from the wish to the first row that is painted. */
async function open(page: Page, path: string, row: string): Promise<number> {
  return page.evaluate(
    async ({ to, selector }) => {
      const begun = performance.now();
      // As a link does it: the router listens to the history's own events.
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    },
    { to: path, selector: row },
  );
}

/** The longest task while somebody scrolls, in milliseconds; 0 when none was long. */
async function scroll(page: Page): Promise<number> {
  return page.evaluate(async ({ frames, px }) => {
    const { longTasks } = window as unknown as Watched;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = longTasks.length;
    for (let frame = 0; frame < frames; frame += 1) {
      scrollBy({ top: px, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return Math.max(0, ...longTasks.slice(before));
  }, SCROLL);
}

/** When the window's socket last brought anything, in epoch milliseconds. */
function watchSocket(page: Page): { last: number } {
  const heard = { last: Date.now() };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('["poke')) heard.last = Date.now();
    }),
  );
  return heard;
}

async function silence(heard: { last: number }): Promise<void> {
  while (Date.now() - heard.last < SILENCE_MS) await new Promise((resolve) => setTimeout(resolve, 100));
}
