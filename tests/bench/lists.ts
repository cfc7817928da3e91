/**
 * Bar 16: lists of thousands of clients, sessions and payments, opened from the replica of a page that was closed and
 * opened again, and scrolled.
 */
import type { Page } from '@playwright/test';
import { fillStudio } from './busy-studio.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { LONG_TASK_MS, scroll, watchPage } from './page-watch.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { watchSyncTraffic } from './sync-traffic.ts';

/** The first time all rows come over the socket. */
const TIMEOUT_MS = 240_000;
const SETTLED_MS = 5000;
/** Time for a freshly opened page to load its replica. */
const REPLICA_MS = 1500;
const SCROLL = { frames: 180, px: 400 };

interface List {
  what: string;
  path: string;
  /** Selector of a row's link. */
  row: string;
}

const listsOf = ({ customers, sessions, payments }: Sizes): readonly List[] => [
  {
    what: `${customers} clients`,
    path: '/app/clients/customers',
    row: 'main a[href^="/app/clients/customers/c0"]',
  },
  {
    what: `${sessions} sessions`,
    path: '/app/clients/sessions',
    row: 'main a[href^="/app/clients/sessions/s0"]',
  },
  {
    what: `${payments} payments`,
    path: '/app/clients/payments',
    row: 'main a[href^="/app/clients/sessions/s0"]',
  },
];

export async function benchLists(studio: Studio, sizes: Sizes): Promise<Figure[]> {
  await fillStudio(studio, sizes);
  const page = await studio.open({ signedIn: true, viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(TIMEOUT_MS);
  await watchPage(page);
  const traffic = watchSyncTraffic(page);
  const lists = listsOf(sizes);
  for (const { path, row } of lists) {
    await page.goto(`${studio.stack.origin}${path}`);
    await page.locator(row).first().waitFor();
    await traffic.settled(SETTLED_MS);
  }
  const figures: Figure[] = [];
  for (const list of lists) figures.push(...(await measureList(studio, page, list, sizes.rounds)));
  await page.context().close();
  return figures;
}

async function measureList(studio: Studio, page: Page, { what, path, row }: List, rounds: number): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${studio.stack.origin}/app/scheduling/types`);
    await page.getByRole('main').waitFor();
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), REPLICA_MS);
    times.push(await openList(page, path, row));
  }
  // The first frames after opening are not scrolling.
  await page.waitForLoadState('networkidle');
  const { longestTask } = await scroll(page, SCROLL);
  return [
    { bar: '16', what: `${what}, opened from the replica`, value: quantile(times), limit: 300, unit: 'ms', n: rounds },
    { bar: '16', what: `${what}, longest task while scrolling`, value: longestTask, limit: LONG_TASK_MS, unit: 'ms' },
  ];
}

/** Milliseconds from the navigation within the page until the first row is painted. */
async function openList(page: Page, path: string, row: string): Promise<number> {
  return page.evaluate(
    async ({ to, selector }) => {
      const started = performance.now();
      // The router listens to the history's own events, as it does for a link.
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
      while (!document.querySelector(selector)) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - started;
    },
    { to: path, selector: row },
  );
}
