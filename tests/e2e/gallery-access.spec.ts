import type { Page } from '@playwright/test';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { accounts } from '#core/api/accounts.ts';
import { newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { expectNothingSerious } from './support/axe.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { SHIFT_LIMIT, watchShifts } from './support/layout.ts';
import { openBooking, offerSession } from './support/booking.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('names studio, offer and contact without scripts, and moves nothing once they run', async ({
  open,
  faults,
  browser,
}) => {
  const photographer = await makePhotographer('Estudi Sal');
  await openBooking(photographer);
  await offerSession(photographer, { type: { name: 'Retrat' }, price: { price: 12_000, deposit: 0 } });
  const locked = await makeGallery(photographer, { photos: 1, password: 'figueres' });
  const expired = await makeGallery(photographer, { values: { expires_at: new Date(Date.now() - 1000) } });
  const studio = `/p/${photographer.account.slug}`;
  const token = 'T'.repeat(43);
  for (const status of [401, 403, 404]) faults.allowStatus(status, /^\/api\/p\//);
  const pages = [
    [locked.path, 'This gallery is password-protected', 'Can’t find it? Ask Estudi Sal'],
    [expired.path, 'This gallery has closed', 'Visit Estudi Sal'],
    [`${studio}/book`, 'Book a session', 'This page needs JavaScript'],
    [`${studio}/booking/${token}`, null, 'JavaScript is turned off in your browser, and this page needs it.'],
  ] as const;
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const withoutScripts = await plain.newPage();
  for (const [path, heading, text] of pages) {
    await withoutScripts.goto(path);
    if (heading) await expect(title(withoutScripts, heading)).toBeVisible();
    // By selector: Playwright finds no text within a `noscript`.
    await expect(withoutScripts.locator('p, a', { hasText: text }).first()).toBeVisible();
    await expect(withoutScripts.getByText('Estudi Sal').first()).toBeVisible();
    expect(await withoutScripts.content()).not.toContain(token);
    const client = await open();
    await watchShifts(client);
    await client.goto(path);
    if (heading) await expect(title(client, heading)).toBeVisible();
    await client.waitForLoadState('networkidle');
    const shift = await client.evaluate(() => window.shifts!.reduce((sum, { value }) => sum + value, 0));
    expect(shift, path).toBeLessThanOrEqual(SHIFT_LIMIT);
    await expect(client.getByText(text, { exact: false }).filter({ hasText: 'JavaScript' })).toBeHidden();
  }
  await withoutScripts.goto(`${studio}/book`);
  await expect(withoutScripts.getByRole('heading', { level: 2, name: 'Retrat' })).toBeVisible();
  await expect(withoutScripts.getByRole('link', { name: 'Retrat' })).toBeHidden();
  await expect(withoutScripts.getByText('€120')).toBeVisible();
  await withoutScripts.goto(locked.path);
  await withoutScripts.getByLabel('Password', { exact: true }).fill('figueres');
  await withoutScripts.getByRole('button', { name: 'Open gallery' }).click();
  await expectImageLoaded(withoutScripts.getByRole('img', { name: 'Photo 1 of 1' }));
  // The browser keeps its access.
  await withoutScripts.goto(locked.path);
  await expectImageLoaded(withoutScripts.getByRole('img', { name: 'Photo 1 of 1' }));
  await plain.close();
});

test('unlocks by password, rate-limits guesses', async ({ open, faults }) => {
  const photographer = await makePhotographer('Estudi Mar');
  const gallery = await makeGallery(photographer, { photos: 2, password: 'figueres' });
  // Chromium logs the refusals to its console: locked, wrong password, too many attempts.
  for (const status of [401, 403, 429]) faults.allowStatus(status, /^\/api\/p\//);
  const client = await open();
  const scripts = Promise.withResolvers<void>();
  await client.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
  await client.goto(gallery.path, { waitUntil: 'commit' });
  await expect(title(client, 'This gallery is password-protected')).toBeVisible();
  const password = client.getByLabel('Password', { exact: true });
  const enter = client.getByRole('button', { name: 'Open gallery' });
  // The form waits for its script, with what was typed.
  await password.fill('Figueres');
  await enter.click();
  scripts.resolve();
  await expect(client.getByRole('alert')).toHaveText(/Wrong password/);
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('Figueres');
  await password.fill('');
  await enter.click();
  await expect(client.getByRole('alert')).toHaveText('Enter the password.');
  await password.fill('figueres');
  await enter.click();
  await expect(title(client, gallery.name)).toBeVisible();
  await expectImageLoaded(client.getByRole('region', { name: 'Photos' }).getByRole('img').first());
  await client.reload();
  await expect(title(client, gallery.name)).toBeVisible();

  const guesser = await open();
  await guesser.goto(gallery.path);
  const guess = guesser.getByLabel('Password', { exact: true });
  // Ten of a window are answered; the next window may begin meanwhile.
  for (let attempt = 1, status = 0; attempt <= 21 && status !== 429; attempt++) {
    await guess.fill(`guess ${attempt}`);
    const answered = guesser.waitForResponse((response) => response.url().includes('/verify'));
    await guesser.getByRole('button', { name: 'Open gallery' }).click();
    status = (await answered).status();
    await expect(guesser.getByRole('alert')).toBeVisible();
  }
  await expect(guesser.getByRole('alert')).toHaveText(/Too many attempts. Try again in \d+ (minutes?|seconds?)/);
});

test('sends a password submitted while the script takes over the form', async ({ open }) => {
  const gallery = await makeGallery(await makePhotographer('Estudi Riu'), { photos: 1, password: 'figueres' });
  const client = await open();
  const scripts = Promise.withResolvers<void>();
  await client.route('**/assets/*.js', async (route) => scripts.promise.then(() => route.continue()));
  // Enter is pressed immediately after the script has read the field: before anything else runs in the page.
  await client.addInitScript(() => {
    HTMLFormElement.prototype.removeAttribute = function (this: HTMLFormElement, name: string) {
      Element.prototype.removeAttribute.call(this, name);
      if (name === 'aria-busy') queueMicrotask(() => this.requestSubmit());
    };
  });
  await client.goto(gallery.path, { waitUntil: 'commit' });
  await client.getByRole('textbox', { name: 'Password' }).fill('figueres');
  scripts.resolve();
  await expect(title(client, gallery.name)).toBeVisible();
});

test('explains closed galleries and names a contact', async ({ open, faults }) => {
  const photographer = await makePhotographer('Estudi Vent');
  const gallery = (values: Record<string, unknown>) => makeGallery(photographer, { values });
  const yesterday = new Date(Date.now() - DAY_MS);
  await database().query(
    `update settings set value = value || '{"email": "hola@vent.example"}' where account_id = $1 and key = 'photographer'`,
    [photographer.account.id],
  );
  for (const status of [401, 403, 410]) faults.allowStatus(status, /^\/api\/p\//);
  const client = await open();
  const accessPages = [
    [await gallery({ expires_at: yesterday }), 'This gallery has closed'],
    [await gallery({ status: 'draft', published_at: null }), 'This gallery isn’t open yet'],
    [await gallery({ status: 'hidden' }), 'This gallery isn’t open yet'],
    [await gallery({ visibility: 'invite' }), 'This gallery is invitation-only'],
  ] as const;
  for (const [{ path }, words] of accessPages) {
    await client.goto(path);
    await expect(title(client, words)).toBeVisible();
    await expect(client.getByRole('main').getByText('Estudi Vent').first()).toBeVisible();
    const write = client.getByRole('link', { name: 'Write to Estudi Vent' });
    await expect(write).toHaveAttribute('href', /^mailto:hola@vent\.example\?subject=/);
  }
  // A cut-off link names no invitation: no new one is promised.
  faults.allowStatus(400, /^\/api\/auth\/verify-invite$/);
  const [[invited]] = [accessPages[3]!];
  await client.goto(`${invited.path.replace('/gallery/', '/invite/')}?token=cut`);
  await expect(title(client, 'This link doesn’t work')).toBeVisible();
  await expect(client.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(client.getByRole('link', { name: 'Write to Estudi Vent' })).toBeVisible();
});

test('shows 404 for an unknown URL', { tag: '@long' }, async ({ open, faults }) => {
  const { account } = await makePhotographer('Estudi Boira');
  faults.allowStatus(404, /^\/(p|api\/p|nowhere)/);
  const page = await open();
  await page.goto(`/p/${account.slug}/gallery/${account.id}${'0'.repeat(16)}`);
  await expect(title(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Visit Estudi Boira' }).click();
  await expect(title(page, 'Estudi Boira')).toBeVisible();
  for (const address of [`/p/${newId()}`, '/nowhere']) {
    await page.goto(address);
    await expect(title(page, 'Page not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(title(page, 'Deliver photos')).toBeVisible();
});

test('redirects a previous studio URL', { tag: '@long' }, async ({ open }) => {
  const photographer = await makePhotographer('Estudi Riu');
  const { api, account } = photographer;
  const gallery = await makeGallery(photographer, { photos: 1 });
  const renamed = `riu-${newId()}`;
  await api.call(accounts.slug, { accountId: account.id }, { slug: renamed });
  const page = await open();
  await page.goto(`/p/${account.slug}`);
  await expect(page).toHaveURL(`/p/${renamed}`);
  await expect(title(page, 'Estudi Riu')).toBeVisible();
  await page.goto(gallery.path);
  await expect(page).toHaveURL(`/p/${renamed}/gallery/${gallery.id}`);
  await expect(title(page, gallery.name)).toBeVisible();
});

test('lists only public galleries on the studio’s page', async ({ open }) => {
  const photographer = await makePhotographer('Estudi Terra');
  await makeGallery(photographer, { name: 'For everyone', photos: 1, values: { visibility: 'public' } });
  await makeGallery(photographer, { name: 'By link' });
  const page = await open();
  await page.goto(`/p/${photographer.account.slug}`);
  await expect(page.getByRole('link', { name: /For everyone/ })).toBeVisible();
  await expect(page.getByText('By link')).toBeHidden();
  await page.getByRole('link', { name: /For everyone/ }).click();
  await expect(title(page, 'For everyone')).toBeVisible();
});

test('links from the landing page to the sign-in page', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await expect(title(page, 'Deliver photos')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(title(page, 'Sign in')).toBeVisible();
});

test('shares a readable link and its QR code; a client opens it', async ({ open }) => {
  const photographer = await makePhotographer('Estudi Clar');
  const shared = await makeGallery(photographer, { name: 'Clara & Jordi', photos: 1 });
  const path = `/p/${photographer.account.slug}/clara-jordi-${shared.id.slice(-8)}`;
  const office = await open({ as: photographer });
  await office.goto(`/app/galleries/${shared.id}/access`);
  await expect(office.getByLabel('Gallery link')).toHaveValue(new RegExp(`${path}$`));
  await office.getByRole('button', { name: 'QR code' }).click();
  const dialog = office.getByRole('dialog', { name: 'QR code' });
  await expect(dialog.getByRole('img', { name: 'QR code of this link' })).toBeVisible();
  await expectNothingSerious(office, 'QR code');
  for (const [button, suffix] of [
    ['Download SVG', 'svg'],
    ['Download PNG', 'png'],
  ] as const) {
    const download = office.waitForEvent('download');
    await dialog.getByRole('button', { name: button }).click();
    expect((await download).suggestedFilename()).toBe(`clara-jordi-${shared.id.slice(-8)}.${suffix}`);
  }
  const client = await open();
  await client.goto(path);
  await expect(title(client, 'Clara & Jordi')).toBeVisible();
  await client.getByRole('region', { name: 'Photos' }).getByRole('link').click();
  await expect(client.getByRole('dialog', { name: 'Clara & Jordi' })).toBeVisible();
});
