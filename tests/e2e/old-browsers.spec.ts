import { makeGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

test('a browser below the public floor gets the gallery’s photos and a notice, and no script', async ({
  open,
  faults,
}) => {
  faults.allowCaught(/Content Security Policy/);
  const gallery = await makeGallery(await makePhotographer(), { photos: 2 });
  const page = await open({ locale: 'es-ES' });
  const scripts: string[] = [];
  page.on('request', (request) => void (/\/assets\/.*\.js/.test(request.url()) && scripts.push(request.url())));
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'));
  await page.goto(gallery.path);
  await expect(page.getByRole('alert')).toContainText('Este navegador es demasiado antiguo');
  await expect(page.getByRole('alert')).toContainText('Safari 16.4, Chrome 111 o Firefox 128');
  const photos = page.getByRole('link').getByRole('img');
  await expect(photos).toHaveCount(2);
  for (const photo of await photos.all()) await expectImageLoaded(photo);
  expect(scripts).toEqual([]);
});

test('a browser between the floors has the clients’ pages, and a notice in the back office', async ({
  open,
  faults,
}) => {
  faults.allowCaught(/Content Security Policy/);
  const gallery = await makeGallery(await makePhotographer(), { photos: 1 });
  const page = await open();
  await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
  await page.goto(gallery.path);
  await expect(page.getByRole('button', { name: 'Download', exact: true }).first()).toBeVisible();
  await expect(page.locator('#browser-notice')).toBeHidden();
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('This page needs Safari 17.4, Chrome 119 or Firefox 128');
  await expect(page.locator('#root')).toBeHidden();
});

test('a script that the browser cannot parse shows the notice, not to “offline”', async ({ open, faults }) => {
  const gallery = await makeGallery(await makePhotographer(), { photos: 1 });
  const page = await open();
  faults.allowCaught(/SyntaxError/);
  await page.route(/\/assets\/downloads-/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class A { static %% }' }),
  );
  await page.goto(gallery.path);
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  await expect(page.getByRole('alert')).toContainText('This browser is too old');
  await expect(page.getByText('You may be offline')).toBeHidden();
  await expect(page.getByRole('link').getByRole('img')).toHaveCount(1);
});
