import { test as base, expect, type Page } from '@playwright/test';
import { createFaults, type Faults } from './faults.ts';
import type { Photographer } from './photographer.ts';
import { isLong } from '../../support/long.ts';
import { SYNC_TALK } from '../../support/reports.ts';
import { stack } from './stack-address.ts';
import { logSync, type SyncLog } from './sync-log.ts';
import { Windows, type Window } from './windows.ts';

export interface WindowOptions {
  /** Signed in as this photographer; signed out by default. */
  as?: Photographer;
  /** Emulates a phone, regardless of the project's viewport; by default in a test with the tag `@phone`. */
  phone?: boolean;
  /** Browser language; the project's by default. */
  locale?: string;
}

/** A phone in portrait orientation. */
export const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true } as const;

/**
 * Whether a test has a phone's window by its tag. `npm test` runs them in the only project, whose workers and browsers
 * would all start again for another; `npm run test:long` has a project of phones.
 */
const isTaggedPhone = (tags: readonly string[]) => !isLong && tags.includes('@phone');

/** For tests of offline behaviour: `test.use(WITH_WORKER)`. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

interface Fixtures {
  faults: Faults;
  /** Opens a window in a browser context of its own, with nothing in it but the options. */
  open: (options?: WindowOptions) => Promise<Page>;
}

/** Watches every window: a test with unexpected browser errors fails, also if its assertions hold. */
export const test = base.extend<Fixtures, { windows: Windows }>({
  windows: [async ({ browser }, use) => use(new Windows(browser)), { scope: 'worker' }],
  // Playwright reads the required fixtures from the first argument.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(stack().origin),
  viewport: async ({ viewport }, use, { tags }) => use(isTaggedPhone(tags) ? PHONE.viewport : viewport),
  hasTouch: async ({ hasTouch }, use, { tags }) => use(isTaggedPhone(tags) || hasTouch),
  isMobile: async ({ isMobile }, use, { tags }) => use(isTaggedPhone(tags) || isMobile),
  // oxlint-disable-next-line no-empty-pattern
  faults: async ({}, use) => {
    const faults = createFaults();
    await use(faults);
    expect(faults.unexpected(), 'errors in the browser').toEqual([]);
  },
  open: async ({ windows, serviceWorkers, faults }, use, info) => {
    const opened: { window: Window; log: SyncLog; unwatch: () => void }[] = [];
    await use(async ({ as, phone = isTaggedPhone(info.tags), locale } = {}) => {
      const window = await windows.take({ serviceWorkers, ...(phone && PHONE), ...(locale && { locale }) }, as);
      opened.push({ window, log: logSync(window.page), unwatch: faults.watch(window.page.context()) });
      return window.page;
    });
    const isExpected = info.status === info.expectedStatus;
    if (!isExpected) {
      const body = opened.map(({ log }, at) => [`window ${at + 1}:`, ...log.lines()].join('\n')).join('\n');
      await info.attach(SYNC_TALK, { body, contentType: 'text/plain' });
    }
    for (const { window, log, unwatch } of opened) {
      log.stop();
      unwatch();
      // A service worker may outlive its pages.
      await windows.giveBack(window, isExpected && serviceWorkers === 'block');
    }
  },
});

export { expect };
