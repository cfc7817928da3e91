import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as videos from '../support/videos.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const NAME = 'Ana & Pau';
const grid = (page: Page) => page.getByRole('region', { name: 'Photos' });
const lightbox = (page: Page) => page.getByRole('dialog', { name: NAME });
const player = (page: Page) => page.locator('video');
const position = (page: Page) => player(page).evaluate((video) => (video as HTMLVideoElement).currentTime);
const isPaused = (page: Page) => player(page).evaluate((video) => (video as HTMLVideoElement).paused);
/** Number of colours of an image, to tell a drawn frame from a plain ground. */
const colours = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (image) => {
    const picture = image as HTMLImageElement;
    await picture.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0, 32, 32);
    const { data } = context.getImageData(0, 0, 32, 32);
    return new Set(
      Array.from({ length: 1024 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)].map((v) => v >> 5).join()),
    ).size;
  });

test('delivers videos: drawn, played and downloaded', async ({ open, browser, faults }, { project }) => {
  test.skip(project.name === 'phone', 'plays, pauses and steps by keyboard and by buttons that a phone does not have');
  const photographer = await makePhotographer('Estudi Llum');
  const gallery = await makeGallery(photographer, { name: NAME, photos: 1 });
  const page = await open({ as: photographer });
  await page.goto(`/app/galleries/${gallery.id}`);
  const [clip, hevc] = [await videos.vp8(), await videos.hevc()];

  await test.step('the photographer uploads them beside photos', async () => {
    await page.getByLabel('Choose photos').setInputFiles([
      { name: 'Clip.webm', mimeType: 'video/webm', buffer: clip },
      { name: 'Phone.mov', mimeType: 'video/quicktime', buffer: hevc },
    ]);
    const list = page.getByRole('region', { name: /uploaded|Uploading/ });
    await expect(list.getByRole('heading', { name: '2 photos uploaded' })).toBeVisible();
    const show = list.getByRole('button', { name: 'Show list' });
    if (await show.isVisible()) await show.click();
    await expect(list.getByText(/doesn’t play on older iPhones/)).toBeVisible();
    await expect(list.getByText(/plays on iPhone, iPad, Mac/)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Clip.webm, Video, 0:12' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Phone.mov, Video, 0:02' })).toBeVisible();
    // The open list covers the photos on a phone.
    await list.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('and plays one; it cannot be rotated', async () => {
    const tile = page.getByRole('group', { name: 'Clip.webm, Video, 0:12' });
    await tile.click();
    const viewer = page.getByRole('dialog', { name: 'Clip.webm' });
    await expect(viewer.getByRole('button', { name: 'Rotate right' })).toBeHidden();
    await viewer.getByRole('button', { name: 'Play video, 0:12' }).click();
    await expect.poll(() => position(page)).toBeGreaterThan(0);
  });

  const client = await open();
  await test.step('the client sees a frame of the first, and plays it by keyboard', async () => {
    await client.goto(gallery.path);
    const tile = grid(client).getByRole('link', { name: 'Video 2 of 3, 0:12' });
    await expect(tile).toHaveAttribute('data-video', '0:12');
    await expect.poll(() => colours(client, '[data-index="1"] img >> nth=-1').catch(() => 0)).toBeGreaterThan(5);
    await tile.click();
    await expect(lightbox(client).getByRole('button', { name: 'Play video, 0:12' })).toBeVisible();
    await expect(player(client)).toHaveCount(0);
    // Keys work once the opening animation has ended.
    await expect(lightbox(client)).toBeFocused();
    await client.keyboard.press('Space');
    await expect.poll(() => position(client)).toBeGreaterThan(0);
    await expect(player(client)).toHaveAttribute('playsinline', '');
    await client.keyboard.press('Space');
    await expect.poll(() => isPaused(client)).toBe(true);
    // The arrow keys belong to the player.
    await client.keyboard.press('ArrowLeft');
    await expect(player(client)).toBeVisible();
  });

  await test.step('downloads it as it was uploaded', async () => {
    await lightbox(client).getByRole('button', { name: 'Download', exact: true }).click();
    const link = lightbox(client).getByRole('link', { name: 'Download video' });
    const [file] = await Promise.all([client.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('Clip.webm');
    expect(await readFile(await file.path())).toEqual(clip);
  });

  await test.step('and learns that this browser does not play the other', async () => {
    await lightbox(client).getByRole('button', { name: 'Next' }).click();
    await lightbox(client).getByRole('button', { name: 'Play video, 0:02' }).click();
    await expect(lightbox(client).getByRole('alert')).toContainText('can’t play the video');
  });

  await test.step('or when to come back, if too much was played', async () => {
    faults.allowStatus(429, /\/play$/);
    const error = { code: 'rate_limited', message: '', params: {} };
    await client.route('**/play*', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '7200' }, json: { error } }),
    );
    await lightbox(client).getByRole('button', { name: 'Play video, 0:02' }).click();
    await expect(lightbox(client).getByRole('alert')).toContainText('Try again in 2 hours');
  });

  await test.step('without scripts its picture links to the video', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(gallery.path);
    const href = await plain.getByRole('link', { name: 'Video 2 of 3, 0:12' }).getAttribute('href');
    const answer = await plain.request.get(href!, { headers: { range: 'bytes=0-3' } });
    expect([answer.status(), answer.headers()['content-type']]).toEqual([206, 'video/webm']);
    await context.close();
  });
});
