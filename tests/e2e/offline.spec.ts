import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';

test.describe('with the service worker', () => {
  test.use(WITH_WORKER);

  test('opens the studio offline with the stored data', async ({ open, faults }) => {
    const photographer = await makePhotographer();
    await makeGallery(photographer, { name: 'Marta i Jordi', photos: 1 });
    const page = await open({ as: photographer });
    await page.goto('/app/galleries');
    await expect(page.getByRole('link', { name: 'Marta i Jordi' })).toBeVisible();
    // The page loads offline once its service worker controls it.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });

    await page.getByRole('link', { name: 'New gallery' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the tunnel');
    faults.allowOffline();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the tunnel');
    await page.getByRole('link', { name: 'Galleries' }).first().click();
    await expect(page.getByRole('link', { name: 'Marta i Jordi' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Marta i Jordi' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeHidden();
    await page.goto('/app/galleries/new');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the tunnel');
    await page.getByRole('button', { name: 'Create gallery' }).click();
    await expect(page.getByRole('heading', { name: 'Typed before the tunnel' })).toBeVisible();
  });
});

test('recovers from a transient auth refusal', async ({ open }) => {
  const photographer = await makePhotographer();
  await makeGallery(photographer, { name: 'Marta i Jordi' });
  const page = await open({ as: photographer });
  let refused = 0;
  await page.routeWebSocket(/\/zero\/sync\//, (socket) => {
    if (refused++ > 0) return void socket.connectToServer();
    const message = 'No validated connection is available for shared query work.';
    socket.send(JSON.stringify(['error', { kind: 'InvalidConnectionRequest', message, origin: 'zeroCache' }]));
  });
  await page.goto('/app/galleries');
  await expect(page.getByRole('link', { name: 'Marta i Jordi' })).toBeVisible();
  expect(refused).toBeGreaterThan(1);
  await expect(page.getByRole('status').filter({ hasText: 'can’t be saved' })).toBeHidden();
});

test('asks to reload a page that the server cannot sync any more, and keeps what is typed', async ({
  open,
  faults,
}) => {
  faults.allowCaught(/ClientNotFound|could not find state needed to synchronize/);
  const page = await open({ as: await makePhotographer() });
  let forget = () => {};
  await page.routeWebSocket(/\/zero\/sync\//, (socket) => {
    socket.connectToServer();
    forget = () =>
      socket.send(
        JSON.stringify(['error', { kind: 'ClientNotFound', message: 'No such client', origin: 'zeroCache' }]),
      );
  });
  const name = page.getByRole('textbox', { name: 'Name' });
  const banner = page.getByRole('status').filter({ hasText: 'This page is out of sync' });
  await page.goto('/app/galleries');
  await expect(page.getByRole('heading', { name: 'No galleries yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New gallery' }).first().click();
  await name.fill('Typed just now');
  forget();
  await expect(banner).toContainText('Changes can’t be saved until you reload');
  await expect(name).toBeFocused();
  await banner.getByRole('button', { name: 'Reload' }).click();
  await expect(name).toHaveValue('Typed just now');
  await expect(banner).toBeHidden();
});

test('says why the studio cannot open if the browser has no database', async ({ open, faults }) => {
  faults.allowCaught(/Failed to initialize store/);
  const page = await open({ as: await makePhotographer() });
  await page.addInitScript(() => {
    IDBFactory.prototype.deleteDatabase = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
  });
  await page.goto('/app');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByText('Failed to initialize store')).toBeVisible();
});
