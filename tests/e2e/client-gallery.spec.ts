import type { Locator, Page } from '@playwright/test';
import { galleries } from '#core/api/galleries.ts';
import { variants } from '../support/long.ts';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makeGallery, type TestGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { expect, test } from './support/test.ts';

const NAME = 'Ana & Pau';
const PIN = '4321';

let owner: Photographer;
/** Makes twelve photos: two before the first section, five in each of two sections. */
let gallery: TestGallery;
test.beforeAll(async () => {
  owner = await makePhotographer('Estudi Llum');
  gallery = await makeGallery(owner, { name: NAME, photos: 12, values: { date: new Date(Date.UTC(2026, 6, 4)) } });
  await putInSection(gallery, 'Ceremony', 1, gallery.photoIds.slice(2, 7));
  await putInSection(gallery, 'Party', 2, gallery.photoIds.slice(7));
});

async function putInSection({ id }: TestGallery, name: string, order: number, photoIds: readonly string[]) {
  const [accountId, author] = [owner.account.id, owner.session.user.id];
  const section = newId();
  const row = { id: section, account_id: accountId, author_id: author, gallery_id: id, name, order };
  await insertRow(database(), 'gallery_sections', row);
  await database().query('update photos set section_id = $1 where id = any ($2)', [section, photoIds]);
}

/** Inserts photo rows without files; enough for tests of the page alone. */
async function addRows({ id }: TestGallery, count: number): Promise<void> {
  await database().query(
    `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size, width,
       height, status, captured_at)
     select given.id, $1, gen_random_uuid(), $2, 'ROW_' || n || '.jpg', file_id, 'image/jpeg', $2 || '/' || given.id ||
       '/x', 1000, 3000, 2000, 'ready', now() + n * interval '1 second'
     from unnest($3::text[], $4::text[]) with ordinality as given (id, file_id, n)`,
    [owner.account.id, id, ids(count, 20), ids(count, 24)],
  );
}

const ids = (count: number, length: number) => Array.from({ length: count }, () => newId(length));
const grid = (page: Page) => page.getByRole('region', { name: 'Photos' });
const lightbox = (page: Page) => page.getByRole('dialog', { name: NAME });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const at = (page: Page, number: number, of = 12) =>
  expect(lightbox(page).getByText(`Photo ${number} of ${of}`, { exact: true }).first()).toBeAttached();

async function openDownloads(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  const panel = dialog(page, 'Download photos');
  await expect(panel).toBeVisible();
  return panel;
}

for (const phone of variants([true, false], 1)) {
  const screen = phone ? 'on a phone' : 'on a desk';

  test(`shows sections and their photos, ${screen}`, async ({ open }) => {
    const page = await open({ phone });
    await page.goto(gallery.path);
    const sections = page.getByRole('navigation', { name: 'Sections' });
    const party = sections.getByRole('link', { name: 'Party' });
    await party.press('Enter');
    await expect(party).toHaveAttribute('aria-current', 'location');
    await expect(page.getByRole('heading', { name: 'Party' })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Party' })).toBeFocused();
    // The URL names the section: it opens there.
    const address = page.url();
    expect(address).toContain('#section=');
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Party' })).toBeInViewport();
    await expect(grid(page).getByRole('link', { name: 'Photo 8 of 12' })).toBeAttached();
    await expectNothingSerious(page, 'sections');
  });

  test(`opens the lightbox at the tile's image and closes it by Back, ${screen}`, async ({ open }) => {
    const page = await open({ phone });
    await page.goto(gallery.path);
    const tile = grid(page).getByRole('link', { name: 'Photo 2 of 12' });
    await tile.scrollIntoViewIfNeeded();
    await expectImageLoaded(tile.getByRole('img'));
    await tile.click();
    await at(page, 2);
    await expectImageLoaded(lightbox(page).getByRole('img', { name: 'Photo 2 of 12' }));
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(tile).toBeFocused();
  });
}

test('opens a photo that is chosen while the last one closes', async ({ open }) => {
  const page = await open();
  // Closing takes no time without motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(gallery.path);
  await grid(page).getByRole('link', { name: 'Photo 1 of 12' }).click();
  await expect(lightbox(page)).toBeFocused();
  await page.evaluate(() => {
    const choose = () => document.querySelector<HTMLElement>('[data-index="1"]')!.click();
    addEventListener('popstate', () => setTimeout(choose, 50), { once: true });
    history.back();
  });
  await at(page, 2);
  await expectImageLoaded(lightbox(page).getByRole('img', { name: 'Photo 2 of 12' }));
});

test('shows title, photos, contact and downloads without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(gallery.path);
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  await expect(page.getByText('4 July 2026')).toBeVisible();
  // The plain one: the grid is hidden.
  const photo = page.getByRole('img', { name: 'Photo 1 of 12' });
  await photo.scrollIntoViewIfNeeded();
  await expectImageLoaded(photo);
  const top = async (one: Locator) => (await one.boundingBox())!.y;
  const link = page.getByRole('link', { name: 'IMG_0001.jpg' });
  expect(await top(page.getByRole('img', { name: 'Photo 12 of 12' }))).toBeLessThan(await top(link));
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/);
  await context.close();
});

test('paints the gallery from its HTML alone, in the chosen theme', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark', locale: 'en-GB' });
  const page = await context.newPage();
  await page.route('**', (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
  await page.goto(gallery.path);
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  const looks = await page.evaluate(() => ({
    theme: document.documentElement.dataset['theme'],
    font: getComputedStyle(document.body).fontFamily,
    margin: getComputedStyle(document.body).margin,
  }));
  expect(looks).toMatchObject({ theme: 'dark', margin: '0px' });
  expect(looks.font).toContain('Inter');
  await context.close();
});

test('names a RAW without a preview, which comes only as an original', async ({ open }) => {
  const own = await makeGallery(owner, { name: 'Raw', photos: 2 });
  await database().query(`update photos set filename = 'A.NEF', metadata = '{"noPreview":true}' where id = $1`, [
    own.photoIds[0],
  ]);
  const page = await open();
  await page.goto(own.path);
  const tile = grid(page).getByRole('link', { name: 'A.NEF' });
  const panel = await openDownloads(page);
  await expect(panel.getByText('1 RAW file has no preview and is only available as an original.')).toBeVisible();
  await panel.getByRole('radio', { name: /^Original/ }).check();
  await expect(panel.getByText('1 RAW file has no preview')).toBeHidden();
  await page.keyboard.press('Escape');
  await tile.click();
  await expect(dialog(page, 'Raw').getByText('No preview in this file')).toBeVisible();
  await dialog(page, 'Raw').getByRole('button', { name: 'Download' }).click();
  const sizes = dialog(page, 'Raw').getByRole('region', { name: 'Download this photo' }).getByRole('link');
  await expect(sizes).toHaveCount(1);
  await expect(sizes).toHaveAttribute('href', /size=original$/);
});

test('keeps the photos while parts of the page do not load, and loads them on a retry', async ({ open, faults }) => {
  faults.allowOffline();
  const page = await open();
  let broken = true;
  await page.route(/\/assets\/(deferred-chunk|downloads)-/, (route) =>
    broken ? route.abort('internetdisconnected') : route.fallback(),
  );
  await page.goto(gallery.path);
  const tile = grid(page).getByRole('link', { name: 'Photo 1 of 12' });
  // Below the cover on a phone, where it is loaded once it comes near. Later ones are not rendered until then.
  await tile.scrollIntoViewIfNeeded();
  await expectImageLoaded(tile.getByRole('img'));
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part of the page' });
  for (const opener of [tile, page.getByRole('button', { name: 'Download', exact: true }).first()]) {
    await opener.click();
    await expect(failure).toBeVisible();
    await expect(tile.getByRole('img')).toBeVisible();
    await failure.getByRole('button', { name: 'Dismiss' }).click();
    await expect(failure).toBeHidden();
  }
  await tile.click();
  await expect(failure).toBeVisible();
  await expectNothingSerious(page, 'failed part');
  broken = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await at(page, 1);
  await expect(failure).toBeHidden();
});

test('keeps the photos without a connection and says so below the section names', async ({ open, faults }) => {
  faults.allowOffline();
  const page = await open();
  // The first image token is due for renewal after a second, and the renewal fails.
  let isFirst = true;
  let isOffline = true;
  await page.route('**/galleries/verify', async (route) => {
    if (!isFirst) return isOffline ? route.abort('internetdisconnected') : route.fallback();
    isFirst = false;
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, imagesUntil: Date.now() + 2000 } });
  });
  await page.goto(gallery.path);
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await grid(page).getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect(grid(page).getByRole('link', { name: 'Photo 12 of 12' })).toBeFocused();
  // A trial click fails if something covers the button.
  await retry.click({ trial: true });
  await expect(grid(page).getByRole('img').first()).toBeAttached();
  isOffline = false;
  await retry.click();
  await expect(retry).toBeHidden();
});

test('plays a slideshow by keyboard, keeps its interval and stops on any input', async ({ open }) => {
  const page = await open();
  await page.goto(`${gallery.path}#photo=${gallery.photoIds[10]}`);
  await expectImageLoaded(lightbox(page).getByRole('img', { name: 'Photo 11 of 12' }));
  await at(page, 11);
  // The controls fade although the mouse has not moved.
  const close = lightbox(page).getByRole('button', { name: 'Close' });
  await expect.poll(() => close.evaluate(opacityOf)).toBe(0);
  await page.clock.install();
  await page.keyboard.press('?');
  await expect(lightbox(page).getByRole('region', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await expect(lightbox(page).getByText('Slideshow playing')).toBeAttached();
  await lightbox(page).getByRole('radio', { name: '3 s' }).click();
  await expect(async () => {
    await page.clock.runFor(3000);
    await at(page, 12);
  }).toPass();
  // After the last photo follows the first.
  await expect(async () => {
    await page.clock.runFor(3000);
    await at(page, 1);
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page).getByText('Slideshow paused')).toBeAttached();
  await at(page, 2);
  await page.clock.runFor(20_000);
  await at(page, 2);
  await page.keyboard.press('End');
  await at(page, 12);
  await page.keyboard.press('Home');
  await at(page, 1);
  // The controls return on mouse movement; axe runs while they are visible.
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await expect.poll(() => close.evaluate(opacityOf)).toBe(1);
  await expectNothingSerious(page, 'slideshow');
});

/** Effective opacity: the element's own, multiplied by that of its ancestors. */
function opacityOf(element: Element): number {
  let seen = 1;
  for (let each: Element | null = element; each; each = each.parentElement)
    seen *= Number(getComputedStyle(each).opacity);
  return seen;
}

test('counts each photo view once', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const sent: string[][] = [];
  await page.route('**/views', async (route) => {
    sent.push((route.request().postDataJSON() as { photoIds: string[] }).photoIds);
    await route.continue();
  });
  await expectImageLoaded(grid(page).getByRole('img').first());
  await page.clock.install();
  await grid(page).getByRole('link').first().click();
  await at(page, 1);
  await page.clock.runFor(1500);
  for (const key of ['ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
    await page.clock.runFor(1500);
  }
  await page.clock.runFor(20_000);
  await expect.poll(() => sent).toEqual([gallery.photoIds.slice(0, 2)]);
  const counted = async () =>
    (
      await database().query<{ n: number }>('select view_count as n from photo_stats where photo_id = $1', [
        gallery.photoIds[0],
      ])
    ).rows[0]?.n;
  await expect.poll(counted).toBe(1);
});

test('shows the first photos of a large gallery immediately and loads the rest', async ({ open, faults }, info) => {
  const large = await makeGallery(owner, { name: 'Many' });
  await addRows(large, 500);
  faults.allowStatus(404, /^\/api\/images\//);
  const page = await open();
  const html = await (await page.request.get(large.path)).text();
  expect(new Set(html.match(/ROW_\d+/g)).size).toBe(120);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
  await page.goto(large.path, { waitUntil: 'commit' });
  await expect(page.getByText('500 photos')).toBeVisible();
  // A desktop shows its photos once the script has measured them.
  const isPhone = info.project.name === 'phone';
  if (!isPhone) scripts.resolve();
  await grid(page).getByRole('link').first().focus();
  scripts.resolve();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(grid(page).getByRole('link', { name: 'Photo 500 of 500' })).toBeFocused({ timeout: 3000 });
  }).toPass();
});

test('finds photos by filename and sorts them, by keyboard', async ({ open, faults }) => {
  faults.allowStatus(404, /^\/api\/images\//);
  const page = await open({ phone: true });
  const many = await makeGallery(owner, { name: 'Many', photos: 2 });
  await addRows(many, 40);
  await page.goto(many.path);
  const button = page.getByRole('button', { name: 'Search and sort photos' });
  await button.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('searchbox', { name: 'Search by filename' });
  await expect(field).toBeFocused();
  await field.fill('row_1');
  await expect(page.getByRole('status').filter({ hasText: '11 photos' })).toBeAttached();
  await expect(grid(page).getByRole('link', { name: 'Photo 1 of 11' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Filename');
  await field.fill('nowhere');
  await expect(page.getByText('No filename contains “nowhere”.')).toBeVisible();
  await expectNothingSerious(page, 'no photos found');
  await field.press('Escape');
  await expect(button).toBeFocused();
  await expect(grid(page).getByRole('link', { name: 'Photo 1 of 42' })).toBeAttached();
});

test('downloads all photos as one file', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog(page, 'Your download is ready').getByText(/12 photos/)).toBeVisible();
});

test('downloads a selection of photos', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await panel.getByRole('radio', { name: 'Only photos I select' }).click();
  await panel.getByRole('button', { name: 'Select photos' }).click();
  const bar = page.getByRole('region', { name: 'Photo selection' });
  const box = (number: number) => grid(page).getByRole('checkbox', { name: `Photo ${number} of 12` });
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(bar.getByText(/4 photos/)).toBeVisible();
  await box(2).press('Space');
  await expect(bar.getByText(/3 photos/)).toBeVisible();
  await page.getByRole('button', { name: 'Select all in Party' }).click();
  await expect(bar.getByText(/8 photos/)).toBeVisible();
  await expectNothingSerious(page, 'choosing');
  await bar.getByRole('button', { name: 'Download' }).click();
  await expect(panel.getByRole('radio', { name: '8 selected photos' })).toBeChecked();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog(page, 'Your download is ready').getByText(/8 photos/)).toBeVisible();
});

test('asks for the PIN before the first download', async ({ open, faults }) => {
  const locked = await makeGallery(owner, { name: NAME, photos: 2 });
  await owner.api.call(galleries.pin, { galleryId: locked.id }, { pin: PIN });
  for (const status of [401, 403, 422]) faults.allowStatus(status, /^\/api\/p\//);
  const page = await open();
  await page.goto(locked.path);
  const panel = await openDownloads(page);
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  const ask = dialog(page, 'Enter your PIN to download');
  await ask.getByLabel('PIN').fill('12');
  await ask.getByRole('button', { name: 'Continue' }).click();
  await expect(ask.getByText('Enter a PIN of 4 to 8 digits.')).toBeVisible();
  await ask.getByLabel('PIN').fill('1111');
  await ask.getByRole('button', { name: 'Continue' }).click();
  await expect(ask.getByText('Wrong PIN.')).toBeVisible();
  await expectNothingSerious(page, 'PIN');
  await ask.getByLabel('PIN').fill(PIN);
  await Promise.all([page.waitForEvent('download'), ask.getByRole('button', { name: 'Continue' }).click()]);
  await page.getByRole('button', { name: 'Close' }).click();
  // A single photo downloads without asking for the PIN again.
  await grid(page).getByRole('link').first().click();
  await lightbox(page).getByRole('button', { name: 'Download' }).click();
  await expect(lightbox(page).getByRole('link', { name: 'Web size' })).toBeVisible();
});

test('prepares a large download: progress, reload, mail and link', async ({ open }) => {
  // More photos than a request packs synchronously (core/domain/galleries/archives.ts).
  const large = await makeGallery(owner, { name: 'Large', photos: 41 });
  const page = await open();
  await page.goto(large.path);
  // The test releases the job itself, so that the waiting state is observable.
  let held = true;
  await page.route('**/archives/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    const waiting = { ...body, status: 'packing', doneCount: 12, doneBytes: 1, parts: [], expiresAt: null };
    await route.fulfill({ response: answer, json: held ? waiting : body });
  });
  const panel = await openDownloads(page);
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  const preparing = dialog(page, 'Preparing your download');
  await expect(preparing.getByText('12 of 41 photos')).toBeVisible();
  await expectNothingSerious(page, 'preparing');
  const email = freshEmail('client');
  await preparing.getByLabel('Email').fill(email);
  await preparing.getByRole('button', { name: 'Email me when it’s ready' }).click();
  await expect(preparing.getByText(`We’ll email ${email}`)).toBeVisible();
  await page.reload();
  const note = page.getByRole('button', { name: /Preparing your download/ });
  await expect(note).toBeVisible();
  held = false;
  const ready = page.getByRole('button', { name: 'Your download is ready' });
  await expect(ready).toBeVisible({ timeout: 30_000 });
  await ready.click();
  const files = dialog(page, 'Your download is ready');
  await expect(files.getByText(/41 photos/)).toBeVisible();
  await expect(files.getByText(/Available until/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'Download file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);

  // The link in the mail opens the same download in a new browser.
  const mail = await mailTo(email);
  const other = await open({ phone: true });
  await other.goto(linkIn(mail, '?download='));
  await expect(dialog(other, 'Your download is ready').getByText(/41 photos/)).toBeVisible();
  expect(new URL(other.url()).search).toBe('');
});

test('explains a download that no longer exists', async ({ open, faults }) => {
  faults.allowStatus(404, /^\/api\/p\//);
  const page = await open();
  await page.goto(`${gallery.path}?download=${newId()}`);
  const over = dialog(page, 'This download has expired');
  await expect(over.getByText(/expire after 7 days/)).toBeVisible();
  await over.getByRole('button', { name: 'Prepare it again' }).click();
  await expect(dialog(page, 'Download photos')).toBeVisible();
});

test('saves photos in batches of ten on a phone', async ({ open }) => {
  const page = await open({ phone: true });
  // Stubs only the system's share sheet: the test records the files that it receives.
  await page.addInitScript(() => {
    const given: number[] = [];
    Object.assign(window, { given });
    navigator.canShare = (data) => Boolean(data?.files?.length);
    navigator.share = (data) => {
      given.push(data?.files?.length ?? 0);
      return Promise.resolve();
    };
  });
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await panel.getByRole('button', { name: 'Save to Photos' }).click();
  const saving = dialog(page, 'Save to Photos');
  await saving.getByRole('button', { name: 'Save 10 photos (10 of 12)' }).click();
  await saving.getByRole('button', { name: 'Save 2 more (12 of 12)' }).click();
  await expect(saving.getByText('12 photos sent to your phone.')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { given: number[] }).given)).toEqual([10, 2]);
});

test('gives hidden lightbox controls no taps on a phone, and saves the photo', async ({ open }) => {
  const page = await open({ phone: true });
  await page.addInitScript(() => {
    const given: number[] = [];
    Object.assign(window, { given });
    navigator.canShare = (data) => Boolean(data?.files?.length);
    navigator.share = (data) => {
      given.push(...(data?.files ?? []).map(({ size }) => size));
      return Promise.resolve();
    };
  });
  await page.goto(gallery.path);
  const tile = grid(page).getByRole('link', { name: 'Photo 2 of 12' });
  await tile.scrollIntoViewIfNeeded();
  await expectImageLoaded(tile.getByRole('img'));
  await tile.tap();
  const save = lightbox(page).getByRole('button', { name: 'Save to Photos' });
  const takesTaps = () =>
    save.evaluate((button) => getComputedStyle(button.parentElement!.parentElement!).pointerEvents);
  await expect.poll(takesTaps).toBe('auto');
  const { x, y } = (await save.boundingBox())!;
  const tapSave = () => page.touchscreen.tap(x + 10, y + 10);
  const shown = lightbox(page).getByRole('region', { name: 'Save to Photos' });
  // Hidden by a tap on the photo.
  await page.touchscreen.tap(180, 300);
  await expect.poll(takesTaps).toBe('none');
  await tapSave();
  await expect.poll(takesTaps).toBe('auto');
  await expect(shown).toBeHidden();
  // Hidden by the slideshow.
  await lightbox(page).getByRole('button', { name: 'Play slideshow' }).tap();
  await expect.poll(takesTaps).toBe('none');
  // Its interval can be chosen for some seconds; then nothing covers the photos.
  const interval = lightbox(page).getByRole('radio', { name: '3 s' });
  await expect(interval).toBeVisible();
  await expect(interval).toBeHidden();
  await tapSave();
  await expect.poll(takesTaps).toBe('auto');
  await expect(shown).toBeHidden();
  await expect(lightbox(page).getByRole('button', { name: 'Play slideshow' })).toBeVisible();
  await expectNothingSerious(page, 'lightbox on a phone');
  await tapSave();
  await shown.getByRole('button', { name: 'Original' }).tap();
  await expect(lightbox(page).getByText('Photo sent to your phone.')).toBeVisible();
  // The slideshow may have shown the next photo before its interval was hidden.
  const photoId = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('photo');
  const { rows } = await database().query('select size from photos where id = $1', [photoId]);
  expect(await page.evaluate(() => (window as unknown as { given: number[] }).given)).toEqual([Number(rows[0].size)]);
});

test('closes one layer after another by Back', async ({ open }) => {
  const page = await open({ phone: true });
  await page.goto(gallery.path);
  await openDownloads(page);
  await page.goBack();
  await expect(dialog(page, 'Download photos')).toBeHidden();
  const shown = grid(page).getByRole('link', { name: 'Photo 2 of 12' });
  await shown.click();
  const download = lightbox(page).getByRole('button', { name: 'Download', exact: true });
  await download.click();
  await page.keyboard.press('ArrowRight');
  await at(page, 3);
  await page.goBack();
  await expect(download).toHaveAttribute('aria-expanded', 'false');
  await at(page, 3);
  await expect(page).toHaveURL(/#photo=/);
  await download.click();
  await lightbox(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(lightbox(page)).toBeHidden();
  await expect(page).not.toHaveURL(/#photo=/);
  // No entry of a closed layer is left above the gallery.
  await page.goBack();
  await expect(page).not.toHaveURL(new RegExp(gallery.path));
});

test('offers downloads and a new session or the studio’s contact below the last photo', async ({ open }) => {
  const page = await open({ phone: true });
  await page.goto(gallery.path);
  await expect(grid(page).getByRole('img').first()).toBeVisible();
  const downloads = page.getByRole('button', { name: 'Download', exact: true });
  await grid(page).getByRole('link').first().focus();
  await page.keyboard.press('End');
  // In the header, beside the photos and below them; the second one stays in the window.
  await expect(downloads).toHaveCount(3);
  await expect(downloads.nth(1)).toBeInViewport();
  await expect(page.getByRole('link', { name: /Estudi Llum$/ }).last()).toHaveAttribute('href', /^(mailto:|\/p\/)/);
  await downloads.last().click();
  await expect(dialog(page, 'Download photos')).toBeVisible();
});

test('explains how to save files inside another app’s browser', async ({ browser, faults }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Instagram 330.0.0.0';
  const context = await browser.newContext({ userAgent, viewport: { width: 375, height: 740 }, hasTouch: true });
  faults.watch(context);
  const page = await context.newPage();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await expect(panel.getByText('This app can’t save files')).toBeVisible();
  await expect(panel.getByLabel('Link to this page')).toHaveValue(new RegExp(`${gallery.path}$`));
  await context.close();
});

test('prints title, date, studio, and every photo with its name', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  await expectImageLoaded(grid(page).getByRole('img').first());
  // The print layout is in a deferred chunk.
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('IMG_0012.jpg')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText(/Estudi Llum · 4 July 2026 · 12 photos/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ceremony' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText('IMG_0012.jpg')).toBeHidden();
});
