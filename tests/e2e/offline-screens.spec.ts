import type { Locator, Page } from '@playwright/test';
import { isLong } from '../support/long.ts';
import { insertRow, newId } from '../support/rows.ts';
import { clientScreens } from './support/client-screens.ts';
import { database } from './support/database.ts';
import type { Faults } from './support/faults.ts';
import { officeScreens } from './support/office-screens.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { makeBookable } from './support/scheduling.ts';
import { schedulingScreens } from './support/scheduling-screens.ts';
import type { Screen } from './support/screen.ts';
import { makeCustomer, makeSession } from './support/sessions.ts';
import { sessionScreens } from './support/session-screens.ts';
import { studioScreens } from './support/studio-screens.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';
import { navigateTo } from './support/navigation.ts';

test.use(WITH_WORKER);

/** Screens of data that only the server has. */
const ON_SERVER: readonly string[] = ['studio-webhook'];

/** Every studio screen in its initial state, one for each URL. */
async function screensOf(studio: Photographer): Promise<Screen[]> {
  const empty = { ...studio };
  const all = [
    ...(await officeScreens(studio, empty)),
    ...(await clientScreens(studio, empty)),
    ...(await sessionScreens(studio, empty)),
    ...(await schedulingScreens(studio, empty)),
    ...(await studioScreens(studio)),
  ].filter(({ as }) => as === studio);
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

/** Waits until received data is stored: the page writes it to IndexedDB a moment later. */
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

/** Waits until the service worker has cached the page, its scripts and its texts, then goes offline and reloads. */
async function reloadWithoutNetwork(page: Page, faults: Faults): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  faults.allowOffline();
  await page.context().setOffline(true);
  await page.reload();
}

/** Loading placeholders. */
const awaited = (page: Page) => page.getByRole('main').locator('.animate-breathe');

/** Texts shown instead of missing data, for a whole screen or a part. */
const missing = (part: Locator) => part.getByText(/not available offline/i);

const noConnection = (page: Page) => page.getByRole('status').filter({ hasText: 'No connection' });

test('every visited screen works after a reload offline', { tag: '@long' }, async ({ open, faults }) => {
  const studio = await makePhotographer();
  const screens = await screensOf(studio);
  const page = await open({ as: studio });
  await page.goto('/app');
  for (const { path, ready } of screens) {
    await navigateTo(page, path);
    await ready(page);
  }
  // Sent last: once it has arrived, all earlier data has.
  await navigateTo(page, '/app/settings/locations');
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await insertRow(database(), 'locations', { id: newId(), ...author, name: 'The last of all', address: 'Moll 9' });
  await keptOnDevice(page, 'The last of all');

  await reloadWithoutNetwork(page, faults);
  for (const { name, path, ready } of screens.filter((screen) => !ON_SERVER.includes(screen.name))) {
    await test.step(name, async () => {
      await navigateTo(page, path);
      await ready(page);
      await expect(noConnection(page)).toBeVisible();
      await expect(awaited(page), 'waits for what cannot come').toHaveCount(0);
    });
  }
});

test('an unvisited screen opens offline and names what is missing', async ({ open, faults }) => {
  const studio = await makePhotographer();
  // `npm test` opens every second one.
  const screens = (await screensOf(studio)).filter((_, index) => isLong || index % 2 === 0);
  const page = await open({ as: studio });
  // Brings one of the clients to the device.
  const session = await makeSession(studio, await makeCustomer(studio, { name: 'Ada' }));
  await page.goto(`/app/clients/sessions/${session}`);
  await keptOnDevice(page, 'Ada');
  // Not home, the usual entry point: it, too, may be unvisited on a device.
  await page.goto('/app/settings/locations');
  await keptOnDevice(page, 'Passeig Marítim 1');

  await reloadWithoutNetwork(page, faults);
  const main = page.getByRole('main');
  for (const { name, path } of screens) {
    await test.step(name, async () => {
      await navigateTo(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title.or(missing(main)).first()).toBeVisible();
      await expect(noConnection(page)).toBeVisible();
      await expect(page.getByText('Something went wrong')).toBeHidden();
      // A missing text shows as its key.
      await expect(main).not.toContainText(/(^|\s)[a-z]+[a-zA-Z]*(\.[a-z][a-zA-Z]*)+(\s|$)/);
      await expect(awaited(page), 'waits for what cannot come').toHaveCount(0);
    });
  }

  await test.step('shows no claim that needs the server', async () => {
    await navigateTo(page, '/app');
    await expect(missing(page.getByRole('region', { name: 'Needs your attention' }))).toBeVisible();
    await expect(missing(page.getByRole('region', { name: /^Received in/ }))).toBeVisible();
    await expect(main.getByText('You’re all caught up')).toBeHidden();
    await navigateTo(page, '/app/settings/mails/booking_confirmed');
    await expect(missing(main)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toBeHidden();
  });

  await test.step('says that a list is partial until the rest has arrived', async () => {
    const note = main.getByText('Some items may be missing');
    const count = main.getByText(/^\d+ clients?$/);
    await navigateTo(page, '/app/clients/customers');
    await expect(main.getByRole('link', { name: 'Ada' }).first()).toBeVisible();
    await expect(note).toBeVisible();
    await expect(count).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(count.first()).toBeVisible();
    await expect(note).toBeHidden();
  });
});

test('an unvisited part names what is missing on a visited screen', { tag: '@long' }, async ({ open, faults }) => {
  const studio = await makePhotographer();
  const type = await makeBookable(studio, { name: 'Christmas mini' });
  const page = await open({ as: studio });
  await page.goto(`/app/scheduling/types/${type}`);
  await expect(page.getByText('Regular hours')).toBeVisible();
  await keptOnDevice(page, 'Regular hours');

  await reloadWithoutNetwork(page, faults);
  await page.getByRole('button', { name: 'Preview as client' }).click();
  await expect(missing(page.getByRole('dialog'))).toBeVisible();
  await expect(awaited(page)).toHaveCount(0);
});
