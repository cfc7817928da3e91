import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DEMO_LOGIN } from '#local/demo/content.ts';
import { BrowserWindow } from './support/browser-window.ts';
import { openFirefox } from './support/firefox.ts';

let window: BrowserWindow;

beforeAll(async () => {
  window = new BrowserWindow(await openFirefox(), inject('origin'));
  await window.signIn(DEMO_LOGIN);
});
afterAll(() => window?.driver.close());

/** Waits for a preview; returns the number of rules of each of its stylesheets. */
const previewShown = () =>
  window.waitFor('a preview', () => {
    const inside = document.querySelector('iframe')?.contentDocument;
    return inside?.querySelector('[inert] *') ? [...inside.styleSheets].map((sheet) => sheet.cssRules.length) : null;
  });

it.each(['/app/settings/branding', '/app/website/looks'])(
  'styles the previews of %s while a service worker controls the page',
  async (path) => {
    // The worker takes over the first page that is loaded after its registration.
    await window.goto(path);
    await previewShown();
    await window.waitFor('the worker', () => navigator.serviceWorker.ready.then(({ active }) => active !== null));
    await window.goto(path);
    await window.waitFor('the worker', () => navigator.serviceWorker.controller !== null);
    const rules = await previewShown();
    expect(rules).toHaveLength(1);
    expect(rules[0]).toBeGreaterThan(0);
    expect(window.driver.problems).toEqual([]);
  },
);
