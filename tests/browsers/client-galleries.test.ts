import { beforeAll, expect } from 'vitest';
import { uploads } from '#core/api/uploads.ts';
import { makeGallery, type TestGallery } from '../e2e/support/galleries.ts';
import { makePhotographer, type Photographer } from '../e2e/support/photographer.ts';
import { inviteChooser, invitePath, makeSelection } from '../e2e/support/proofing.ts';
import { scene } from '../support/pictures.ts';
import { newId } from '../support/rows.ts';
import * as videos from '../support/videos.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { flow } from './support/flow.ts';

const PHOTOS = 14;
const PASSWORD = 'figueres';

let owner: Photographer;
let gallery: TestGallery;
let locked: TestGallery;

beforeAll(async () => {
  owner = await makePhotographer('Estudi Llum');
  const guests = { guest_favourites: true, guest_comments: true };
  gallery = await makeGallery(owner, { name: 'Ana & Pau', photos: PHOTOS, values: guests });
  await addVideo(gallery);
  locked = await makeGallery(owner, { name: 'Behind a word', photos: 2, password: PASSWORD });
});

/** Uploads a clip of twelve seconds with its poster, as the gallery's last item. */
async function addVideo({ id }: TestGallery): Promise<void> {
  const poster = await scene(450, 300).jpeg().toBuffer();
  const clip = await videos.vp8();
  const photoId = newId();
  const file = { photoId, filename: 'Clip.webm', size: clip.length, type: 'video/webm', poster: poster.length };
  const signed = await owner.api.call(uploads.presign, {}, { galleryId: id, files: [file] });
  for (const [target, bytes] of [[signed.posters[0]!, poster] as const, [signed.uploads[0]!, clip] as const]) {
    const answer = await fetch(target.url, { method: 'PUT', headers: target.headers, body: new Uint8Array(bytes) });
    expect(answer.status).toBe(200);
  }
  await owner.api.call(uploads.complete, {}, { galleryId: id, photoIds: [photoId] });
}

const TOTAL = PHOTOS + 1;
/** Waits until the lightbox rests at this photo and shows its pixels. */
const shows = (window: BrowserWindow, number: number, total = TOTAL) =>
  window.waitFor(
    `photo ${number} at rest`,
    (alt: string) => {
      const slide = document.querySelector('.pswp__item[aria-hidden=false]');
      const image = slide?.querySelector<HTMLImageElement>('img.pswp__img:not(.pswp__img--placeholder)');
      const isAtRest = Math.abs(slide?.getBoundingClientRect().x ?? 99) < 1;
      return isAtRest && image?.alt === alt && image.naturalWidth > 0;
    },
    `Photo ${number} of ${total}`,
  );
/** Opens a photo of the grid and waits until the lightbox takes gestures and keys. */
async function open(window: BrowserWindow, number: number, total = TOTAL): Promise<void> {
  await window.click('link', `Photo ${number} of ${total}`);
  await shows(window, number, total);
  await window.waitFor('the end of its opening', () => document.activeElement?.closest('.pswp') != null);
}
const isClosed = (window: BrowserWindow) => window.waitFor('the grid alone', () => !document.querySelector('.pswp'));

/** Shows another photo: by a swipe on a phone, by key on a desk. */
const turn = (window: BrowserWindow, to: 'next' | 'previous') =>
  window.isPhone
    ? window.swipe({ x: to === 'next' ? -250 : 250, y: 0 })
    : window.driver.press(to === 'next' ? 'ArrowRight' : 'ArrowLeft');

/** Goes back over a layer of the lightbox: the photo stays. */
async function backToPhoto(window: BrowserWindow, number: number): Promise<void> {
  await window.driver.back();
  await window.waitFor('the photo without a layer', () => !document.querySelector('.pswp [aria-expanded=true]'));
  await shows(window, number);
}

const entries = (window: BrowserWindow) => window.driver.evaluate(() => history.length);

flow('shows a gallery to its end, turns photos and closes by Back', { short: ['webkit, phone'] }, async (window) => {
  await window.underWorker(gallery.path);
  const before = await entries(window);
  await window.driver.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await open(window, 12);
  await turn(window, 'next');
  await shows(window, 13);
  await turn(window, 'previous');
  await shows(window, 12);
  await window.waitFor('its address', (id: string) => location.hash === `#photo=${id}`, gallery.photoIds[11]!);
  await window.driver.back();
  await isClosed(window);
  const top = await window.driver.evaluate(
    () => document.querySelector('[data-index="11"]')!.getBoundingClientRect().top,
  );
  expect(top).toBeGreaterThan(-100);
  expect(top).toBeLessThan(800);
  expect(await entries(window)).toBe(before + 1);
  await window.driver.forward();
  await shows(window, 12);
  await window.driver.press('Escape');
  await isClosed(window);
  await window.waitFor('the address without a photo', () => location.hash === '');
  expect(await entries(window)).toBe(before + 1);
});

flow('zooms by two fingers and closes by a drag', { widths: ['phone'] }, async (window) => {
  await window.underWorker(gallery.path);
  await open(window, 1);
  if (window.driver.isTouch) {
    await window.driver.pinch({ x: 188, y: 370 }, 60, 220);
    await window.waitFor('the zoomed photo', () => document.querySelector('.pswp--zoomed-in') !== null);
    await window.driver.pinch({ x: 188, y: 370 }, 220, 60);
    await window.waitFor('the whole photo', () => document.querySelector('.pswp--zoomed-in') === null);
    await shows(window, 1);
  }
  await window.swipe({ x: 0, y: 360 });
  await isClosed(window);
  expect(await window.driver.evaluate(() => location.hash)).toBe('');
});

flow('plays the slideshow until it is touched', {}, async (window) => {
  await window.underWorker(gallery.path);
  await open(window, 1);
  await window.click('button', 'Play slideshow');
  await window.click('radio', '3 s');
  await shows(window, 2);
  await turn(window, 'previous');
  await window.waitFor('the end of the slideshow', () => document.querySelector('.pswp[data-playing]') === null);
});

flow('downloads one photo and the whole gallery', {}, async (window) => {
  await window.underWorker(gallery.path);
  await open(window, 1);
  await window.click('button', 'Download');
  const one = await window.download(() => window.click('link', 'Original'));
  expect(one.name).toBe('IMG_0001.jpg');
  expect(one.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  await backToPhoto(window, 1);
  await window.driver.back();
  await isClosed(window);

  await window.click('button', 'Download');
  await window.find('dialog', 'Download photos');
  const all = await window.download(() => window.click('button', /^Download( as ZIP)?$/));
  expect(all.name).toMatch(/\.zip$/);
  expect(all.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(all.bytes.includes('IMG_0014.jpg')).toBe(true);
  // The end of the central directory: the file is complete.
  expect(all.bytes.subarray(-22, -18).toString('latin1')).toBe('PK\u0005\u0006');
});

flow('closes comments and Compare by Back, and sharing adds nothing to go back over', {}, async (window) => {
  await window.underWorker(gallery.path);
  await open(window, 2);
  await window.click('button', 'Share photo');
  await window.sees(/Link copied|Couldn’t copy the link/);
  await window.click('button', /^Comments/);
  await window.find('textbox', 'Write a comment');
  await backToPhoto(window, 2);
  await window.click('button', 'Compare');
  const isComparing = () => document.querySelector('[aria-label="Photos being compared"]') !== null;
  await window.waitFor('the comparison', isComparing);
  await isClosed(window);
  await backToPhoto(window, 2);
  expect(await window.driver.evaluate(isComparing)).toBe(false);
  await window.driver.back();
  await isClosed(window);
});

flow('chooses within a limit and sends the selection', { expected: [/409.*\/picks\//] }, async (window) => {
  const own = await makeGallery(owner, { name: 'Album', photos: 3 });
  await makeSelection(owner, own);
  const { token } = await inviteChooser(owner, own, 'Ana');
  await window.goto(invitePath(owner, own, token));
  await window.sees('0 of 2');
  await window.underWorker(own.path);
  const heart = (index: number) =>
    window.part(
      `heart ${index}`,
      (index: number) => document.querySelectorAll('main button[aria-pressed][aria-label^="Add to"]')[index] ?? null,
      index,
    );
  for (const index of [0, 1]) await (await heart(index)).click();
  await window.sees('2 of 2');
  await (await heart(2)).click();
  await window.sees('This selection is full: 2 photos');
  await window.click('button', 'Dismiss');
  await window.click('button', 'Send selection');
  await window.type(/^Message to the studio/, 'The first one is the cover.');
  await (
    await window.part(
      'the dialog’s button',
      () =>
        [...document.querySelectorAll('[role=dialog] button')].find((each) => each.textContent === 'Send selection') ??
        null,
    )
  ).click();
  await window.find('dialog', 'Selection sent');
});

flow('draws on a photo and comments on it', {}, async (window) => {
  const own = await makeGallery(owner, { name: 'To retouch', photos: 1, values: { guest_comments: true } });
  await window.underWorker(own.path);
  await open(window, 1, 1);
  await window.click('button', /^Comments/);
  await window.click('button', 'Mark on photo');
  await window.find('button', /^Mark the photo/);
  const area = await window.driver.evaluate(() => {
    const image = document.querySelector('.pswp__item[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)')!;
    const { x, y, width, height } = image.getBoundingClientRect();
    return { x, y, width, height };
  });
  const at = (right: number, down: number) => ({
    x: Math.round(area.x + area.width * right),
    y: Math.round(area.y + area.height * down),
  });
  await window.driver.drag([at(0.2, 0.3), at(0.4, 0.4), at(0.6, 0.5), at(0.7, 0.5)], 0);
  await window.click('button', 'Done');
  await window.find('button', 'Change mark');
  await window.type('Write a comment', 'Brighter here, please');
  await window.type(/^Your name/, 'Ana');
  await window.click('button', 'Send');
  await window.waitFor('the comment', () =>
    [...document.querySelectorAll('.pswp li')].some((each) => each.textContent.includes('Brighter here, please')),
  );
  // The mark on the photo.
  await window.waitFor('the drawn line', () => document.querySelector('.pswp svg :is(path, polyline)') !== null);
});

flow('plays a video, or says that this browser cannot', {}, async (window) => {
  await window.underWorker(gallery.path);
  await window.driver.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await window.click('link', `Video ${TOTAL} of ${TOTAL}, 0:12`);
  await window.waitFor('its poster', () =>
    [...document.querySelectorAll<HTMLImageElement>('.pswp__item[aria-hidden=false] img')].some(
      (image) => image.naturalWidth > 0,
    ),
  );
  await window.click('button', 'Play video, 0:12');
  const outcome = await window.waitFor('a playing video or a note', () => {
    const isPlaying = (document.querySelector('video')?.currentTime ?? 0) > 0;
    const isRefused = document.querySelector('[role=alert]')?.textContent.includes('can’t play the video');
    return isPlaying ? 'plays' : isRefused ? 'refused' : null;
  });
  expect(['plays', 'refused']).toContain(outcome);
});

flow('opens by password and stays open', { expected: [/40[13].*\/(verify|galleries)/] }, async (window) => {
  await window.goto(locked.path);
  await window.type('Password', 'Figueres');
  await window.click('button', 'Open gallery');
  await window.sees('Wrong password');
  await window.part('the field', () => document.activeElement);
  await window.driver.evaluate(() => (document.activeElement as HTMLInputElement).select());
  await window.type('Password', PASSWORD);
  await window.click('button', 'Open gallery');
  await window.find('link', 'Photo 1 of 2');
  await window.underWorker(locked.path);
  await window.find('link', 'Photo 1 of 2');
});
