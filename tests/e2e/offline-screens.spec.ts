import type { Page } from '@playwright/test';
import { insertRow, newId } from '../support/rows.ts';
import { clientScreens } from './support/client-screens.ts';
import { database } from './support/database.ts';
import type { Faults } from './support/faults.ts';
import { officeScreens } from './support/office-screens.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { schedulingScreens } from './support/scheduling-screens.ts';
import type { Screen } from './support/screen.ts';
import { sessionScreens } from './support/session-screens.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';
import { visit } from './support/visit.ts';

test.use(WITH_WORKER);
// Many screens in one window.
test.describe.configure({ timeout: 120_000 });

/** Every screen of the studio as it stands before anything is pressed on it: one an address. */
async function screensOf(studio: Photographer): Promise<Screen[]> {
  const empty = { ...studio };
  const all = [
    ...(await officeScreens(studio, empty)),
    ...(await clientScreens(studio, empty)),
    ...(await sessionScreens(studio, empty)),
    ...(await schedulingScreens(studio, empty)),
  ].filter(({ as }) => as === studio);
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

/** What has come to the page is written to the device a moment later. */
const keptOnDevice = (page: Page, text: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async (wanted) => {
          const done = <T>(request: IDBRequest<T>) =>
            new Promise<T>((resolve, reject) => {
              request.onsuccess = () => resolve(request.result);
              request.onerror = () => reject(request.error!);
            });
          const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rep:') ? [name] : []));
          const texts = names.map(async (name) => {
            const database = await done(indexedDB.open(name));
            const chunks = await done(database.transaction('chunks').objectStore('chunks').getAll());
            database.close();
            return JSON.stringify(chunks);
          });
          return (await Promise.all(texts)).some((each) => each.includes(wanted));
        }, text),
      { message: `“${text}” on the device` },
    )
    .toBe(true);

/** The worker has the page, its scripts and its words; then the network goes, and the page is loaded anew. */
async function reloadWithoutNetwork(page: Page, faults: Faults): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  faults.allowOffline();
  await page.context().setOffline(true);
  await page.reload();
}

const noConnection = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection' });

test('every screen that was seen works after a reload without a network', async ({ open, faults }) => {
  const studio = await makePhotographer();
  const screens = await screensOf(studio);
  const page = await open({ as: studio });
  await page.goto('/app');
  for (const { path, ready } of screens) {
    await visit(page, path);
    await ready(page);
  }
  // Whatever comes now comes after all of them.
  await visit(page, '/app/settings/locations');
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await insertRow(database(), 'locations', { id: newId(), ...author, name: 'The last of all', address: 'Moll 9' });
  await keptOnDevice(page, 'The last of all');

  await reloadWithoutNetwork(page, faults);
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await visit(page, path);
      await ready(page);
      await expect(noConnection(page)).toBeVisible();
    });
  }
});

test('a screen that was never opened comes up without a network, and says what is missing', async ({
  open,
  faults,
}) => {
  const studio = await makePhotographer();
  const screens = await screensOf(studio);
  const page = await open({ as: studio });
  await page.goto('/app');
  await keptOnDevice(page, 'Biel Serra');

  await reloadWithoutNetwork(page, faults);
  const main = page.getByRole('main');
  for (const { name, path } of screens) {
    await test.step(name, async () => {
      await visit(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title.or(main.getByText('Nothing of this is on this device yet')).first()).toBeVisible();
      await expect(noConnection(page)).toBeVisible();
      await expect(page.getByText('Something went wrong')).toBeHidden();
      // Words that are not there show as their keys.
      await expect(main).not.toContainText(/(^|\s)[a-z]+[a-zA-Z]*(\.[a-z][a-zA-Z]*)+(\s|$)/);
      expect(await main.locator('.animate-breathe').count(), 'waits for what cannot come').toBe(0);
    });
  }
});
