import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** A change must reach the other window within this time, ms; imperceptible to users. */
const AT_ONCE = { timeout: 3000 };

test('shows changes immediately in a second window and to the client', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 3 });
  const [one, other, client] = [await open({ as: photographer }), await open({ as: photographer }), await open()];
  await one.goto(`/app/galleries/${gallery.id}`);
  await other.goto(`/app/galleries/${gallery.id}`);
  await client.goto(gallery.path);
  const tabs = one.getByRole('navigation', { name: 'Gallery navigation' });
  const tiles = other.getByRole('list', { name: 'Photos' }).getByRole('group');
  await expect(tiles).toHaveCount(3);
  await expect(client.getByRole('heading', { name: gallery.name })).toBeVisible();

  await test.step('a new name', async () => {
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await one.getByRole('textbox', { name: 'Name' }).fill('Ana & Pau, Cadaqués');
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Ana & Pau, Cadaqués' })).toBeVisible(AT_ONCE);
  });
  await test.step('a deleted and restored photo', async () => {
    await tabs.getByRole('link', { name: /^Photos/ }).click();
    await one.getByLabel('Select IMG_0002.jpg').check();
    await one.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(tiles).toHaveCount(2, AT_ONCE);
    await notice(one, '1 photo moved to the trash').getByRole('button', { name: 'Undo' }).click();
    await expect(tiles).toHaveCount(3, AT_ONCE);
  });
  await test.step('hidden, in both windows and for the client', async () => {
    // The hidden gallery answers the client with 403.
    faults.allowStatus(403, /^\/api\/p\//);
    await one.getByRole('button', { name: 'More actions for this gallery' }).click();
    await one.getByRole('menuitem', { name: 'Hide from visitors' }).click();
    await expect(other.getByText('Hidden', { exact: true })).toBeVisible(AT_ONCE);
    await expect(async () => {
      await client.reload();
      await expect(client.getByRole('heading', { name: 'This gallery isn’t open yet' })).toBeVisible(AT_ONCE);
    }).toPass({ timeout: 20_000 });
    await expect(client.getByText(`${photographer.account.name} is still preparing it`)).toBeVisible();
  });
  await test.step('in the trash', async () => {
    await one.getByRole('button', { name: 'More actions for this gallery' }).click();
    await one.getByRole('menuitem', { name: 'Delete gallery' }).click();
    await expect(one.getByRole('heading', { name: 'No galleries yet' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Gallery not found' })).toBeVisible(AT_ONCE);
  });
});

test('a rejected change does not stop the other window', { tag: '@long' }, async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const [kept, gone] = [
    await makeGallery(photographer, { name: 'Kept' }),
    await makeGallery(photographer, { name: 'Gone' }),
  ];
  const [one, other] = [await open({ as: photographer }), await open({ as: photographer })];
  await one.goto(`/app/galleries/${gone.id}/settings`);
  await other.goto(`/app/galleries/${gone.id}`);
  await one.getByRole('textbox', { name: 'Name' }).fill('Renamed meanwhile');
  // Both run concurrently: the second one must be rejected.
  await other.getByRole('button', { name: 'More actions for this gallery' }).click();
  faults.allowRefusedMutation('galleries.update');
  await Promise.all([
    other.getByRole('menuitem', { name: 'Delete gallery' }).click(),
    one.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  await expect(one.getByRole('heading', { name: 'Gallery not found' })).toBeVisible();
  // Sync still works: the next change arrives.
  await other.goto(`/app/galleries/${kept.id}/settings`);
  await one.goto(`/app/galleries/${kept.id}`);
  await other.getByRole('textbox', { name: 'Name' }).fill('Kept, and renamed');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(one.getByRole('heading', { name: 'Kept, and renamed' })).toBeVisible(AT_ONCE);
});
