import type { Locator, Page } from '@playwright/test';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { controlSync } from './support/sync-connection.ts';
import { expect, test } from './support/test.ts';

const photo = (page: Page, number: number) => page.getByRole('group', { name: new RegExp(`^IMG_000${number}\\.jpg`) });
const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selected photos' });
const undo = (page: Page, text: string) => notice(page, text).getByRole('button', { name: 'Undo' }).click();

/** Numbers of the files in a list, in display order. */
async function expectOrder(at: Locator, numbers: readonly number[], options?: { timeout: number }): Promise<void> {
  const names = numbers.map((number) => new RegExp(`^IMG_000${number}\\.jpg`));
  await expect(at.getByRole('group')).toHaveCount(numbers.length, options);
  for (const [index, name] of names.entries()) {
    await expect(at.getByRole('group').nth(index)).toHaveAccessibleName(name, options);
  }
}

/** Viewport point in the middle of a tile's left or right half. */
async function half(tile: Locator, side: 'left' | 'right'): Promise<[number, number]> {
  const box = (await tile.boundingBox())!;
  return [box.x + box.width * (side === 'left' ? 0.25 : 0.75), box.y + box.height / 2];
}

async function newSection(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Section name' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await field.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

test('selects, adds to a section, drags and undoes by mouse; the other window follows', async ({ open }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'a phone has no mouse');
  test.slow();
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 6, values: { sort_by: 'filename' } });
  const [page, other] = [await open({ as: photographer }), await open({ as: photographer })];
  for (const each of [page, other]) await each.goto(`/app/galleries/${gallery.id}`);
  const all = list(page, 'Photos');
  await expectOrder(all, [1, 2, 3, 4, 5, 6]);

  await test.step('dragging a photo switches to manual order', async () => {
    await photo(page, 5).hover();
    await page.mouse.down();
    await page.mouse.move(...(await half(photo(page, 2), 'right')));
    await page.mouse.move(...(await half(photo(page, 2), 'left')));
    await page.mouse.up();
    await expectOrder(all, [1, 5, 2, 3, 4, 6]);
    await expect(page.getByLabel('Photo order')).toHaveValue('manual');
    await expectOrder(list(other, 'Photos'), [1, 5, 2, 3, 4, 6]);
  });
  await test.step('undo restores the order by filename', async () => {
    await page.keyboard.press('Control+z');
    await expectOrder(all, [1, 2, 3, 4, 5, 6]);
    await expect(page.getByLabel('Photo order')).toHaveValue('filename');
  });
  await test.step('makes a section of a range', async () => {
    await photo(page, 2).click({ modifiers: ['ControlOrMeta'] });
    await photo(page, 4).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected');
    await bar(page).getByRole('button', { name: 'Move to section' }).click();
    await page.getByRole('menuitem', { name: 'New section from selection' }).click();
    await newSection(page, 'Ceremony');
    await expectOrder(list(page, 'Ceremony'), [2, 3, 4]);
    await expectOrder(list(page, 'Not in a section'), [1, 5, 6]);
    await expectOrder(list(other, 'Ceremony'), [2, 3, 4]);
  });
  await test.step('drags two photos into a section', async () => {
    await photo(page, 1).click({ modifiers: ['ControlOrMeta'] });
    await photo(page, 6).click({ modifiers: ['ControlOrMeta'] });
    await photo(page, 6).hover();
    await page.mouse.down();
    await page.mouse.move(...(await half(photo(page, 3), 'right')));
    await page.mouse.move(...(await half(photo(page, 3), 'left')));
    await expect(page.getByText('2 photos', { exact: true })).toBeVisible();
    await page.mouse.up();
    await expectOrder(list(page, 'Ceremony'), [2, 1, 6, 3, 4]);
    await expectOrder(list(other, 'Ceremony'), [2, 1, 6, 3, 4]);
    await undo(page, '2 photos moved');
    await expectOrder(list(page, 'Ceremony'), [2, 3, 4]);
    await expectOrder(list(page, 'Not in a section'), [1, 5, 6]);
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  });
  await test.step('Escape cancels a drag', async () => {
    await photo(page, 1).hover();
    await page.mouse.down();
    await page.mouse.move(...(await half(photo(page, 4), 'right')));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expectOrder(list(page, 'Not in a section'), [1, 5, 6]);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('hides, removes and restores the section with its photos', async () => {
    const more = page.getByRole('button', { name: 'More actions for Ceremony' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Hide from clients' }).click();
    await expect(other.getByText('Hidden from clients')).toBeVisible();
    await more.click();
    await page.getByRole('menuitem', { name: 'Remove section' }).click();
    await expectOrder(all, [1, 2, 3, 4, 5, 6]);
    await undo(page, '“Ceremony” removed');
    await expectOrder(list(page, 'Ceremony'), [2, 3, 4]);
    await expectOrder(list(other, 'Ceremony'), [2, 3, 4]);
  });
  await test.step('a filter limits the selection to visible photos', async () => {
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('dialog').getByLabel('Section').selectOption({ label: 'Ceremony (3)' });
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('3 of 6 photos')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('0003');
    await expectOrder(list(page, 'Ceremony'), [3]);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByText('6 photos', { exact: true })).toBeVisible();
  });
  await test.step('the tile size changes the rows and stays on the device', async () => {
    const height = async () => (await photo(page, 1).boundingBox())!.height;
    const before = await height();
    await page.getByLabel('Tile size').press('End');
    await expect.poll(height).toBeGreaterThan(before);
    await page.reload();
    await expect(page.getByLabel('Tile size')).toHaveValue('4');
  });
});

test('lifts, moves, selects, hides, rotates and undoes by keyboard', async ({ open }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no keyboard');
  test.slow();
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 5, values: { sort_by: 'filename' } });
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const { keyboard } = page;
  const all = list(page, 'Photos');
  await expectOrder(all, [1, 2, 3, 4, 5]);
  await photo(page, 1).focus();

  await test.step('M lifts, arrows move, Enter drops, and the focus follows', async () => {
    await keyboard.press('m');
    await expect(page.getByText('Moving 1 photo. Before IMG_0001.jpg.')).toBeAttached();
    for (let step = 0; step < 3; step += 1) await keyboard.press('ArrowRight');
    await expect(page.getByText('Moving 1 photo. Before IMG_0004.jpg.')).toBeAttached();
    await keyboard.press('Enter');
    await expectOrder(all, [2, 3, 1, 4, 5]);
    await expect(photo(page, 1)).toBeFocused();
    await keyboard.press('Control+z');
    await expectOrder(all, [1, 2, 3, 4, 5]);
  });
  await test.step('Escape cancels the move', async () => {
    await keyboard.press('m');
    await keyboard.press('End');
    await keyboard.press('Escape');
    await expect(page.getByText('Move cancelled.')).toBeAttached();
    await expectOrder(all, [1, 2, 3, 4, 5]);
  });
  await test.step('Shift and arrows extend the selection, Space toggles, Escape clears', async () => {
    await photo(page, 1).focus();
    await keyboard.press('Shift+ArrowRight');
    await keyboard.press('Shift+ArrowRight');
    await expect(bar(page)).toContainText('3 selected');
    await keyboard.press('Shift+ArrowLeft');
    await expect(bar(page)).toContainText('2 selected');
    await keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await keyboard.press('Space');
    await expect(page.getByLabel('Select IMG_0002.jpg')).toBeChecked();
    await keyboard.press('Control+a');
    await expect(bar(page)).toContainText('5 selected');
    await keyboard.press('Escape');
  });
  await test.step('hides and shows photos', async () => {
    await keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Hide from clients' }).focus();
    await keyboard.press('Enter');
    await expect(photo(page, 2)).toHaveAccessibleName('IMG_0002.jpg, Hidden from clients');
    await keyboard.press('Control+z');
    await expect(photo(page, 2)).toHaveAccessibleName('IMG_0002.jpg');
  });
  await test.step('shows the rotation before the rendition is ready', async () => {
    const upright = (await photo(page, 2).boundingBox())!;
    await bar(page).getByRole('button', { name: 'Rotate right' }).focus();
    await keyboard.press('Enter');
    await expect
      .poll(async () => {
        const box = (await photo(page, 2).boundingBox())!;
        return box.width > box.height;
      })
      .toBe(upright.width < upright.height);
    await expect(notice(page, '1 photo rotated')).toBeVisible();
  });
  await test.step('makes a section of the selection by keyboard', async () => {
    await bar(page).getByRole('button', { name: 'Move to section' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'New section from selection' })).toBeFocused();
    await keyboard.press('Enter');
    await newSection(page, 'Portraits');
    await expectOrder(list(page, 'Portraits'), [2]);
    await photo(page, 5).focus();
    await keyboard.press('m');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await expect(page.getByText('Moving 1 photo. Before IMG_0002.jpg. In Portraits.')).toBeAttached();
    await keyboard.press('Enter');
    await expectOrder(list(page, 'Portraits'), [5, 2]);
  });
  await test.step('the viewer moves on, sets the cover, deletes and restores', async () => {
    await photo(page, 1).focus();
    await keyboard.press('Enter');
    const viewer = page.getByRole('dialog');
    await expect(viewer).toHaveAccessibleName('IMG_0001.jpg');
    await keyboard.press('ArrowRight');
    await expect(viewer).toHaveAccessibleName('IMG_0003.jpg');
    await viewer.getByRole('button', { name: 'Set as cover' }).focus();
    await keyboard.press('Enter');
    await expect(viewer.getByRole('button', { name: 'This is the cover' })).toBeDisabled();
    await viewer.getByRole('button', { name: 'Delete' }).focus();
    await keyboard.press('Enter');
    await expect(viewer).toHaveAccessibleName('IMG_0004.jpg');
    await keyboard.press('Control+z');
    await keyboard.press('Escape');
    await expectOrder(list(page, 'Not in a section'), [1, 3, 4]);
  });
});

test('corrects the clock of the second camera', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 3 });
  await database().query(`update photos set captured_at = now() where gallery_id = $1`, [gallery.id]);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const all = list(page, 'Photos');
  await expect(all.getByRole('group')).toHaveCount(3);
  const [first] = await all.getByRole('group').all();
  const name = (await first!.getAttribute('aria-label'))!;
  await page.getByLabel(`Select ${name}`).check();
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Adjust capture time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust capture time' });
  await dialog.getByLabel('Hours').fill('2');
  await dialog.getByRole('button', { name: 'Adjust 1 photo' }).click();
  await expect(all.getByRole('group').last()).toHaveAccessibleName(name);
  await undo(page, 'Capture time adjusted for 1 photo');
  await expect(all.getByRole('group').first()).toHaveAccessibleName(name);
});

test('selects by long press on a phone, with the toolbar below and no overflow', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 4, values: { sort_by: 'filename' } });
  const page = await open({ as: photographer, phone: true });
  await page.goto(`/app/galleries/${gallery.id}`);
  await photo(page, 2).scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const [x, y] = await half(photo(page, 2), 'right');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(page.getByLabel('Select IMG_0002.jpg')).toBeChecked();

  // The same touch continues as a drag: the photo follows.
  const [toX, toY] = await half(photo(page, 1), 'left');
  for (const part of [0.3, 0.6, 1]) {
    const point = { x: x + (toX - x) * part, y: y + (toY - y) * part };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectOrder(list(page, 'Photos'), [2, 1, 3, 4]);
  await expect(page.getByRole('dialog')).toBeHidden();

  await bar(page).getByRole('button', { name: 'Hide from clients' }).click();
  await expect(photo(page, 2)).toHaveAccessibleName('IMG_0002.jpg, Hidden from clients');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Hidden from clients (1)' });
  await page.getByRole('button', { name: 'Done' }).click();
  await expectOrder(list(page, 'Photos'), [2]);
});

test('shows deleted photos again at Undo, before the server’s answer', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 3 });
  const [page, other] = [await open({ as: photographer }), await open({ as: photographer })];
  const sync = await controlSync(page);
  for (const each of [page, other]) await each.goto(`/app/galleries/${gallery.id}`);
  const tiles = (of: Page) => list(of, 'Photos').getByRole('group');
  await expect(tiles(page)).toHaveCount(3);
  await expect(tiles(other)).toHaveCount(3);
  for (const number of [1, 2]) await photo(page, number).getByRole('checkbox').check();
  await page.keyboard.press('Delete');
  await expect(tiles(other)).toHaveCount(1);
  sync.mute();
  await undo(page, '2 photos moved to the trash');
  await expect(tiles(page)).toHaveCount(3);
});
