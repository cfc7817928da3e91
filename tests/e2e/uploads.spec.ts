import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { scene } from '../support/pictures.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { notice } from './support/notice.ts';
import { holdStorage } from './support/storage-hold.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

// One of the last files: in turn, its tests would keep one worker alone at the end.
test.describe.configure({ mode: 'parallel' });

/** File of a file chooser. */
interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Images that differ in their bytes. */
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

/** On a phone the upload list is collapsed, so that the photos stay in view. */
async function unfold(page: Page): Promise<void> {
  const show = list(page).getByRole('button', { name: 'Show list' });
  // Retries: the panel grows while the first files are checked.
  await expect(async () => {
    if (await show.isVisible()) await show.click();
    await expect(list(page).getByRole('button', { name: 'Hide list' })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test('pauses, resumes and cancels uploads, single and all', async ({ open }) => {
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
  // The pointer keeps the panel; without it the panel closes automatically.
  await page.mouse.move(0, 0);
  await expect(list(page)).toBeHidden();
  await expect(tiles(page)).toHaveCount(3);
});

test('resumes uploads after a lost network', { tag: '@long' }, async ({ open, faults }) => {
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

test('asks once about duplicates, by content', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const [first, second, third, fourth] = (await pictures(4)) as [ChosenFile, ChosenFile, ChosenFile, ChosenFile];
  await choose(page, [first, second]);
  await expect(title(page, '2 photos uploaded')).toBeVisible();

  // One file under another name, one twice in the same selection, and a new image under an existing name.
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

test('resumes uploads after a reload', async ({ open, faults }) => {
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

  // Another window lists them as being uploaded, and does not ask for the files while this window lives.
  const banner = (window: Page) => window.getByText('2 photos from an earlier upload are missing');
  const other = await page.context().newPage();
  await other.goto(`/app/galleries/${gallery.id}`);
  await expect(tiles(other)).toHaveCount(3);
  // Navigates before closing: requests sent while a closing page removes its routes would pass.
  await page.goto('about:blank');
  await page.close();
  await expect(banner(other)).toBeVisible();
  await expect(other.getByText('IMG_0002.jpg, IMG_0003.jpg')).toBeVisible();

  const puts: string[] = [];
  other.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  // One file now has other content under its name and size: it is a photo of its own.
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

test('makes sections of a folder’s subfolders and undoes them', async ({ open }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no folders to choose');
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const [first, second, third] = await pictures(3);
  const folder = info.outputPath('Clara & Jordi');
  for (const [path, { buffer }] of [
    ['cover.jpg', first!],
    ['1 Church/a.jpg', second!],
    ['2 Party/b.jpg', third!],
  ] as const) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), buffer);
  }
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choose a folder').click();
  await (await chooser).setFiles(folder);
  const toast = notice(page, '2 sections added');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('heading', { name: /1 Church|2 Party/ })).toHaveText([/1 Church/, /2 Party/]);
  const sectionNames = async () => {
    const { rows } = await database().query<{ filename: string; name: string | null }>(
      `select p.filename, s.name from photos p left join gallery_sections s on s.id = p.section_id
       where p.gallery_id = $1 order by p.filename`,
      [gallery.id],
    );
    return rows.map(({ filename, name }) => [filename, name]);
  };
  await expect.poll(sectionNames).toEqual([
    ['a.jpg', '1 Church'],
    ['b.jpg', '2 Party'],
    ['cover.jpg', null],
  ]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await sectionNames()).map(([, name]) => name)).toEqual([null, null, null]);
});
