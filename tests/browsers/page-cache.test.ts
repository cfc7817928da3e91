import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_LOGIN } from '#local/demo/content.ts';
import { isLong } from '../support/long.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { isShort, openWindow } from './support/flow.ts';

/** Page loads; without the mend about one in fifteen ended sync. */
const LOADS = isLong ? 100 : 10;
/** Milliseconds of one load on a busy machine, and of its sync. */
const LOAD_MS = 12_000;
const PATHS = ['/app/clients', '/app/scheduling', '/app/settings', '/app'];

describe.skipIf(isShort)('the page cache of WebKit', () => {
  let window: BrowserWindow;

  beforeAll(async () => {
    window = await openWindow('webkit');
    await window.signIn(DEMO_LOGIN);
  });
  afterAll(() => window?.driver.close());

  /** Waits for the galleries, which only the replica or sync can show. */
  const galleriesShown = () =>
    window.waitFor('the galleries', () => document.querySelector('main a[href*="/app/galleries/"]') !== null);

  it('opens the replica after pages that were left while they used it', { timeout: LOADS * LOAD_MS }, async () => {
    for (let load = 0; load < LOADS; load++) {
      // Left immediately: the page's first transactions are open.
      await window.goto(PATHS[load % PATHS.length]!);
      await window.goto('/app/galleries');
      await galleriesShown();
    }
    expect(window.driver.problems).toEqual([]);
  });

  it('shows the galleries again after Back', async () => {
    await window.goto('/app/galleries');
    await galleriesShown();
    await window.goto('/app/clients');
    await window.driver.back();
    await galleriesShown();
  });
});
