import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { scene } from '../support/pictures.ts';
import { makeGallery } from './support/galleries.ts';
import { holdStorage } from './support/storage-hold.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const list = (page: Page) => page.getByRole('region', { name: /uploaded|Uploading|Paused|Duplicates found/ });
const title = (page: Page, name: string) => list(page).getByRole('heading', { name });
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('group');
const picture = (width: number) => scene(width, 200).jpeg().toBuffer();

test('concurrent uploads of one image from two windows make one photo, and one window asks', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await picture(311) };
  const first = await open({ as: photographer });
  const second = await open({ as: photographer });
  const storages = [];
  for (const page of [first, second]) {
    await page.goto(`/app/galleries/${gallery.id}`);
    storages.push(await holdStorage(page));
    await page.getByLabel('Choose photos').setInputFiles(file);
  }
  for (const { sent } of storages) await expect.poll(sent).toBe(1);
  storages[0]!.release();
  await expect(title(first, '1 photo uploaded')).toBeVisible();
  storages[1]!.release();
  await expect(list(second).getByText('1 identical photo is already in this gallery')).toBeVisible();
  await list(second).getByRole('button', { name: 'Skip' }).click();
  await expect(tiles(first)).toHaveCount(1);
  await expect(title(second, '1 photo was already uploaded')).toBeVisible();

  // On confirmation the duplicate is added without sending it again.
  const other = { ...file, buffer: await picture(312) };
  const again = await holdStorage(second);
  await second.getByLabel('Choose photos').setInputFiles(other);
  await expect.poll(again.sent).toBe(1);
  await first.getByLabel('Choose photos').setInputFiles(other);
  await expect(tiles(first).getByRole('img')).toHaveCount(2);
  again.release();
  await list(second).getByRole('button', { name: 'Upload anyway' }).click();
  await expect(title(second, '1 photo uploaded')).toBeVisible();
  expect(again.sent()).toBe(1);
  await expect(tiles(first)).toHaveCount(3);
  await expect(tiles(first).getByRole('img')).toHaveCount(3);
});

test('uploads several folders from several windows concurrently', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { photos: 1 });
  const folder = await mkdtemp(join(tmpdir(), 'albumen-folders-'));
  let width = 400;
  for (const name of ['Ceremony', 'Dinner', 'Party']) {
    await mkdir(join(folder, name));
    for (const file of ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg']) {
      width += 1;
      await writeFile(join(folder, name, file), await picture(width));
    }
  }
  const first = await open({ as: photographer });
  await first.goto(`/app/galleries/${gallery.id}`);
  const second = await first.context().newPage();
  await second.goto(`/app/galleries/${gallery.id}`);
  const chooser = (page: Page) => page.getByLabel('Choose a folder');
  await chooser(first).setInputFiles(join(folder, 'Ceremony'));
  await chooser(second).setInputFiles(join(folder, 'Party'));
  await chooser(first).setInputFiles(join(folder, 'Dinner'));
  await expect(title(first, '6 photos uploaded')).toBeVisible({ timeout: 30_000 });
  await expect(title(second, '3 photos uploaded')).toBeVisible({ timeout: 30_000 });
  await expect(tiles(first)).toHaveCount(10);
  await rm(folder, { recursive: true, force: true });
});

test('offers a phone’s camera roll with multiple selection', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer, phone: true });
  await page.goto(`/app/galleries/${gallery.id}`);
  const input = page.getByLabel('Choose photos');
  await expect(input).toHaveAttribute('accept', /^image\/jpeg,/);
  await expect(input).toHaveAttribute('multiple', '');
  // With `capture` the phone would open the camera instead of the camera roll.
  await expect(input).not.toHaveAttribute('capture');
  // Phones give every photo the same name, and some send no type.
  const buffers = [await picture(421), await picture(422)];
  await input.setInputFiles(buffers.map((buffer) => ({ name: 'image.jpg', mimeType: '', buffer })));
  await expect(title(page, '2 photos uploaded')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
});
