import type { Page, Request } from '@playwright/test';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { makeCustomer } from './support/sessions.ts';
import { title } from './support/sign-in-page.ts';
import { expect, test } from './support/test.ts';

const KEYS = { analyticsKey: 'phc_local', errorsDsn: 'https://key@errors.example/1' };

/** Gives pages the keys that a stage with product analytics has, and records what they send and load for it. */
async function withKeys(page: Page): Promise<Request[]> {
  // Not by another response: Chromium lets only documents of this machine connect to it.
  await page.addInitScript((keys) => {
    // oxlint-disable-next-line typescript/unbound-method -- called on its document below
    const find = Document.prototype.getElementById;
    Document.prototype.getElementById = function (id: string) {
      const found = find.call(this, id);
      if (id === 'config' && found && !('keys' in found.dataset)) {
        found.dataset['keys'] = '';
        found.textContent = JSON.stringify({ ...JSON.parse(found.textContent), ...keys });
      }
      return found;
    };
  }, KEYS);
  return record(page);
}

function record(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    const isThird = !/localhost|127\.0\.0\.1/.test(origin);
    if (isThird || /^\/pulse\/|\/assets\/(?:usage|error-reports)-/.test(pathname)) sent.push(request);
  });
  return sent;
}

const reports = (sent: readonly Request[]) => sent.filter((request) => request.url().includes('/pulse/'));

/** The body as text; a page that is left sends it as a form. */
function textOf(request: Request): string {
  const body = request.postData() ?? '';
  const form = new URLSearchParams(body).get('data');
  return form ? decodeURIComponent(Buffer.from(form, 'base64').toString()) : body;
}

interface UsageEvent {
  event: string;
  properties: { $pathname: string };
}

const eventsIn = (sent: readonly Request[]) =>
  reports(sent)
    .filter((request) => request.url().includes('/pulse/e/'))
    .flatMap((request) => {
      const sentBody = JSON.parse(textOf(request)) as UsageEvent | { batch: UsageEvent[] };
      return 'batch' in sentBody ? sentBody.batch : [sentBody];
    });

const bar = (page: Page) => page.getByRole('region', { name: 'Usage and errors' });

test('the back office reports nothing before consent, no data of anybody after, and nothing once withdrawn', async ({
  open,
  faults,
}) => {
  const studio = await makePhotographer('Canary Studio');
  const customer = await makeCustomer(studio, { name: 'Clara Canary', email: 'clara@canary.example' });
  const gallery = await makeGallery(studio, { name: 'Canary wedding', photos: 1 });
  const page = await open({ as: studio });
  const sent = await withKeys(page);
  await page.goto('/app');
  await expect(bar(page)).toBeVisible();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  expect(sent).toEqual([]);

  await bar(page).getByRole('button', { name: 'Allow' }).click();
  await expect(bar(page)).toBeHidden();
  await expect.poll(() => eventsIn(sent).map(({ event }) => event)).toContain('$pageview');
  await page.goto(`/app/clients/customers/${customer}?q=clara%40canary.example`);
  await expect(title(page, 'Clara Canary')).toBeVisible();
  await page.goto(`/app/galleries/${gallery.id}`);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.keyboard.type('clara@canary.example');
  await page.keyboard.press('Escape');
  faults.allowCaught(/clara@canary/);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('clara@canary.example is not a function of IMG_CANARY.jpg');
    });
  });
  // To PostHog and to Sentry.
  await expect.poll(() => reports(sent).filter((one) => textOf(one).includes('"TypeError"')).length).toBe(2);
  await expect.poll(() => eventsIn(sent).map(({ event }) => event)).toContain('$exception');
  await expect.poll(() => eventsIn(sent).map(({ event }) => event)).toContain('network_timing');
  await expect.poll(() => eventsIn(sent).map(({ event }) => event)).toContain('$autocapture');
  expectNoData(sent, studio, [customer, gallery.id]);
  const patterns = eventsIn(sent).map(({ properties }) => properties.$pathname);
  expect(new Set(patterns)).toContain('/app/clients/customers/:customerId');
  for (const { properties } of eventsIn(sent)) {
    for (const [name, value] of Object.entries(properties))
      expect(`${name} ${value}`).not.toMatch(/referrer|title|text/);
  }

  await page.goto('/app/settings/security');
  await page.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByText(/^You declined on/)).toBeVisible();
  const before = sent.length;
  await page.getByRole('link', { name: 'Galleries', exact: true }).click();
  // The route changes once the screens of the section have loaded.
  await expect(title(page, 'Galleries')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Canary wedding' }).first()).toBeVisible();
  await page.goto('/app/settings/security');
  await expect(page.getByText(/^You declined on/)).toBeVisible();
  expect(sent.slice(before)).toEqual([]);
});

/** Nothing that names a person, a file, a studio or a row, and no session token, is anywhere in what was sent. */
function expectNoData(sent: readonly Request[], studio: Photographer, ids: readonly string[]): void {
  const { account, session, email } = studio;
  const secrets = [
    ...ids,
    account.id,
    account.slug,
    session.user.id,
    session.access_token,
    email,
    '@canary',
    '@example',
    'IMG_',
  ];
  for (const request of reports(sent)) {
    const text = `${request.url()} ${textOf(request)}`.replaceAll(KEYS.errorsDsn, '');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/canary|clara/i);
    expect(request.headers()['cookie']).toBeUndefined();
  }
}

test('the landing page asks where there is something to ask, and galleries never do', async ({ open }) => {
  const plain = await open();
  const none = record(plain);
  await plain.goto('/');
  await expect(plain.getByRole('link', { name: 'Privacy' })).toBeVisible();
  await expect(bar(plain)).toBeHidden();
  expect(none).toEqual([]);

  const page = await open();
  const sent = await withKeys(page);
  await page.goto('/');
  await bar(page).getByRole('button', { name: 'No thanks' }).click();
  await expect(bar(page)).toBeHidden();
  await page.goto('/privacy');
  await expect(page.getByText(/^You declined on/)).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => eventsIn(sent).map(({ event }) => event)).toContain('$pageview');
  const before = sent.length;
  const gallery = await makeGallery(await makePhotographer(), { photos: 1 });
  await page.goto(gallery.path);
  await expect(page.getByRole('region', { name: 'Photos' }).getByRole('img').first()).toBeVisible();
  expect(sent.slice(before).filter((request) => request.frame().url().includes('/gallery/'))).toEqual([]);

  const private_ = await open();
  await private_.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  const refused = await withKeys(private_);
  await private_.goto('/privacy');
  await expect(private_.getByText('Your browser asks websites not to track you')).toBeVisible();
  expect(refused).toEqual([]);
});
