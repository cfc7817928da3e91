import type { Page } from '@playwright/test';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** Opens a page of the product's origin that holds all of Zero's databases in an upgrade until it is closed. */
async function holdReplicas(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const upgrades = databases.map(({ name, version }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const opening = indexedDB.open(name!, version! + 1);
      opening.addEventListener('upgradeneeded', () => {
        const store = opening.transaction!.objectStore(opening.result.objectStoreNames[0]!);
        // A transaction lives as long as it has requests.
        const read = () => store.count().addEventListener('success', read);
        read();
        resolve();
      });
      return promise;
    });
    await Promise.all(upgrades);
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
