import { test as base, expect, type Page } from '@playwright/test';
import { createFaults, type Faults } from './faults.ts';
import { signedInState, type Photographer } from './photographer.ts';
import { SYNC_TALK } from '../../support/reports.ts';
import { stack } from './stack-address.ts';
import { logSync } from './sync-log.ts';

export interface WindowOptions {
  /** Signed in as this photographer; signed out by default. */
  as?: Photographer;
  /** Emulates a phone, regardless of the project's viewport. */
  phone?: boolean;
  /** Browser language; the project's by default. */
  locale?: string;
}

/** A phone in portrait orientation. */
export const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true } as const;

/** For tests of offline behaviour: `test.use(WITH_WORKER)`. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

interface Fixtures {
  faults: Faults;
  /** Opens a new browser context with nothing in it but the options. Closed after the test. */
  open: (options?: WindowOptions) => Promise<Page>;
}

/** Watches every window: a test with unexpected browser errors fails, whatever its assertions say. */
export const test = base.extend<Fixtures>({
  // Playwright reads the required fixtures from the first argument.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(stack().origin),
  // oxlint-disable-next-line no-empty-pattern
  faults: async ({}, use) => {
    const faults = createFaults();
    await use(faults);
    expect(faults.unexpected(), 'errors in the browser').toEqual([]);
  },
  open: async ({ browser, faults }, use, info) => {
    const contexts: { close: () => Promise<void> }[] = [];
    const talks: (() => readonly string[])[] = [];
    await use(async ({ as, phone = false, locale } = {}) => {
      const context = await browser.newContext({
        ...(phone && PHONE),
        ...(locale && { locale }),
        ...(as && { storageState: signedInState(as) }),
      });
      contexts.push(context);
      faults.watch(context);
      const page = await context.newPage();
      talks.push(logSync(page));
      return page;
    });
    if (info.status !== info.expectedStatus) {
      const body = talks.map((talk, at) => [`window ${at + 1}:`, ...talk()].join('\n')).join('\n');
      await info.attach(SYNC_TALK, { body, contentType: 'text/plain' });
    }
    for (const context of contexts) await context.close();
  },
});

export { expect };
