import type { Page } from '@playwright/test';
import { makeGallery, type TestGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { inviteChooser, invitePath, makeSelection } from './support/proofing.ts';
import { expect, test } from './support/test.ts';

const grid = (page: Page) => page.getByRole('region', { name: 'Photos' });
const bar = (page: Page) => page.getByRole('region', { name: 'Your selection' });
/** The heart of a photo, counted from 0. */
const heart = (page: Page, index: number) =>
  grid(page)
    .getByRole('button', { name: /^Add to / })
    .nth(index);
const isPressed = (pressed: boolean) => ['aria-pressed', String(pressed)] as const;

async function openInvited(page: Page, photographer: Photographer, gallery: TestGallery, name: string): Promise<void> {
  const { token } = await inviteChooser(photographer, gallery, name);
  await page.goto(invitePath(photographer, gallery, token));
  await expect(bar(page)).toBeVisible();
}

test('a couple fills one selection, within its limit, and sends it', async ({ open, faults }) => {
  faults.allowStatus(409, /^\/api\/p\//);
  faults.allowOffline();
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 4 });
  await makeSelection(photographer, gallery, { min_count: 2 });
  const [ana, pau] = [await open(), await open()];

  await test.step('each sees what the other has chosen', async () => {
    await openInvited(ana, photographer, gallery, 'Ana');
    await heart(ana, 0).click();
    await expect(heart(ana, 0)).toHaveAttribute(...isPressed(true));
    await expect(bar(ana).getByText('1 of 2')).toBeVisible();
    await openInvited(pau, photographer, gallery, 'Pau');
    await expect(heart(pau, 0)).toHaveAccessibleName('Add to Album, chosen by Ana');
    await heart(pau, 1).click();
    await expect(bar(pau).getByText('2 of 2')).toBeVisible();
  });
  await test.step('the studio watches both', async () => {
    const studio = await open({ as: photographer });
    await studio.goto(`/app/galleries/${gallery.id}/proofing`);
    await expect(studio.getByRole('button', { name: 'IMG_0001.jpg, Ana: yes' })).toBeVisible();
    await expect(studio.getByRole('button', { name: 'IMG_0002.jpg, Pau: yes' })).toBeVisible();
  });
  await test.step('one photo too many is refused', async () => {
    await heart(pau, 2).click();
    await expect(bar(pau).getByRole('alert')).toHaveText(/This selection is full: 2 photos/);
    await expect(heart(pau, 2)).toHaveAttribute(...isPressed(false));
    await bar(pau).getByRole('button', { name: 'Dismiss' }).click();
    await expect(bar(pau).getByRole('alert')).toBeHidden();
  });
  await test.step('what was chosen offline arrives later', async () => {
    await ana.context().setOffline(true);
    await heart(ana, 0).click();
    await heart(ana, 3).click();
    await expect(bar(ana).getByText('2 changes not sent yet')).toBeVisible();
    await expect(heart(ana, 3)).toHaveAttribute(...isPressed(true));
    await ana.context().setOffline(false);
    await expect(bar(ana).getByText('not sent yet')).toBeHidden();
    await expect(heart(ana, 1)).toHaveAccessibleName('Add to Album, chosen by Pau');
    await expect(bar(ana).getByText('2 of 2')).toBeVisible();
  });
  await test.step('what the partner has changed is seen before sending', async () => {
    await expect(heart(pau, 3)).toHaveAccessibleName('Add to Album, chosen by Ana');
    await expect(bar(pau).getByText('Ana is choosing too')).toBeAttached();
    await bar(pau).getByRole('button', { name: 'Send selection' }).click();
    const dialog = pau.getByRole('dialog', { name: 'Send “Album”' });
    await dialog.getByLabel('Message to the studio').fill('The first one is the cover.');
    const sent = pau.getByRole('dialog', { name: 'Selection sent' });
    // A page that read the list before the photos has an old version: it is told to check and to send again.
    await expect(async () => {
      if (await sent.isHidden()) await dialog.getByRole('button', { name: 'Send selection' }).click({ timeout: 1000 });
      await expect(sent).toBeVisible({ timeout: 2000 });
    }).toPass();
    await pau.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect(heart(pau, 3)).toHaveCount(0);
    await expect(bar(ana).getByText(/^Sent on .*The studio will review it/)).toBeVisible();
    await expect(bar(ana).getByRole('button', { name: 'Send selection' })).toBeHidden();
  });
});

test('a guest keeps favourites and lists, and finds them again', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 3, values: { guest_favourites: true } });
  const page = await open();
  await page.goto(gallery.path);
  await expect(heart(page, 0)).toBeAttached();
  await expect(bar(page)).toBeHidden();

  await test.step('by key in the grid and in the lightbox', async () => {
    await grid(page).getByRole('link').first().focus();
    await page.keyboard.press('f');
    await expect(heart(page, 0)).toHaveAttribute(...isPressed(true));
    await expect(bar(page).getByText('1 photo', { exact: true })).toBeVisible();
    await grid(page).getByRole('link').nth(1).press('Enter');
    const lightbox = page.getByRole('dialog');
    await expectImageLoaded(lightbox.getByRole('img').first());
    await page.keyboard.press('f');
    await expect(lightbox.getByRole('button', { name: 'Add to favourites' })).toHaveAttribute(...isPressed(true));
    await page.keyboard.press('Escape');
    await expect(bar(page).getByText('2 photos')).toBeVisible();
  });
  await test.step('in the browser, after a reload', async () => {
    await page.reload();
    await expect(heart(page, 0)).toHaveAttribute(...isPressed(true));
    await expect(heart(page, 1)).toHaveAttribute(...isPressed(true));
    await expect(heart(page, 2)).toHaveAttribute(...isPressed(false));
    await bar(page).getByRole('combobox', { name: 'Show' }).selectOption('Only Favourites');
    await expect(grid(page).getByRole('link')).toHaveCount(2);
    await bar(page).getByRole('combobox', { name: 'Show' }).selectOption('All photos');
  });
  await test.step('with a name, which the second visit asks for', async () => {
    const later = await page.context().newPage();
    await later.goto(gallery.path);
    await later.getByRole('button', { name: 'Add name' }).click();
    const dialog = later.getByRole('dialog', { name: 'What’s your name?' });
    await dialog.getByLabel('Your name').fill('Núria');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(later.getByRole('button', { name: 'Add name' })).toBeHidden();
    await later.close();
  });
  await test.step('in a list that is deleted and brought back', async () => {
    await bar(page).getByRole('button', { name: 'Show your lists' }).click();
    const lists = page.getByRole('dialog', { name: 'Your lists' });
    await lists.getByLabel('New list').fill('For grandma');
    await lists.getByRole('button', { name: 'Create' }).click();
    await expect(lists.getByRole('heading', { name: 'For grandma' })).toBeVisible();
    await lists.getByRole('button', { name: 'Close' }).click();
    await heart(page, 2).click();
    await expect(heart(page, 2)).toHaveAccessibleName('Add to For grandma');
    await expect(heart(page, 2)).toHaveAttribute(...isPressed(true));
    await expect(bar(page).getByText('1 photo', { exact: true })).toBeVisible();
    await bar(page).getByRole('button', { name: 'Show your lists' }).click();
    await lists.getByRole('button', { name: 'Delete For grandma' }).click();
    await expect(lists.getByRole('heading', { name: 'For grandma' })).toBeHidden();
    await lists.getByRole('button', { name: 'Undo' }).click();
    await expect(lists.getByRole('button', { name: 'Show For grandma in the gallery' })).toBeVisible();
  });
});

test('zooms by a double tap where photos can be chosen', { tag: '@phone' }, async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 2, values: { guest_favourites: true } });
  const page = await open({ phone: true });
  await page.goto(gallery.path);
  await expect(heart(page, 0)).toBeVisible();
  await grid(page).getByRole('link').first().tap();
  const lightbox = page.getByRole('dialog');
  const photo = lightbox.getByRole('img').first();
  await expectImageLoaded(photo);
  const chosen = lightbox.getByRole('button', { name: 'Add to favourites' });
  await expect(chosen).toHaveAttribute(...isPressed(false));
  const before = (await photo.boundingBox())!.width;
  const { width, height } = page.viewportSize()!;
  for (const _tap of [1, 2]) await page.touchscreen.tap(width / 2, height / 2);
  await expect.poll(async () => (await photo.boundingBox())!.width).toBeGreaterThan(before);
  await expect(chosen).toHaveAttribute(...isPressed(false));
});

test('loads nothing of choosing where guests may not', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 1 });
  const page = await open();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(gallery.path);
  await expectImageLoaded(grid(page).getByRole('img').first());
  await page.waitForLoadState('networkidle');
  await expect(heart(page, 0)).toHaveCount(0);
  expect(requested.filter((url) => /proofing/.test(url))).toEqual([]);
});
