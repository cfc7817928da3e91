import { copyFile, mkdir, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { SECRETS } from '../support/pictures.ts';
import { newId } from '../support/rows.ts';
import { linkIn, mailTo } from './support/mail.ts';
import { notice } from './support/notice.ts';
import { freshEmail, PASSWORD } from './support/photographer.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { expect, test } from './support/test.ts';
import { makeShoot, type Shoot } from './support/upload-files.ts';

const CLIENT = 'Ana Prats';
const GALLERY = 'Ana & Pau';
const MESSAGE = 'It was a joy. Thank you!';

let shoot: Shoot;
test.beforeAll(async () => {
  shoot = await makeShoot();
});
test.afterAll(() => shoot.remove());

test('delivers a gallery and revokes the invitation', async ({ open, faults }) => {
  // Covers the whole delivery with eight real images.
  test.setTimeout(180_000);
  const studio = `Llum ${newId().slice(0, 6)}`;
  const clientEmail = freshEmail('ana');
  const page = await open();

  await test.step('creates an account', () => openAccount(page));
  await test.step('creates a studio', () => openStudio(page, studio));
  await test.step('creates a gallery with a new client', () => newGallery(page));
  await test.step('uploads, and reports failed files', () => upload(page));
  await test.step('sorts, sets a cover, deletes and undoes', () => arrange(page));
  await test.step('publishes for invited people and invites the client', () => publishAndInvite(page, clientEmail));

  const client = await open({ phone: true });
  await test.step('the client opens the link of the mail', async () => {
    const mail = await mailTo(clientEmail);
    expect(mail.subject).toContain(studio);
    expect(mail.text).toContain(MESSAGE);
    const link = linkIn(mail, '/invite/');
    // Cut off by a mail program, it offers the studio and no new link, since it names no invitation.
    faults.allowStatus(401, /\/api\/p\//);
    faults.allowStatus(404, /\/verify-invite$/);
    await client.goto(link.slice(0, -5));
    await expect(client.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expect(client.getByText(`ask ${studio} for a new one`)).toBeVisible();
    await expect(client.getByRole('button', { name: 'Send me a new link' })).toBeHidden();
    await client.goto(link);
    await expect(client.getByRole('heading', { name: GALLERY })).toBeVisible();
  });
  await test.step('the client views photos', () => look(client));
  await test.step('the client downloads', () => download(client));

  await test.step('the photographer sees the activity and revokes the invitation', async () => {
    await expect(page.getByText('Accepted', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Revoke ${CLIENT}’s invitation` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  });
  await test.step('the client sees the studio’s name in the explanation', async () => {
    faults.allowStatus(401, /\/api\/p\//);
    faults.allowStatus(403, /\/api\/p\//);
    await expect(async () => {
      await client.reload();
      await expect(client.getByRole('heading', { name: 'You no longer have access' })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await expect(client.getByText(`${studio} has revoked your invitation`)).toBeVisible();
    await expect(client.getByRole('region', { name: 'Photos' })).toBeHidden();
  });
});

test('takes eight clicks and five fields from sign-up to an invitation with named gallery and client', async ({
  open,
}) => {
  test.setTimeout(90_000);
  const page = await open();
  const [email, client] = [freshEmail('photographer'), freshEmail('client')];
  const effort = { clicks: 0, fields: 0 };
  const click = async (target: Locator) => {
    effort.clicks += 1;
    await target.click();
  };
  const fill = async (label: string, text: string) => {
    effort.fields += 1;
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/');
  await click(page.getByRole('link', { name: 'Create your account' }).first());
  await fill('Email', email);
  await fill('Password', PASSWORD);
  await click(button('Create account'));
  // The link of the mail is a click.
  const confirmation = linkIn(await mailTo(email), '/verify');
  effort.clicks += 1;
  await page.goto(confirmation);
  await fill('Studio name', `Llum ${newId().slice(0, 6)}`);
  await expect(page.getByText(/is available\.$/)).toBeVisible();
  await click(button('Create studio'));
  await click(page.getByRole('link', { name: 'New gallery' }).first());
  const chooser = page.waitForEvent('filechooser');
  await click(page.getByText('Choose a folder'));
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shoot-'));
  const named = join(folder.path, GALLERY);
  await mkdir(named);
  await copyFile(shoot.path(shoot.good.first.name), join(named, shoot.good.first.name));
  await (await chooser).setFiles(named);
  // The gallery is named after the folder.
  await expect(page.getByRole('heading', { level: 1, name: GALLERY })).toBeVisible();
  await expectReady(page, shoot.good.first.name);
  await click(button('Publish & share'));
  // Typing a name is enough, and Tab goes to the next field.
  effort.fields += 1;
  await page.getByRole('combobox', { name: 'Client' }).fill(CLIENT);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await fill('Email', client);
  await click(button('Publish & send'));
  await expect(notice(page, `Gallery published. The invitation to ${client} is on its way`)).toBeVisible();
  const mail = await mailTo(client);
  expect(linkIn(mail, '/invite/')).toContain('?token=');
  expect(mail.text).toContain(`Hello ${CLIENT},`);
  expect(effort).toEqual({ clicks: 8, fields: 5 });
});

async function openAccount(page: Page): Promise<void> {
  const email = freshEmail('photographer');
  await page.goto('/');
  await page.getByRole('link', { name: 'Create your account' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await page.goto(linkIn(await mailTo(email), '/verify'));
}

async function openStudio(page: Page, studio: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create your studio' })).toBeVisible();
  await page.getByLabel('Studio name').fill(studio);
  const slug = studio.toLowerCase().replace(' ', '-');
  await expect(page.getByLabel('Web address')).toHaveValue(slug);
  await expect(page.getByText(`/p/${slug} is available.`)).toBeVisible();
  await page.getByLabel('Currency').selectOption('CHF');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Madrid');
  await page.getByLabel('Time zone').selectOption('Europe/Zurich');
  await expect(page.getByLabel('Language')).toHaveValue('en');
  await page.getByRole('button', { name: 'Create studio' }).click();
  await expect(page.getByRole('heading', { name: `Hello, ${studio}` })).toBeVisible();
}

async function newGallery(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New gallery' }).click();
  await page.getByLabel('Name').fill(GALLERY);
  // A typed name is neither lost nor created unasked.
  await page.getByRole('combobox', { name: 'Client' }).fill(CLIENT);
  await page.getByLabel('Shoot date').fill('2026-07-04');
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused();
  await page.getByRole('option', { name: `Create “${CLIENT}”` }).click();
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue(CLIENT);
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await expect(page.getByRole('heading', { name: GALLERY })).toBeVisible();
  await expect(page.getByText(CLIENT)).toBeVisible();
  await page.getByRole('button', { name: 'Publish & share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish & share' });
  await expect(sheet.getByText('Add photos first')).toBeVisible();
  for (const act of ['Publish only', 'Publish & send']) {
    await expect(sheet.getByRole('button', { name: act })).toBeDisabled();
  }
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Draft')).toBeVisible();
}

async function upload(page: Page): Promise<void> {
  const { good, bad } = shoot;
  await page.getByLabel('Choose photos').setInputFiles(shoot.path(good.first.name));
  const list = page.getByRole('region', { name: /uploaded|Uploading|Duplicates found/ });
  await expect(list.getByRole('heading', { name: '1 photo uploaded' })).toBeVisible();
  // The folder contains the first image twice: on request it becomes two photos.
  await page.getByLabel('Choose a folder').setInputFiles(shoot.folder);
  await expect(list.getByText('1 identical photo is already in this gallery')).toBeVisible();
  await list.getByRole('button', { name: 'Upload anyway' }).click();
  // On a phone the upload list is collapsed, so that the photos stay in view.
  const [show, hide] = ['Show list', 'Hide list'].map((name) => list.getByRole('button', { name })) as [
    Locator,
    Locator,
  ];
  await expect(show.or(hide)).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(list.getByText(shoot.sidecar)).toBeHidden();
  await list.getByText('1 file left out').click();
  await expect(list.getByText(shoot.sidecar)).toBeVisible();
  for (const { name } of [good.turned, good.profile, good.heic]) await expectReady(page, name);
  await expect(unreadable(page, bad.cut.name, 'The file is incomplete. Export it again.')).toBeVisible();
  await expect(
    unreadable(page, bad.mislabelled.name, 'The file’s content doesn’t match its name. Export it again.'),
  ).toBeVisible();
  await list.getByRole('button', { name: 'Close' }).click();
}

const unreadable = (page: Page, name: string, reason: string) => photo(page, `${name}, Unreadable: ${reason}`);

const photo = (page: Page, name: string | RegExp) => page.getByRole('group', { name, exact: true });

/** Waits for a ready photo: its file name is its label, and its image has loaded. */
async function expectReady(page: Page, name: string): Promise<void> {
  await expect(photo(page, name).first()).toBeVisible({ timeout: 30_000 });
  await expectImageLoaded(photo(page, name).first().getByRole('img', { name }));
}

async function arrange(page: Page): Promise<void> {
  const { good, bad } = shoot;
  await page.getByLabel('Photo order').selectOption({ label: 'By filename' });
  const tiles = page.getByRole('list', { name: 'Photos' }).getByRole('group');
  await expect(tiles.nth(0)).toHaveAccessibleName(good.first.name);
  await expect(tiles.nth(2)).toHaveAccessibleName(good.turned.name);

  await page.getByLabel(`Select ${good.turned.name}`).check();
  await page.getByRole('button', { name: 'Set as cover' }).click();
  await expect(photo(page, good.turned.name).getByText('Cover')).toBeVisible();
  await page.getByLabel(`Select ${good.turned.name}`).uncheck();

  // Deletes the duplicate of the first photo together with the unreadable files.
  const tickThree = async () => {
    await tiles.nth(1).getByLabel(`Select ${good.first.name}`).check();
    for (const { name } of [bad.cut, bad.mislabelled]) await page.getByLabel(`Select ${name}`).check();
    await expect(page.getByText('3 selected')).toBeVisible();
  };
  await tickThree();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(tiles).toHaveCount(4);
  await notice(page, '3 photos moved to the trash').getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(7);
  await tickThree();
  await page.keyboard.press('Delete');
  await expect(tiles).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(tiles).toHaveCount(7);
  await tickThree();
  await page.keyboard.press('Delete');
  await expect(tiles).toHaveCount(4);
}

async function publishAndInvite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish & share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish & share' });
  await sheet.getByLabel('Who can view').selectOption('Only invited people');
  await sheet.getByLabel('Personal message').fill(MESSAGE);
  await sheet.getByRole('button', { name: 'Preview email' }).click();
  const preview = sheet.frameLocator('iframe');
  await expect(preview.getByText(MESSAGE)).toBeVisible();
  await expect(preview.getByText(`Hello ${CLIENT},`)).toBeVisible();
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 800);
  await sheet.getByRole('textbox', { name: 'Email' }).fill(email);
  await expect(sheet.getByText(`Also saved as ${CLIENT}’s email`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish & send' }).click();
  await expect(notice(page, `Gallery published. The invitation to ${email} is on its way`)).toBeVisible();
  // Sharing is the next act, and the client has the address now.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = page.getByRole('dialog', { name: 'Share' });
  await expect(shared.getByRole('textbox', { name: 'Gallery link' })).toHaveValue(/\/p\//);
  await expect(shared.getByText('Also saved as')).toBeHidden();
  await shared.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Access & share' }).click();
}

async function look(client: Page): Promise<void> {
  const grid = client.getByRole('region', { name: 'Photos' });
  const tile = (number: number) => grid.getByRole('link', { name: `Photo ${number} of 4` });
  // Rows below the window are rendered once the client scrolls.
  for (const number of [1, 2, 3, 4]) {
    await tile(number).scrollIntoViewIfNeeded();
    await expectImageLoaded(tile(number).getByRole('img'));
  }
  const thirdAddress = await tile(3).getAttribute('href');
  await client.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await tile(1).click();
  const lightbox = client.getByRole('dialog', { name: GALLERY });
  await expect(lightbox.getByText('Photo 1 of 4')).toBeAttached();
  await expectImageLoaded(lightbox.getByRole('img', { name: 'Photo 1 of 4' }));
  await client.keyboard.press('ArrowRight');
  await expect(lightbox.getByText('Photo 2 of 4', { exact: true })).toBeAttached();
  await swipeLeft(client);
  await expect(lightbox.getByText('Photo 3 of 4', { exact: true })).toBeAttached();
  await expect(client).toHaveURL((url) => url.hash === thirdAddress);

  // The URL names the photo: it opens there, and Back returns to the gallery.
  await client.reload();
  await expect(lightbox.getByText('Photo 3 of 4', { exact: true })).toBeAttached();
  await expectImageLoaded(lightbox.getByRole('img', { name: 'Photo 3 of 4' }));
  await client.keyboard.press('ArrowLeft');
  await expect(lightbox.getByText('Photo 2 of 4', { exact: true })).toBeAttached();
  await client.goBack();
  await expect(lightbox).toBeHidden();
  await tile(2).click();
  await expectImageLoaded(lightbox.getByRole('img', { name: 'Photo 2 of 4' }));
  await client.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
}

/** Dispatches a touch through Chromium's input protocol. */
async function swipeLeft(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 360 }] });
  await finger('touchStart', 320);
  for (let x = 290; x >= 50; x -= 30) await finger('touchMove', x);
  await finger('touchEnd');
  await touch.detach();
}

async function download(client: Page): Promise<void> {
  const { first } = shoot.good;
  await client.getByRole('region', { name: 'Photos' }).getByRole('link').first().click();
  const lightbox = client.getByRole('dialog', { name: GALLERY });
  await lightbox.getByRole('button', { name: 'Download' }).click();
  const save = async (size: string) => {
    const [file] = await Promise.all([
      client.waitForEvent('download'),
      lightbox.getByRole('link', { name: size }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(first.name);
    return readFile(await file.path());
  };
  const original = await save('Original');
  expect(original.equals(first.bytes)).toBe(true);
  const web = await save('Web size');
  const { format, exif } = await sharp(web).metadata();
  expect(format).toBe('jpeg');
  expect(exif?.includes('GPS') ?? false).toBe(false);
  for (const secret of Object.values(SECRETS)) expect(web.includes(secret)).toBe(false);
}
