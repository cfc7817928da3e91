import { readFile } from 'node:fs/promises';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { Chooser, inviteChooser, makeSelection } from './support/proofing.ts';
import { expect, test } from './support/test.ts';

/** A pick must reach the photographer within this time, ms. */
const AT_ONCE = { timeout: 5000 };

test('shows what clients choose as they do, reopens, exports and merges', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 2, values: { guest_favourites: true } });
  const listId = await makeSelection(photographer, gallery);
  const { token } = await inviteChooser(photographer, gallery, 'Ana');
  const [client, guest] = [new Chooser(gallery.id), new Chooser(gallery.id)];
  await client.accept(token);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}/proofing`);
  const proofing = page.getByRole('region', { name: 'Selections', exact: true });
  await expect(proofing.getByRole('heading', { name: 'No photos chosen yet' })).toBeVisible();

  await test.step('a pick appears automatically', async () => {
    await client.pick(gallery.photoIds[0]!, { listId, rating: 4 });
    await expect(proofing.getByRole('button', { name: 'IMG_0001.jpg, Ana: yes, 4 stars' })).toBeVisible(AT_ONCE);
    await expect(proofing.getByRole('progressbar', { name: 'Chosen photos' })).toHaveAttribute(
      'aria-valuetext',
      '1 of 2',
    );
  });
  await test.step('a submitted selection opens again', async () => {
    await client.submit(listId);
    await expect(proofing.getByText('Submitted', { exact: true })).toBeVisible(AT_ONCE);
    await proofing.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await expect(proofing.getByText('Open', { exact: true })).toBeVisible();
    await expect(proofing.getByText('Same photos as before')).toBeVisible();
  });
  await test.step('the choice is a spreadsheet', async () => {
    const file = page.waitForEvent('download');
    await proofing.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click();
    const download = await file;
    expect(download.suggestedFilename()).toBe('Ana & Pau Album.csv');
    const [, row] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(row).toMatch(/^IMG_0001\.jpg,IMG_0001\.jpg,Ana,yes,4,,1,/);
  });
  await test.step('two browsers become one person', async () => {
    await guest.pick(gallery.photoIds[1]!);
    await page.getByRole('button', { name: /^Guest without a name’s favourites/ }).click(AT_ONCE);
    await page.getByRole('button', { name: 'People' }).click();
    const people = page.getByRole('dialog', { name: 'People' });
    await people.getByRole('checkbox', { name: 'Select Ana' }).check();
    await people.getByRole('checkbox', { name: 'Select Guest without a name' }).check();
    await people.getByRole('button', { name: 'Merge 2 people' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
    await people.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: /^Ana’s favourites/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Guest without a name/ })).toBeHidden();
  });
});
