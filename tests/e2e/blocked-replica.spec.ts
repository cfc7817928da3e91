import type { Page } from '@playwright/test';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/**
 * Opens a page of the product's origin that keeps every database of Zero open until it is closed, and asks to upgrade it.
 * The upgrade waits for the page's own connection, and what opens the database after it waits for the upgrade.
 */
async function holdReplicas(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const held = databases.map(({ name, version }) => {
      const { promise, resolve } = Promise.withResolvers<IDBDatabase>();
      const opening = indexedDB.open(name!, version!);
      opening.addEventListener('success', () => {
        indexedDB.open(name!, version! + 1).addEventListener('blocked', () => resolve(opening.result));
      });
      return promise;
    });
    // A connection that nothing refers to would be closed.
    Object.assign(window, { held: await Promise.all(held) });
  });
}

test('tells how to open a replica that another window blocks, and shows it once it opens', async ({ open, faults }) => {
  faults.allowVanishedReplica();
  const page = await open({ as: await makePhotographer() });
  await page.goto('/app/galleries');
  await expect(page.getByRole('heading', { name: 'No galleries yet' })).toBeVisible();
  const other = await page.context().newPage();
  await page.goto('/robots.txt');
  await holdReplicas(other);

  await page.goto('/app/galleries');
  const banner = page.getByRole('status').filter({ hasText: 'Close your other Albumen tabs and windows' });
  await expect(banner).toBeVisible();
  await expect(page.getByText('It will appear once this page can open it.')).toBeVisible();

  await other.close();
  await expect(page.getByRole('heading', { name: 'No galleries yet' })).toBeVisible();
  await expect(banner).toBeHidden();
});
