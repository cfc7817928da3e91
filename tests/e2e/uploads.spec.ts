import type { Page } from '@playwright/test';
import { scene } from '../support/pictures.ts';
import { makeGallery } from './support/galleries.ts';
import { holdStorage } from './support/held-storage.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** What a file window hands over. */
interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Pictures that differ in their bytes. */
function pictures(count: number): Promise<ChosenFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `IMG_${String(index + 1).padStart(4, '0')}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await scene(300 + index, 200)
        .jpeg()
        .toBuffer(),
    })),
  );
}

const list = (page: Page) => page.getByRole('region', { name: /uploaded|Uploading|Paused|Duplicates found/ });
const title = (page: Page, name: string) => list(page).getByRole('heading', { name });
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('group');
const choose = (page: Page, files: ChosenFile[]) => page.getByLabel('Choose photos').setInputFiles(files);

/** On a phone the list is folded, so that the photos stay in view. */
async function unfold(page: Page): Promise<void> {
  const show = list(page).getByRole('button', { name: 'Show list' });
  // Asked again until it is so: the panel grows while the first files are looked at.
  await expect(async () => {
    if (await show.isVisible()) await show.click();
    await expect(list(page).getByRole('button', { name: 'Hide list' })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('uploads are paused, go on, and are given up, one by one and all together', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const storage = await holdStorage(page);
  await choose(page, await pictures(4));
  await expect(title(page, 'Uploading: 0 of 4')).toBeVisible();
  await unfold(page);
  await list(page).getByRole('button', { name: 'Pause: IMG_0003.jpg' }).click();
  const third = list(page).getByRole('listitem').filter({ hasText: 'IMG_0003.jpg' });
  await expect(third).toContainText('Paused');
  await list(page).getByRole('button', { name: 'Cancel: IMG_0004.jpg' }).click();
  await expect(title(page, 'Uploading: 0 of 3')).toBeVisible();
  await list(page).getByRole('button', { name: 'Pause all' }).click();
  await expect(title(page, 'Paused: 0 of 3')).toBeVisible();
  storage.release();
  await third.getByRole('button', { name: 'Resume: IMG_0003.jpg' }).click();
  await expect(title(page, 'Paused: 1 of 3')).toBeVisible();
  await list(page).getByRole('button', { name: 'Resume all' }).click();
  await expect(title(page, '3 photos uploaded')).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);
});

test('a lost network ends nothing: uploads go on when it is back', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const storage = await holdStorage(page);
  await choose(page, await pictures(2));
  await expect.poll(storage.sent).toBe(2);
  faults.allowOffline();
  await page.context().setOffline(true);
  await expect(list(page)).toContainText('No connection. Uploads resume when you’re back online.');
  storage.release();
  await page.context().setOffline(false);
  await expect(title(page, '2 photos uploaded')).toBeVisible({ timeout: 30_000 });
  await expect(tiles(page)).toHaveCount(2);
});

test('what is in the gallery already is asked about once, by its content', async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const [first, second, third, fourth] = (await pictures(4)) as [ChosenFile, ChosenFile, ChosenFile, ChosenFile];
  await choose(page, [first, second]);
  await expect(title(page, '2 photos uploaded')).toBeVisible();

  // One under another name, one twice in the same choice, and a new picture under a name that is taken.
  const renamed = { ...first, name: 'Final.jpg' };
  const doubled = { ...fourth, name: 'Copy.jpg' };
  await choose(page, [renamed, second, { ...third, name: first.name }, fourth, doubled]);
  const question = list(page).getByText('3 identical photos are already in this gallery');
  await expect(question).toBeVisible();
  await unfold(page);
  await expect(list(page).getByRole('listitem').filter({ hasText: 'Final.jpg' })).toContainText(
    'Already here as IMG_0001.jpg',
  );
  await expect(tiles(page)).toHaveCount(4);
  await list(page).getByRole('button', { name: 'Skip' }).click();
  await expect(question).toBeHidden();
  await expect(title(page, '4 photos uploaded')).toBeVisible();
  await expect(tiles(page)).toHaveCount(4);

  await choose(page, [renamed]);
  await list(page).getByRole('button', { name: 'Upload anyway' }).click();
  await expect(title(page, '5 photos uploaded')).toBeVisible();
  await expect(tiles(page)).toHaveCount(5);
});

test('after a reload the same files are taken again, and only what is missing is sent', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const [first, ...others] = (await pictures(3)) as [ChosenFile, ...ChosenFile[]];
  await choose(page, [first]);
  await expect(title(page, '1 photo uploaded')).toBeVisible();
  faults.allowOffline();
  await page.route(
    () => true,
    (route) => (route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.fallback()),
  );
  await choose(page, others);
  await expect(list(page).getByRole('button', { name: 'Pause all' })).toBeHidden();

  // Another window sees them on their way, and asks for nothing as long as this one lives.
  const banner = (window: Page) => window.getByText('2 photos from an earlier upload are missing');
  const other = await page.context().newPage();
  await other.goto(`/app/galleries/${gallery.id}`);
  await expect(tiles(other)).toHaveCount(3);
  // Left before it is closed: what is sent while the routes of a closing page go would arrive after all.
  await page.goto('about:blank');
  await page.close();
  await expect(banner(other)).toBeVisible();
  await expect(other.getByText('IMG_0002.jpg, IMG_0003.jpg')).toBeVisible();

  const puts: string[] = [];
  other.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  // One of them has another content by now, under its name and size: it is a photo of its own.
  const [second, third] = others as [ChosenFile, ChosenFile];
  const changed = Buffer.from(third.buffer);
  changed.writeUInt8(changed.readUInt8(changed.length - 3) ^ 1, changed.length - 3);
  await other.getByLabel('Choose files again').setInputFiles([first, second, { ...third, buffer: changed }]);
  await expect(title(other, '2 photos uploaded')).toBeVisible();
  expect(puts).toHaveLength(2);
  await expect(other.getByText('1 photo from an earlier upload is missing')).toBeVisible();
  await other.getByRole('button', { name: 'Discard' }).click();
  await expect(tiles(other)).toHaveCount(3);
  await expect(other.getByText('from an earlier upload')).toBeHidden();
});
