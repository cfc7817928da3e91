import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate, endOfDay } from '#core/domain/values/time.ts';
import { newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makeGallery, type TestGallery } from './support/galleries.ts';
import { navigateTo } from './support/navigation.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { expect, test } from './support/test.ts';

const headed = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const undo = (page: Page, text: string) => notice(page, text).getByRole('button', { name: 'Undo' }).click();

/** Fails if the page scrolls horizontally. */
async function expectNoSideways(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

async function one<T>(sql: string, values: unknown[]): Promise<T> {
  const { rows } = await database().query(sql, values);
  return rows[0] as T;
}

test('restores deleted items from the trash', async ({ open }) => {
  const studio = await makePhotographer();
  const gallery = await makeGallery(studio, { name: 'Ana & Pau', photos: 3 });
  const [first, second] = gallery.photoIds;
  const gone = `update photos set deleted_at = now() - interval '2 days' where id = any($1)`;
  await database().query(gone, [[first, second]]);
  const page = await open({ as: studio });
  await page.goto('/app/galleries');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await headed(page, 'Trash');

  const group = page.getByRole('listitem', { name: /^Photos from “Ana & Pau”/ });
  await expect(group.getByText('28 days left')).toBeVisible();
  await expectImageLoaded(group.getByRole('img').first());
  await expectNoSideways(page);
  await group.getByLabel('Select IMG_0001.jpg').check();
  await group.getByRole('button', { name: 'Restore 1 photo' }).click();
  await expect(notice(page, '1 photo restored to “Ana & Pau”')).toBeVisible();
  await expect(group.getByLabel('Select IMG_0001.jpg')).toBeHidden();
  await undo(page, '1 photo restored');
  // One was deleted today, the other two days ago.
  await expect(group).toHaveCount(2);
  await group.first().getByRole('button', { name: 'Restore all' }).click();
  await expect(group).toHaveCount(1);
  await group.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();

  await navigateTo(page, `/app/galleries/${gallery.id}`);
  await page.getByRole('button', { name: 'More actions for this gallery' }).click();
  await page.getByRole('menuitem', { name: 'Delete gallery' }).click();
  await headed(page, 'Galleries');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByText('30 days left')).toBeVisible();
  await page.getByRole('button', { name: 'Restore “Ana & Pau”' }).click();
  // Earlier notices do not cover the page.
  await expect(notice(page, '“Ana & Pau” restored')).toBeVisible();
  await page.getByRole('link', { name: 'Go to galleries' }).click();
  await expect(page.getByRole('link', { name: 'Ana & Pau' })).toBeVisible();
});

test('applies a preset to a gallery', async ({ open }) => {
  const studio = await makePhotographer();
  const page = await open({ as: studio });
  await page.goto('/app/settings');
  // Found by what the screen holds.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('expiry');
  await expect(page.getByRole('link', { name: 'Branding', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Presets' }).click();
  await page.getByRole('link', { name: 'New preset' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Wedding');
  await page.getByLabel('Who can view').selectOption('Only invited people');
  await page.getByLabel('How long it stays open').selectOption('For a number of days');
  await page.getByLabel('Days', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Add section' }).click();
  // Enter adds the next item by keyboard alone.
  await page.keyboard.type('Dinner');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ceremony');
  await page.getByRole('button', { name: 'Move Ceremony up' }).click();
  await page.getByRole('button', { name: 'Create preset' }).click();
  await expect(page.getByText('Enter a number from 1 to 3,650.')).toBeVisible();
  await page.getByLabel('Days', { exact: true }).fill('90');
  await expectNoSideways(page);
  await expectNothingSerious(page, 'preset');
  await page.getByRole('button', { name: 'Create preset' }).click();
  await expect(page.getByText('Only invited people · open for 90 days · 2 sections')).toBeVisible();
  await page.getByRole('button', { name: 'Delete preset “Wedding”' }).click();
  await expect(page.getByRole('heading', { name: 'No presets yet' })).toBeVisible();
  const presets = 'select from gallery_presets where account_id = $1';
  const countPresets = async () => (await database().query(presets, [studio.account.id])).rowCount;
  await expect.poll(countPresets).toBe(0);
  await undo(page, 'Preset “Wedding” deleted');
  await expect(page.getByRole('link', { name: 'Wedding' })).toBeVisible();
  // Waits until the page has sent the mutation, before it navigates.
  await expect.poll(countPresets).toBe(1);

  await page.goto('/app/galleries/new');
  await page.getByLabel('Name', { exact: true }).fill('Ana & Pau');
  await page.getByLabel('Preset').selectOption('Wedding');
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await headed(page, 'Ana & Pau');
  const id = new URL(page.url()).pathname.split('/')[3]!;
  const sections = async () => {
    const sql = 'select name from gallery_sections where gallery_id = $1 order by "order"';
    return (await database().query<{ name: string }>(sql, [id])).rows.map(({ name }) => name);
  };
  await expect.poll(sections).toEqual(['Ceremony', 'Dinner']);
  const look = await one<{ visibility: string; expires_at: Date; created_at: Date }>(
    'select visibility, expires_at, created_at from galleries where id = $1',
    [id],
  );
  const zone = studio.account.timeZone;
  const last = localDate(look.created_at.getTime() + 90 * DAY_MS, zone);
  expect([look.visibility, look.expires_at.getTime()]).toEqual(['invite', endOfDay(last, zone)]);

  await test.step('applies a preset later and undoes it', async () => {
    const other = await makeGallery(studio, { name: 'Marta' });
    await navigateTo(page, `/app/galleries/${other.id}/settings`);
    await page.getByRole('button', { name: 'Apply preset' }).click();
    await page.getByRole('menuitem', { name: 'Wedding' }).click();
    await expect(notice(page, 'Preset “Wedding” applied')).toBeVisible();
    await expect(page.getByLabel('Open until')).toHaveValue(last);
    const state = () =>
      one<{ visibility: string; expires: boolean; sections: number }>(
        `select visibility, expires_at is not null as expires,
           (select count(*)::int from gallery_sections s where s.gallery_id = g.id) as sections
         from galleries g where id = $1`,
        [other.id],
      );
    await expect.poll(state).toEqual({ visibility: 'invite', expires: true, sections: 2 });
    await undo(page, 'Preset “Wedding” applied');
    await expect.poll(state).toEqual({ visibility: 'link', expires: false, sections: 0 });
  });
  await test.step('creates a preset of a gallery’s settings', async () => {
    await page.getByRole('button', { name: 'Save as preset' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Portrait');
    await page.getByRole('dialog').getByRole('button', { name: 'Save preset' }).click();
    await expect(notice(page, 'Preset “Portrait” created')).toBeVisible();
    await navigateTo(page, '/app/settings/presets');
    await expect(page.getByText('Anyone with the link · always open')).toBeVisible();
  });
});

test('creates a watermark, previews it, and shows it to clients', async ({ open }) => {
  const studio = await makePhotographer();
  const gallery = await makeGallery(studio, { name: 'Ana & Pau', photos: 2 });
  const client = await open();
  await client.goto(gallery.path);
  const before = await pictureOf(client);

  const page = await open({ as: studio });
  await page.goto('/app/settings/watermarks');
  // The font arrives only after the press, which waits for it.
  await page.evaluate(() => {
    const load = document.fonts.load.bind(document.fonts);
    const arrived = new Promise((resolve) => addEventListener('font-arrived', resolve));
    document.fonts.load = (...args) => arrived.then(() => load(...args));
  });
  await page.getByRole('link', { name: 'New watermark' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Proofs');
  await test.step('moves its position with the arrow keys', async () => {
    await page.getByRole('radio', { name: 'Bottom right' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Centre' })).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Right', exact: true })).toBeChecked();
    await page.keyboard.press('ArrowLeft');
  });
  await page.getByRole('slider', { name: 'Size' }).fill('80');
  await page.getByRole('slider', { name: 'Opacity' }).fill('100');
  await expectNoSideways(page);
  await page.getByLabel('Text', { exact: true }).fill('PROOF');
  await page.getByRole('button', { name: 'Create watermark' }).click();
  await page.evaluate(() => dispatchEvent(new Event('font-arrived')));
  await expect(notice(page, 'Watermark “Proofs” created')).toBeVisible();
  await expect(page.getByText('Centre · 100% · not in use')).toBeVisible();

  await navigateTo(page, `/app/galleries/${gallery.id}/settings`);
  await page.getByLabel('Watermark for this gallery').selectOption('Proofs');
  await expect(notice(page, 'Adding watermark “Proofs” to the photos')).toBeVisible();
  await expect.poll(() => stalePhotos(gallery), { timeout: 60_000 }).toBe(0);
  await expect(page.getByText('Updating photos')).toBeHidden();

  // The page leaves the CDN's cache a moment after the renditions are ready.
  await expect(async () => {
    await client.goto(gallery.path);
    const after = await pictureOf(client);
    // White text over the middle of the image, and nothing at its edge.
    expect(await difference(before, after, 'middle')).toBeGreaterThan(15);
    expect(await difference(before, after, 'edge')).toBeLessThan(3);
  }).toPass({ timeout: 30_000 });

  await navigateTo(page, '/app/settings/watermarks');
  await page.getByRole('button', { name: 'Delete the watermark “Proofs”' }).click();
  const dialog = page.getByRole('dialog', { name: '“Proofs” is in use' });
  await expect(dialog.getByText('Ana & Pau')).toBeVisible();
});

async function stalePhotos({ id }: TestGallery): Promise<number> {
  const sql = `select count(*)::int as stale from photos p join galleries g on g.id = p.gallery_id
    where p.gallery_id = $1 and (p.style_version <> p.rendered_version or p.style_version = 1 or g.watermark_id is null)`;
  return (await one<{ stale: number }>(sql, [id])).stale;
}

/** Decodes the first photo of the gallery in this visitor's browser. */
async function pictureOf(page: Page): Promise<Buffer> {
  const image = page.getByRole('region', { name: 'Photos' }).getByRole('img').first();
  await expectImageLoaded(image);
  return bytesOf(image);
}

async function bytesOf(image: Locator): Promise<Buffer> {
  // Runs in the visitor's page: the image request needs the gallery cookie.
  const address = await image.evaluate((element) => (element as HTMLImageElement).currentSrc);
  return (await image.page().request.get(address)).body();
}

/** Mean difference in brightness of one region of two images, 0–255. */
async function difference(a: Buffer, b: Buffer, part: 'middle' | 'edge'): Promise<number> {
  const [width, height] = [300, 200];
  const box =
    part === 'middle' ? { left: 60, top: 80, width: 180, height: 40 } : { left: 0, top: 0, width: 300, height: 20 };
  const [one, other] = await Promise.all(
    [a, b].map((bytes) =>
      sharp(bytes).resize(width, height, { fit: 'fill' }).extract(box).greyscale().raw().toBuffer(),
    ),
  );
  let sum = 0;
  for (let i = 0; i < one!.length; i++) sum += Math.abs(one![i]! - other![i]!);
  return sum / one!.length;
}

test('asks for a PIN before downloads', { tag: '@long' }, async ({ open }) => {
  const studio = await makePhotographer();
  const gallery = await makeGallery(studio, { name: 'Ana & Pau', photos: 1 });
  const page = await open({ as: studio });
  await page.goto(`/app/galleries/${gallery.id}/settings`);
  await page.getByRole('switch', { name: 'Download PIN' }).click();
  await page.getByLabel('PIN', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText('Enter 4 to 8 digits.')).toBeVisible();
  await page.getByRole('button', { name: 'Generate PIN' }).click();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue(/^\d{6}$/);
  await page.getByLabel('PIN', { exact: true }).fill('4711');
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expect(notice(page, 'Downloads now require a PIN')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
  await expectNoSideways(page);

  const client = await open();
  await client.goto(gallery.path);
  await headed(client, 'Ana & Pau');
  const post = (path: string, data: object) =>
    client.request.post(`/api/p/${gallery.id}/${path}`, { data, headers: { 'x-channel': 'public' } });
  const asked = await post('archives', { size: 'web' });
  expect([asked.status(), await asked.json()]).toEqual([
    401,
    expect.objectContaining({ error: expect.objectContaining({ code: 'pin_required' }) as unknown }),
  ]);
  expect((await post('pin', { pin: '4712' })).status()).toBe(403);
  expect((await post('pin', { pin: '4711' })).status()).toBe(200);
  expect((await post('archives', { size: 'web' })).status()).toBe(201);

  await page.getByRole('switch', { name: 'Download PIN' }).click();
  await expect(notice(page, 'Downloads no longer require a PIN')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Download PIN' })).not.toBeChecked();
});

test('lists and exports gallery activity', async ({ open }) => {
  const studio = await makePhotographer();
  const values = { created_at: new Date(Date.now() - 4 * DAY_MS) };
  const gallery = await makeGallery(studio, { name: 'Ana & Pau', photos: 2, values });
  const client = await open();
  await client.goto(gallery.path);
  await expectImageLoaded(client.getByRole('region', { name: 'Photos' }).getByRole('img').first());
  const download = (photos: number) =>
    database().query(
      `insert into gallery_events (id, account_id, gallery_id, kind, size, photo_count, at)
       values ($1, $2, $3, 'downloaded', 'web', $4, now() - interval '3 days')`,
      [newId(), studio.account.id, gallery.id, photos],
    );
  await download(48);
  await database().query(
    `insert into photo_stats (photo_id, account_id, gallery_id, view_count, download_count) values ($1, $2, $3, 7, 2)
     on conflict (photo_id) do update set view_count = 7, download_count = 2`,
    [gallery.photoIds[0], studio.account.id, gallery.id],
  );

  const page = await open({ as: studio });
  await page.goto(`/app/galleries/${gallery.id}`);
  await page.getByRole('link', { name: 'Activity' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('A visitor opened the gallery')).toBeVisible();
  await expect(timeline.getByText('A visitor downloaded 48 photos in web size')).toBeVisible();
  await expect(page.getByText('1 visitor', { exact: false }).first()).toBeVisible();
  const most = page.getByRole('region', { name: 'Most viewed' });
  await expect(most.getByText('7 views')).toBeVisible();
  await expectImageLoaded(most.getByRole('img', { name: 'IMG_0001.jpg' }));
  await expectNoSideways(page);
  await timeline.getByLabel('Show').selectOption('Downloads');
  await expect(timeline.getByText('A visitor opened the gallery')).toBeHidden();
  await expect(timeline.getByText('A visitor downloaded 48 photos in web size')).toBeVisible();
  // A download that changes no synced count appears when the photographer returns to the page.
  await download(12);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(timeline.getByText('A visitor downloaded 12 photos in web size')).toBeVisible();

  const coming = page.waitForEvent('download');
  await timeline.getByRole('button', { name: 'Export CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Activity of Ana & Pau.csv');
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain('48');
  expect(table.trim().split('\n').length).toBeGreaterThanOrEqual(3);
});

test('renames a gallery by its title', { tag: '@phone' }, async ({ open }) => {
  const studio = await makePhotographer();
  const gallery = await makeGallery(studio, { name: 'Ana', photos: 3 });
  const page = await open({ as: studio });
  await page.goto(`/app/galleries/${gallery.id}`);
  const title = page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Ana' });
  const field = page.getByRole('textbox', { name: 'Rename gallery' });
  const first = page.getByRole('list', { name: 'Photos' }).getByRole('img').first();
  await expect(first).toBeVisible();
  if (test.info().project.name === 'phone') expect((await first.boundingBox())!.y).toBeLessThan(400);

  await title.focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await field.fill(' ');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Enter a name of up to 120 characters.');
  await field.press('Escape');
  await expect(title).toBeFocused();

  await title.click();
  await field.fill('Ana & Pau');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ana & Pau' })).toBeVisible();
  await notice(page, 'Gallery renamed').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ana', exact: true })).toBeVisible();
});

test('designs a gallery’s page with a preview, and undoes it', { tag: '@phone' }, async ({ open }) => {
  const studio = await makePhotographer();
  const gallery = await makeGallery(studio, { photos: 6 });
  const page = await open({ as: studio });
  await page.goto(`/app/galleries/${gallery.id}/design`);
  const preview = page.frameLocator('iframe[title="Preview of your page"]');
  await expect(preview.getByRole('heading', { name: gallery.name, includeHidden: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Split' }).click();
  await page.getByLabel('Layout').selectOption('Columns');
  await page.getByRole('combobox', { name: 'Colours' }).selectOption('Dark');
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page, 'Saved')).toBeVisible();

  const visitor = await open();
  await visitor.emulateMedia({ colorScheme: 'light' });
  // The note appears before the server has the change, and a page is cached for a minute.
  await expect
    .poll(
      async () =>
        (await one<{ cover_style: string }>(`select cover_style from galleries where id = $1`, [gallery.id]))
          .cover_style,
    )
    .toBe('split');
  await visitor.goto(gallery.path);
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark');
  const widths = async () => {
    const photos = await visitor.getByRole('region', { name: 'Photos' }).getByRole('link').all();
    return new Set(await Promise.all(photos.map(async (photo) => Math.round((await photo.boundingBox())!.width))));
  };
  await expect.poll(async () => (await widths()).size).toBe(1);

  await notice(page, 'Saved').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'Full width' })).toBeChecked();
});
