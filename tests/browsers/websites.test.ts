import { beforeAll, expect } from 'vitest';
import { insertRow, newId } from '../support/rows.ts';
import { database } from '../e2e/support/database.ts';
import { makeGallery } from '../e2e/support/galleries.ts';
import { freshEmail, makePhotographer, type Photographer } from '../e2e/support/photographer.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { flow } from './support/flow.ts';

let owner: Photographer;
let site: string;

beforeAll(async () => {
  owner = await makePhotographer('Estudi Llum');
  const { photoIds } = await makeGallery(owner, { name: 'Sea', photos: 3, values: { visibility: 'public' } });
  await publish(photoIds.map((photoId) => ({ photoId })));
  site = `/p/${owner.account.slug}`;
});

/** Publishes a website of two pages in three languages. */
async function publish(photos: readonly { photoId: string }[]): Promise<void> {
  const row = (...blocks: object[]) => ({
    id: newId(),
    v: 1,
    look: {},
    cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
  });
  const title = { en: 'By the sea', es: 'Junto al mar', ca: 'Vora el mar' };
  const home = [
    row({ kind: 'heading', level: 1, text: title }, { kind: 'gallery', mode: 'picked', photos, columns: 3 }),
  ];
  const contact = [row({ kind: 'heading', level: 1, text: 'Write' }, { kind: 'contact', form: true })];
  const page = (path: string, title: string, rows: object[], order: number) => {
    const translations = {
      es: { title: `${title} es`, description: '' },
      ca: { title: `${title} ca`, description: '' },
    };
    const settings = { menu: true, translations };
    return { id: newId(), path, title, description: '', layout: 'default', rows, settings, order, updatedAt: 1 };
  };
  const [id, account_id, author_id] = [newId(), owner.account.id, owner.session.user.id];
  await insertRow(database(), 'site_releases', { id, account_id, author_id, kind: 'published', pages: '[]' });
  await insertRow(database(), 'site_release_contents', {
    release_id: id,
    account_id,
    content: JSON.stringify({ pages: [page('home', 'Home', home, 0), page('write', 'Write', contact, 1)] }),
  });
  await insertRow(database(), 'site_state', { account_id, live_release_id: id });
}

/** Waits until pictures in the window have their pixels. */
const picturesShown = (window: BrowserWindow) =>
  window.waitFor('the pictures', () => {
    const inWindow = [...document.querySelectorAll('main img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return inWindow.length > 0 && inWindow.every((image) => (image as HTMLImageElement).naturalWidth > 0);
  });

flow('shows the product’s own pages and the way in', {}, async (window) => {
  await window.goto('/');
  await window.find('heading', /^Deliver photos/);
  await picturesShown(window);
  await window.goto('/developers');
  await window.find('heading', /developers/i);
  await window.driver.back();
  await window.find('heading', /^Deliver photos/);
  // The page behind it supports fewer browsers; every flow of the back office begins there.
  await window.find('link', 'Sign in');
});

for (const isDark of [false, true]) {
  flow(`shows a website in three languages and its photos${isDark ? ', dark' : ''}`, { isDark }, async (window) => {
    await window.goto(`${site}/home`);
    await window.find('heading', 'By the sea');
    await picturesShown(window);
    const ink = await window.driver.evaluate(() => getComputedStyle(document.body).color.match(/\d+/g));
    expect(Number(ink![0]) > 128).toBe(isDark);
    await window.click('link', /^Photo 2/);
    await window.sees('2 / 3');
    await window.driver.press('ArrowRight');
    await window.sees('3 / 3');
    await window.driver.press('Escape');
    await window.waitFor('the page alone', () => !document.body.innerText.includes('3 / 3'));
    await window.click('link', 'Español');
    await window.find('heading', 'Junto al mar');
    await window.click('link', 'Català');
    await window.find('heading', 'Vora el mar');
    expect(await window.driver.evaluate(() => document.documentElement.lang)).toBe('ca');
    await window.driver.back();
    await window.find('heading', 'Junto al mar');
  });
}

for (const [language, title] of [
  ['es', 'Junto al mar'],
  ['ca', 'Vora el mar'],
] as const) {
  flow(`greets a browser in ${language} in its language`, { language, widths: ['phone'] }, async (window) => {
    await window.goto(`${site}/home`);
    await window.find('heading', title);
  });
}

flow('sends a message by the website’s form', {}, async (window) => {
  await window.goto(`${site}/write`);
  await window.type('Name', 'Mar Riera');
  await window.type('Email', freshEmail('mar'));
  await window.type('Message', 'Are you free in May?');
  await window.click('button', 'Send message');
  await window.find('heading', 'Message sent');
});
