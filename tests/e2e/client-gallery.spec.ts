import type { Locator, Page } from '@playwright/test';
import { galleries } from '#core/api/galleries.ts';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makeGallery, type TestGallery } from './support/galleries.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { expectPainted } from './support/pictures-shown.ts';
import { expect, test } from './support/test.ts';

const NAME = 'Ana & Pau';
const PIN = '4321';

let owner: Photographer;
/** Twelve photos: two before the first section, five in each of two. */
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

/** Rows without files: enough for what is asked of the page alone. */
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
const grid = (page: Page) => page.getByRole('region', { name: 'Photographs' });
const lightbox = (page: Page) => page.getByRole('dialog', { name: NAME });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const at = (page: Page, number: number, of = 12) =>
  expect(lightbox(page).getByText(`Photo ${number} of ${of}`, { exact: true }).first()).toBeAttached();

async function openDownloads(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  return dialog(page, 'Download photos');
}

for (const phone of [false, true]) {
  const screen = phone ? 'on a phone' : 'on a desk';

  test(`a client finds a section and its photos, ${screen}`, async ({ open }) => {
    const page = await open({ phone });
    await page.goto(gallery.path);
    const sections = page.getByRole('navigation', { name: 'Sections' });
    const party = sections.getByRole('link', { name: 'Party' });
    await party.press('Enter');
    await expect(party).toHaveAttribute('aria-current', 'location');
    await expect(page.getByRole('heading', { name: 'Party' })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Party' })).toBeFocused();
    // The address is the section's: it opens there.
    const address = page.url();
    expect(address).toContain('#section=');
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Party' })).toBeInViewport();
    await expect(grid(page).getByRole('link', { name: 'Photo 12 of 12' })).toBeAttached();
    await expectNothingSerious(page, 'sections');
  });

  test(`the lightbox opens on the picture that is there, and back closes it, ${screen}`, async ({ open }) => {
    const page = await open({ phone });
    await page.goto(gallery.path);
    const tile = grid(page).getByRole('link', { name: 'Photo 3 of 12' });
    await expectPainted(tile.getByRole('img'));
    await tile.click();
    await at(page, 3);
    await expectPainted(lightbox(page).getByRole('img', { name: 'Photo 3 of 12' }));
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(tile).toBeFocused();
  });
}

test('a slideshow by keyboard: it plays, keeps its pace, and any act stops it', async ({ open }) => {
  const page = await open();
  await page.goto(`${gallery.path}#photo=${gallery.photoIds[10]}`);
  await expectPainted(lightbox(page).getByRole('img', { name: 'Photo 11 of 12' }));
  await at(page, 11);
  await page.clock.install();
  await page.keyboard.press('?');
  await expect(lightbox(page).getByRole('region', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await expect(lightbox(page).getByText('Slideshow is playing')).toBeAttached();
  await lightbox(page).getByRole('radio', { name: '3 s' }).click();
  await expect(async () => {
    await page.clock.runFor(3000);
    await at(page, 12);
  }).toPass();
  // After the last comes the first.
  await expect(async () => {
    await page.clock.runFor(3000);
    await at(page, 1);
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page).getByText('Slideshow is paused')).toBeAttached();
  await at(page, 2);
  await page.clock.runFor(20_000);
  await at(page, 2);
  // The controls have left by now, and come back to a mouse; axe looks when they are there.
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await expect.poll(() => lightbox(page).getByRole('button', { name: 'Close' }).evaluate(opacityOf)).toBe(1);
  await expectNothingSerious(page, 'slideshow');
});

/** As it is seen: its own and that of all around it. */
function opacityOf(element: Element): number {
  let seen = 1;
  for (let each: Element | null = element; each; each = each.parentElement)
    seen *= Number(getComputedStyle(each).opacity);
  return seen;
}

test('what was looked at is counted once', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const sent: string[][] = [];
  await page.route('**/views', async (route) => {
    sent.push((route.request().postDataJSON() as { photoIds: string[] }).photoIds);
    await route.continue();
  });
  await expectPainted(grid(page).getByRole('img').first());
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

test('a large gallery shows its first photos at once and has all of them a moment later', async ({ open, faults }) => {
  const large = await makeGallery(owner, { name: 'Many' });
  await addRows(large, 500);
  faults.allowStatus(404, /^\/api\/images\//);
  const page = await open();
  const html = await (await page.request.get(large.path)).text();
  expect(new Set(html.match(/ROW_\d+/g)).size).toBe(120);
  await page.goto(large.path);
  await expect(page.getByText('500 photos')).toBeVisible();
  await grid(page).getByRole('link').first().focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(grid(page).getByRole('link', { name: 'Photo 500 of 500' })).toBeFocused({ timeout: 500 });
  }).toPass();
});

test('all photos as one file, at once', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await expectNothingSerious(page, 'download');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog(page, 'Your download is ready').getByText(/12 photos/)).toBeVisible();
});

test('a choice of photos, ticked by hand', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await panel.getByRole('radio', { name: 'Photos I choose' }).click();
  await panel.getByRole('button', { name: 'Choose photos' }).click();
  const bar = page.getByRole('region', { name: 'Choice of photos' });
  const box = (number: number) => grid(page).getByRole('checkbox', { name: `Photo ${number} of 12` });
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(bar.getByText(/4 photos/)).toBeVisible();
  await box(2).press('Space');
  await expect(bar.getByText(/3 photos/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose all of Party' }).click();
  await expect(bar.getByText(/8 photos/)).toBeVisible();
  await expectNothingSerious(page, 'choosing');
  await bar.getByRole('button', { name: 'Download' }).click();
  await expect(panel.getByRole('radio', { name: '8 chosen photos' })).toBeChecked();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog(page, 'Your download is ready').getByText(/8 photos/)).toBeVisible();
});

test('a PIN stands before the first download', async ({ open, faults }) => {
  const locked = await makeGallery(owner, { name: NAME, photos: 2 });
  await owner.api.call(galleries.pin, { galleryId: locked.id }, { pin: PIN });
  for (const status of [401, 403, 422]) faults.allowStatus(status, /^\/api\/p\//);
  const page = await open();
  await page.goto(locked.path);
  const panel = await openDownloads(page);
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  const ask = dialog(page, 'Downloads ask for a PIN');
  await ask.getByLabel('PIN').fill('12');
  await ask.getByRole('button', { name: 'Continue' }).click();
  await expect(ask.getByText('A PIN has 4 to 8 digits.')).toBeVisible();
  await ask.getByLabel('PIN').fill('1111');
  await ask.getByRole('button', { name: 'Continue' }).click();
  await expect(ask.getByText('That PIN is not right.')).toBeVisible();
  await expectNothingSerious(page, 'PIN');
  await ask.getByLabel('PIN').fill(PIN);
  await Promise.all([page.waitForEvent('download'), ask.getByRole('button', { name: 'Continue' }).click()]);
  await page.getByRole('button', { name: 'Close' }).click();
  // One photo of it as well, without being asked again.
  await grid(page).getByRole('link').first().click();
  await lightbox(page).getByRole('button', { name: 'Download' }).click();
  await expect(lightbox(page).getByRole('link', { name: 'Web size' })).toBeVisible();
});

test('a large download is prepared: progress, a reload, a mail, and its link', async ({ open }) => {
  // More than is packed while somebody waits (core/domain/archives.ts).
  const large = await makeGallery(owner, { name: 'Large', photos: 41 });
  const page = await open();
  await page.goto(large.path);
  // The job's own pace is not the test's: it is seen waiting until it is let on.
  let held = true;
  await page.route('**/archives/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    const waiting = { ...body, status: 'packing', doneCount: 12, doneBytes: 1, parts: [], expiresAt: null };
    await route.fulfill({ response: answer, json: held ? waiting : body });
  });
  const panel = await openDownloads(page);
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  const preparing = dialog(page, 'Your download is being prepared');
  await expect(preparing.getByText('12 of 41 photos')).toBeVisible();
  await expectNothingSerious(page, 'preparing');
  const email = freshEmail('client');
  await preparing.getByLabel('E-mail').fill(email);
  await preparing.getByRole('button', { name: 'Mail me when it is ready' }).click();
  await expect(preparing.getByText(`We write to ${email}`)).toBeVisible();
  await page.reload();
  const note = page.getByRole('button', { name: /Preparing your download/ });
  await expect(note).toBeVisible();
  held = false;
  const ready = page.getByRole('button', { name: 'Your download is ready' });
  await expect(ready).toBeVisible({ timeout: 30_000 });
  await ready.click();
  const files = dialog(page, 'Your download is ready');
  await expect(files.getByText(/41 photos/)).toBeVisible();
  await expect(files.getByText(/Ready here until/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link', { name: 'Download the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);

  // The mail leads a browser that knows nothing of it to the same download.
  const mail = await mailTo(email);
  const other = await open({ phone: true });
  await other.goto(linkIn(mail, '?download='));
  await expect(dialog(other, 'Your download is ready').getByText(/41 photos/)).toBeVisible();
  expect(new URL(other.url()).search).toBe('');
});

test('a download that is no longer there says so, and how to go on', async ({ open, faults }) => {
  faults.allowStatus(404, /^\/api\/p\//);
  const page = await open();
  await page.goto(`${gallery.path}?download=${newId()}`);
  const over = dialog(page, 'This download is no longer there');
  await expect(over.getByText(/ended after 7 days/)).toBeVisible();
  await over.getByRole('button', { name: 'Prepare it again' }).click();
  await expect(dialog(page, 'Download photos')).toBeVisible();
});

test('a phone saves photos in batches of ten, each with a tap', async ({ open }) => {
  const page = await open({ phone: true });
  // The border to the system: what the sheet was given is all that is stubbed.
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
  await panel.getByRole('button', { name: 'Save to photos' }).click();
  const saving = dialog(page, 'Save to photos');
  await saving.getByRole('button', { name: 'Save 10 photos (10 of 12)' }).click();
  await saving.getByRole('button', { name: 'Save 2 more (12 of 12)' }).click();
  await expect(saving.getByText('All 12 photos have been handed to your phone.')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { given: number[] }).given)).toEqual([10, 2]);
});

test('inside another app, the page says how to save files', async ({ browser, faults }) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Instagram 330.0.0.0';
  const context = await browser.newContext({ userAgent, viewport: { width: 375, height: 740 }, hasTouch: true });
  faults.watch(context);
  const page = await context.newPage();
  await page.goto(gallery.path);
  const panel = await openDownloads(page);
  await expect(panel.getByText('This app does not save files')).toBeVisible();
  await expect(panel.getByLabel('Link to this page')).toHaveValue(new RegExp(`${gallery.path}$`));
  await context.close();
});

test('on paper: title, date, studio, and every photo with its name', async ({ open }) => {
  const page = await open();
  await page.goto(gallery.path);
  await expectPainted(grid(page).getByRole('img').first());
  // Its layout comes with the scripts that are loaded a moment later.
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
