import type { Locator, Page } from '@playwright/test';
import { makeGallery, type TestGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const GUESTS = { values: { guest_favourites: true, guest_comments: true } };
const grid = (page: Page) => page.getByRole('region', { name: 'Photos' });
const heart = (page: Page, index: number) => grid(page).getByRole('button', { name: 'Add to favourites' }).nth(index);

/** Opens the comments on the first photo. */
async function openComments(page: Page, gallery: TestGallery): Promise<{ panel: Locator; image: Locator }> {
  await page.goto(`${gallery.path}#photo=${gallery.photoIds[0]}`);
  const lightbox = page.getByRole('dialog');
  const image = lightbox.getByRole('img', { name: /^Photo 1 of/ }).last();
  await expectImageLoaded(image);
  await lightbox.getByRole('button', { name: /^Comments/ }).click();
  const panel = lightbox.getByRole('region', { name: 'Comments' });
  await expect(panel).toBeVisible();
  return { panel, image };
}

test('a client draws and writes on a photo, and the studio answers and resolves', async ({ open }) => {
  const photographer = await makePhotographer('Estudi Llum');
  const gallery = await makeGallery(photographer, { photos: 2, ...GUESTS });
  const [client, studio] = [await open(), await open({ as: photographer })];
  const { panel, image } = await openComments(client, gallery);

  await test.step('a line with the mouse, taken back, and a point with the keyboard', async () => {
    await panel.getByRole('button', { name: 'Mark on photo' }).click();
    const box = (await image.boundingBox())!;
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    for (const line of [0.2, 0.5]) {
      await client.mouse.move(...at(line, 0.2));
      await client.mouse.down();
      await client.mouse.move(...at(line + 0.2, 0.5), { steps: 4 });
      await client.mouse.up();
    }
    await panel.getByRole('button', { name: 'Undo' }).click();
    const layer = client.getByRole('button', { name: /^Mark the photo/ });
    await layer.press('Shift+ArrowRight');
    await expect(client.getByText('60% from the left, 50% from the top')).toBeAttached();
    await layer.press('Enter');
    await layer.press('Escape');
    await expect(panel.getByRole('button', { name: 'Change mark' })).toBeVisible();
    // Neither the lines nor the keys have shown another photo.
    await expect(image).toBeVisible();
  });
  await test.step('the comment is there immediately, and with the studio', async () => {
    const field = panel.getByLabel('Write a comment');
    await field.fill('Brighter here? <b>Please</b>');
    // Keys of the lightbox are letters in a field.
    await field.press('End');
    await field.press('z');
    await panel.getByLabel('Your name').fill('Ana');
    await panel.getByRole('button', { name: 'Send' }).click();
    const thread = panel.getByRole('listitem').first();
    await expect(thread).toContainText('Brighter here? <b>Please</b>z');
    await expect(thread.getByText('Mark 1 on the photo')).toBeAttached();
    // On a phone the lists are in a select.
    await studio.goto(`/app/galleries/${gallery.id}/proofing?list=comments`);
    await expect(studio.getByText('Brighter here? <b>Please</b>z')).toBeVisible();
    await expect(studio.getByText('Drew on the photo')).toBeVisible();
  });
  await test.step('an answer of the studio reaches the client', async () => {
    await studio.getByRole('button', { name: 'Reply', exact: true }).click();
    await studio.getByLabel('Your reply').fill('Of course.');
    await studio.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(studio.getByText('Of course.')).toBeVisible();
    await studio.getByRole('button', { name: 'Resolve', exact: true }).click();
    await expect(studio.getByText('Every comment is resolved.')).toBeVisible();
    await expect(async () => {
      await client.reload();
      await client.getByRole('button', { name: /^Comments/ }).click();
      await expect(panel.getByText('Resolved')).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(panel.getByText('Of course.')).toBeVisible();
    await expect(panel.getByText('Estudi Llum', { exact: true })).toBeVisible();
  });
  await test.step('a deleted comment comes back by Undo', async () => {
    await panel.getByRole('button', { name: 'Delete' }).click();
    await expect(panel.getByText('Comment deleted')).toBeVisible();
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect(panel.getByText('Of course.')).toBeVisible();
  });
});

test('photos are compared by keyboard, and Back shows the photo of the lightbox again', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 4, ...GUESTS });
  const page = await open();
  await page.goto(`${gallery.path}#photo=${gallery.photoIds[0]}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).press('Enter');
  const compare = page.getByRole('dialog', { name: 'Compare' });
  const first = compare.getByRole('group', { name: /^Photo 1:/ });
  const second = compare.getByRole('group', { name: /^Photo 2:/ });
  await expect(first).toBeFocused();
  await page.keyboard.press('f');
  await expect(first.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('2');
  await expect(second).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(second).toHaveAccessibleName('Photo 2: IMG_0003.jpg');
  await page.keyboard.press('x');
  await expect(second.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
  await compare.getByRole('button', { name: 'Add photo' }).press('Enter');
  await expect(compare.getByRole('group')).toHaveCount(3);
  await page.keyboard.press('3');
  await page.keyboard.press('Delete');
  await expect(compare.getByRole('group')).toHaveCount(2);
  await expect(second).toBeFocused();
  await page.goBack();
  await expect(compare).toBeHidden();
  const lightbox = page.getByRole('dialog');
  await expect(lightbox.getByRole('button', { name: 'Compare' })).toBeVisible();
  await expect(page).toHaveURL(`${gallery.path}#photo=${gallery.photoIds[0]}`);
  await lightbox.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(compare).toBeHidden();
  await expect(lightbox.getByRole('button', { name: 'Compare' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(page).toHaveURL(gallery.path);
  await expect(heart(page, 0)).toHaveAttribute('aria-pressed', 'true');
});

test('a mailed link brings favourites to another browser, once', async ({ open, faults }) => {
  faults.allowStatus(409, /^\/api\/p\//);
  faults.allowStatus(410, /^\/api\/p\//);
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 2, ...GUESTS });
  const email = freshEmail('ana');
  const [phone, computer, stranger] = [await open(), await open(), await open()];
  await phone.goto(gallery.path);
  await heart(phone, 0).click();
  await phone.getByRole('button', { name: 'Show your lists' }).click();
  await phone.getByRole('button', { name: 'Continue on another device' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Continue on another device' });
  await dialog.getByLabel('Your name').fill('Ana');
  await dialog.getByLabel('Your email').fill(email);
  await dialog.getByRole('button', { name: 'Send me a link' }).click();
  await expect(dialog.getByText(`a link is on its way to ${email}`)).toBeVisible();
  const link = linkIn(await mailTo(email), '#adopt=');

  await computer.goto(link);
  await expect(computer.getByText('Your selection is here')).toBeVisible();
  await expect(computer.getByText('The 1 photo you chose is here')).toBeVisible();
  await expect(heart(computer, 0)).toHaveAttribute('aria-pressed', 'true');
  expect(computer.url()).not.toContain('adopt');

  await stranger.goto(link);
  const used = stranger.getByRole('dialog', { name: 'This link has already been used' });
  await used.getByLabel('Your email').fill(freshEmail('nobody'));
  await used.getByRole('button', { name: 'Send me a link' }).click();
  await expect(used.getByText(/a link is on its way/)).toBeVisible();
  await used.getByRole('button', { name: 'Close' }).click();
  await expect(heart(stranger, 0)).toHaveAttribute('aria-pressed', 'false');
});
