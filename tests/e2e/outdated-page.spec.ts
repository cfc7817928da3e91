import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test, WITH_WORKER } from './support/test.ts';

test.describe('with the service worker', () => {
  test.use(WITH_WORKER);

  test('shows a gallery that was seen after a reload offline, until its access ends', async ({ open, faults }) => {
    const gallery = await makeGallery(await makePhotographer(), { name: 'Marta i Jordi', photos: 2 });
    const page = await open();
    await page.goto(gallery.path);
    const photos = page.getByRole('region', { name: 'Photos' }).getByRole('img');
    for (const photo of await photos.all()) await expectImageLoaded(photo);
    const kept = (name: string) =>
      page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).length, name);
    await expect.poll(() => kept('gallery-pages')).toBe(1);
    await expect.poll(() => kept('gallery-images')).toBeGreaterThanOrEqual(2);
    await expect.poll(() => kept('gallery-assets')).toBeGreaterThan(3);
    // The page keeps what it has loaded one after another.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
          const parts = loaded.filter((url) => /\/(assets|locales)\//.test(url));
          const found = await Promise.all(parts.map((url) => caches.match(url, { ignoreVary: true })));
          return parts.filter((_url, index) => !found[index]);
        }),
      )
      .toEqual([]);

    faults.allowOffline();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Marta i Jordi' })).toBeVisible();
    await expect(photos).toHaveCount(2);
    for (const photo of await photos.all()) await expectImageLoaded(photo);

    await page.context().setOffline(false);
    await database().query(`update galleries set visibility = 'invite' where id = $1`, [gallery.id]);
    await page.reload();
    await expect(page.getByText('This gallery is invitation-only')).toBeVisible();
    await expect.poll(() => kept('gallery-images')).toBe(0);
    expect(await kept('gallery-pages')).toBe(0);
  });
});

test('reloads an outdated page that misses a part, unless a text is typed in it', async ({ open, faults }) => {
  const gallery = await makeGallery(await makePhotographer(), { photos: 1 });
  const page = await open();
  faults.allowStatus(404, /^\/assets\/downloads-/);
  // A deployment: the former build's files are gone, and the server's page loads other ones.
  let isDeployed = false;
  await page.route(/\/assets\/downloads-/, (route) => (isDeployed ? route.fulfill({ status: 404 }) : route.fallback()));
  await page.route(`**${gallery.path}`, async (route) => {
    if (!isDeployed) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('/assets/public-', '/assets/./public-');
    if (route.request().isNavigationRequest()) isDeployed = false;
    await route.fulfill({ response, body });
  });
  await page.goto(gallery.path);
  await expectImageLoaded(page.getByRole('region', { name: 'Photos' }).getByRole('img'));
  await page.evaluate(() => {
    document.body.dataset['old'] = '';
    document.body.prepend(Object.assign(document.createElement('textarea'), { value: 'Dear Nina' }));
  });
  isDeployed = true;
  const download = page.getByRole('button', { name: 'Download', exact: true }).first();
  const check = page.waitForResponse((response) => response.url().endsWith(gallery.path));
  await download.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load this part of the page' })).toBeVisible();
  await (await check).finished();
  // Answers are handled in order: once a later one is read, the page has decided about the reload.
  await page.evaluate(async (path) => (await fetch(path)).text(), gallery.path);
  await expect(page.locator('body[data-old]')).toBeAttached();

  await page.getByRole('textbox').fill('');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('body[data-old]')).not.toBeAttached();
  await download.click();
  await expect(page.getByRole('dialog', { name: 'Download photos' })).toBeVisible();
});
