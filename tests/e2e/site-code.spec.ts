import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { codeStyle, consentBar } from '#functions/page/site-code.ts';
import { compileCss } from '#functions/site/compile-css.ts';
import { insertRow, newId } from '../support/rows.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { hostileScript } from './support/hostile-script.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

/** Publishes a home page and a page `about`, without the screens. */
async function publishSite(owner: Photographer): Promise<void> {
  const author = { account_id: owner.account.id, author_id: owner.session.user.id };
  const heading = (text: string) => ({ id: newId(), kind: 'heading', level: 1, text });
  const pages = ['home', 'about'].map((path, order) => {
    const cells = [{ id: newId(), span: 12, blocks: [heading(`The ${path}`)] }];
    const rows = [{ id: newId(), v: 1, look: {}, cells }];
    return {
      id: newId(),
      path,
      title: path,
      description: '',
      layout: 'default',
      rows,
      settings: {},
      order,
      updatedAt: 0,
    };
  });
  const id = newId();
  for (const { updatedAt: _, rows, ...page } of pages) {
    await insertRow(database(), 'pages', { ...page, ...author, rows: JSON.stringify(rows) });
  }
  await insertRow(database(), 'site_releases', { id, ...author, kind: 'published', pages: '[]' });
  await insertRow(database(), 'site_release_contents', {
    release_id: id,
    account_id: author.account_id,
    content: { pages },
  });
  await insertRow(database(), 'site_state', { account_id: author.account_id, live_release_id: id });
  await insertRow(database(), 'cms_settings', { ...author, default_page: 'home' });
}

async function dns(type: string, name: string, value: string): Promise<void> {
  const body = new URLSearchParams({ action: 'add', type, name, value });
  expect((await fetch(`${stack().origin}/__dns`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
}

/** Brings the studio's own domain to life through its screen and the built-in registrar. */
async function goLive(page: Page, hostname: string): Promise<void> {
  await page.goto('/app/settings/domain');
  await page.getByRole('textbox', { name: 'Domain' }).fill(hostname);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const record = (type: string) => page.getByRole('listitem').filter({ hasText: type });
  const value = record('TXT').getByRole('textbox', { name: 'Value' });
  await expect(value).toHaveValue(/./, { timeout: 20_000 });
  await dns('TXT', `_studio-verification.${hostname}`, await value.inputValue());
  await dns('CNAME', hostname, await record('CNAME').getByRole('textbox', { name: 'Value' }).inputValue());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** A visitor whose browser is not watched: the hostile script fills its log. */
async function visit(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'en', serviceWorkers: 'allow' })).newPage();
}

test('a studio’s script runs after consent, and reaches nothing but its page', async ({ open, browser }) => {
  test.slow();
  const owner = await makePhotographer('Estudi Llum');
  await publishSite(owner);
  const gallery = await makeGallery(owner, { name: 'Private wedding', photos: 1, password: 'figueres' });
  const hostname = `www.${owner.account.slug}.localhost`;
  const own = `http://${hostname}:${new URL(stack().origin).port}`;
  const office = await open({ as: owner });
  await goLive(office, hostname);

  // Before there is a script, the domain has galleries, and the browser keeps what they need.
  const visitor = await visit(browser);
  await visitor.goto(`${own}/gallery/${gallery.id}`);
  const password = visitor.getByRole('textbox', { name: 'Password' });
  await password.fill('figueres');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'Private wedding' })).toBeVisible();
  await visitor.evaluate(async () => {
    localStorage.setItem('booking', 'a secret');
    sessionStorage.setItem('page', 'a secret');
    await caches.open('gallery-images');
  });
  expect((await visitor.context().cookies(own)).map(({ name }) => name)).toContain('visitor_session');
  const worker = () => visitor.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
  await expect.poll(worker).toBe('activated');
  // A worker stays as long as a page of its own is open.
  await visitor.goto('about:blank');

  await office.goto('/app/settings/website');
  const script = hostileScript({ product: stack().origin, slug: owner.account.slug, galleryId: gallery.id });
  await office.getByRole('textbox', { name: 'JavaScript' }).fill(script);
  await office.getByRole('textbox', { name: 'Allowed hosts' }).fill('https://stats.example/script.js');
  await office.getByRole('button', { name: 'Turn on' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(office.getByText('On', { exact: true })).toBeVisible();
  await expect(office.getByText('1 version')).toBeVisible();
  // Long lines of code scroll within their field.
  expect(await office.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  const page = await visitor.context().newPage();
  await expect(async () => {
    await page.goto(own);
    await expect(page.getByRole('complementary')).toContainText('stats.example', { timeout: 1_000 });
  }).toPass();
  // Undefined while the page loads again, as it does to end a worker.
  const loot = () => page.evaluate(() => (window as { loot?: Record<string, string> }).loot).catch(() => undefined);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toBeVisible();
  expect(await page.locator('script[src^="/code/"]').count()).toBe(0);

  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(loot, { timeout: 20_000 }).toBeTruthy();
  const found = (await loot())!;
  expect(Object.keys(found).length).toBeGreaterThan(30);
  expect(Object.entries(found).filter(([, got]) => got !== 'refused')).toEqual([]);
  expect(new URL(page.url()).origin).toBe(own);

  // The gallery is at the product's address, where the script is not.
  await visitor.goto(`${own}/gallery/${gallery.id}`);
  await expect(visitor).toHaveURL(`${stack().origin}${gallery.path}?lng=en`);
  await expect(visitor.getByRole('textbox', { name: 'Password' })).toBeVisible();

  // Accepted once, it runs with the page; switched off, it is gone with the next load.
  // Without waiting for the end of loading, which the script's refused requests hold up.
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(loot, { timeout: 20_000 }).toBeTruthy();
  await office.getByRole('button', { name: 'Turn off' }).click();
  await expect(office.getByRole('button', { name: 'Turn on' })).toBeEnabled();
  await expect(async () => {
    await page.goto(own, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'The home' })).toBeVisible({ timeout: 5_000 });
    expect(await page.locator('#consent, script[src="/site-code.js"]').count()).toBe(0);
  }).toPass();
  await visitor.context().close();
});

/** CSS of a studio that tries to cover what is outside `.site`, and to move it away. */
const COVERS = [
  '.site{display:contents}.cover{position:fixed;inset:0;z-index:2147483647;background:red}',
  '.site{display:contents}.cover::before{content:"";position:fixed;inset:0;z-index:2147483647;background:red}',
  '.site{position:fixed;inset:0;z-index:2147483647;background:red;transform:translateZ(999px)}',
  '.site{position:relative;z-index:2147483647;margin-bottom:-100vh;min-height:300vh;background:red}',
  '.site{display:contents}.cover{position:sticky;bottom:0;z-index:2147483647;height:100vh;background:red;will-change:transform}',
  '.site{display:contents}.cover{position:absolute;inset:0 0 -9999px;z-index:2147483647;mix-blend-mode:difference;backdrop-filter:invert(1)}',
];

/** True if the middle and the corners of an element are its own, for eyes and for taps. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]));
    return points.every(([x, y]) => one.contains(document.elementFromPoint(x!, y!)));
  });

test('no CSS of a studio covers the consent bar', async ({ open }) => {
  const page = await open();
  const styles = await readFile(new URL('../../web/site/styles/consent.css', import.meta.url), 'utf8');
  const script = { hash: 'a'.repeat(64), hosts: ['stats.example'] };
  for (const css of COVERS) {
    const { css: compiled, problems } = compileCss(css);
    expect(problems).toEqual([]);
    const code = { css: compiled, script };
    const bar = consentBar(code, 'en', 'Estudi Llum')
      .replace(/<script.*<\/script>/, '')
      .replaceAll(' hidden', '');
    await page.setContent(
      `<style>:root{--paper-raised:#fff;--ink:#000;--line:#ccc}${styles}</style>${codeStyle(code)}<div class="site"><div class="cover">Cover</div></div>${bar}`,
    );
    expect(await isOnTop(page.locator('#consent')), css).toBe(true);
    // The bar gives way to the button that opens it again.
    await page.locator('#consent').evaluate((one) => one.setAttribute('hidden', ''));
    const again = page.locator('#consent-again');
    await again.scrollIntoViewIfNeeded();
    expect(await isOnTop(again), css).toBe(true);
  }
});
