import type { Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MULTIPART_BYTES } from '#core/domain/photos/uploads.ts';
import { scene } from '../support/pictures.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** A file of seven parts: a small image followed by padding, which decoders ignore. */
let folder: string;
let large: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-large-'));
  large = join(folder, 'Panorama.jpg');
  const picture = await scene(1200, 800).jpeg().toBuffer();
  await writeFile(large, Buffer.concat([picture, Buffer.alloc(MULTIPART_BYTES, folder)]));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const list = (page: Page) => page.getByRole('region', { name: /uploaded|Uploading|Paused/ });
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('group');
const partOf = (url: string) => Number(new URL(url).searchParams.get('partNumber'));

test(
  'uploads a large original in parts; resends only missing parts after a crash',
  { tag: '@long' },
  async ({ open, faults }) => {
    test.slow();
    const photographer = await makePhotographer();
    const gallery = await makeGallery(photographer);
    const page = await open({ as: photographer });
    await page.goto(`/app/galleries/${gallery.id}`);
    faults.allowOffline();
    const arrived = new Set<number>();
    page.on('response', (answer) => {
      if (answer.request().method() === 'PUT' && answer.ok()) arrived.add(partOf(answer.url()));
    });
    await page.route(
      (url) => partOf(url.href) > 3,
      (route) => route.abort('internetdisconnected'),
    );
    await page.getByLabel('Choose photos').setInputFiles(large);
    await expect.poll(() => arrived.size, { timeout: 60_000 }).toBe(3);
    const other = await page.context().newPage();
    await page.close();

    const signings: string[] = [];
    const sent: number[] = [];
    other.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(partOf(request.url()));
      if (request.url().endsWith('/api/upload/presign')) signings.push(request.url());
    });
    await other.goto(`/app/galleries/${gallery.id}`);
    await expect(other.getByText('1 photo from an earlier upload is missing')).toBeVisible({ timeout: 30_000 });
    await other.getByLabel('Choose files again').setInputFiles(large);
    await expect(list(other).getByRole('heading', { name: '1 photo uploaded' })).toBeVisible({ timeout: 60_000 });
    // A part held at the crash may still have been stored: then it is not sent again either.
    expect(sent.filter((part) => part <= 3)).toEqual([]);
    expect(sent).toEqual([...new Set(sent)]);
    expect(sent.length).toBeGreaterThan(0);
    expect(signings).toHaveLength(1);
    await expect(tiles(other)).toHaveCount(1);
    await expect(tiles(other).getByRole('img')).toBeVisible({ timeout: 60_000 });
  },
);

test('pauses a large original and resumes with the missing parts', { tag: '@long' }, async ({ open }) => {
  test.slow();
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer);
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const held = Promise.withResolvers<void>();
  const sent: number[] = [];
  await page.route(
    (url) => partOf(url.href) > 0,
    async (route) => {
      const part = partOf(route.request().url());
      sent.push(part);
      if (part > 2) await held.promise;
      await route.continue().catch(() => undefined);
    },
  );
  await page.getByLabel('Choose photos').setInputFiles(large);
  const show = list(page).getByRole('button', { name: 'Show list' });
  const hide = list(page).getByRole('button', { name: 'Hide list' });
  await expect(show.or(hide)).toBeVisible();
  if (await show.isVisible()) await show.click();
  const row = list(page).getByRole('listitem').filter({ hasText: 'Panorama.jpg' });
  await expect(row).toContainText('34 MB of 105 MB', { timeout: 60_000 });
  await row.getByRole('button', { name: 'Pause: Panorama.jpg' }).click();
  await expect(row).toContainText('Paused · 34 MB of 105 MB');
  held.resolve();
  sent.length = 0;
  await row.getByRole('button', { name: 'Resume: Panorama.jpg' }).click();
  await expect(list(page).getByRole('heading', { name: '1 photo uploaded' })).toBeVisible({ timeout: 60_000 });
  expect(new Set(sent)).toEqual(new Set([3, 4, 5, 6, 7]));
  expect(sent).toHaveLength(5);
});
