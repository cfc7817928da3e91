import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { DEMO_LOGIN } from '#local/demo/content.ts';
import { linkIn, mailTo } from '../e2e/support/mail.ts';
import { makeGallery, uploadScenes } from '../e2e/support/galleries.ts';
import { freshEmail, makePhotographer, PASSWORD, type Photographer } from '../e2e/support/photographer.ts';
import { makePage } from '../e2e/support/site.ts';
import { heic } from '../support/heic.ts';
import { scene } from '../support/pictures.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { flow } from './support/flow.ts';

/** Five JPEGs and a HEIC of an iPhone, as a folder of files. */
const files: string[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'albumen-browsers-'));
  const save = (name: string, bytes: Buffer) => {
    files.push(join(folder, name));
    writeFileSync(join(folder, name), bytes);
  };
  for (let number = 1; number <= 5; number++) {
    save(
      `IMG_000${number}.jpg`,
      await scene(900 + number, 600)
        .jpeg()
        .toBuffer(),
    );
  }
  save('IMG_0006.HEIC', heic({ columns: 6, rows: 4, colour: (x, y) => [60 + 30 * x, 110, 90 + 25 * y] }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made: Promise<Photographer> | undefined;
/** A studio with a gallery of a hundred photos, made for the first flow that needs it. */
const busyStudio = () => (made ??= makeBusyStudio());

async function makeBusyStudio(): Promise<Photographer> {
  const studio = await makePhotographer();
  const { id } = await makeGallery(studio, { name: 'A hundred', photos: 50 });
  await uploadScenes(studio, id, 50);
  return studio;
}

/** Waits for the page's main heading. */
const headed = (window: BrowserWindow, name: string | RegExp) => window.find('heading', name);

/** Waits until the tiles of a gallery's photos stand in this order, by the numbers of their files. */
const inOrder = (window: BrowserWindow, numbers: string) =>
  window.waitFor(
    `the order ${numbers}`,
    (wanted: string) => {
      const tiles = [...document.querySelectorAll('main [role=group][aria-label^=IMG_]')];
      return tiles.map((tile) => tile.ariaLabel!.charAt(7)).join('') === wanted;
    },
    numbers,
  );

async function signUp(window: BrowserWindow, email: string): Promise<void> {
  await window.goto('/app/auth/signup');
  await window.type('Email', email);
  await window.type('Password', PASSWORD);
  await window.click('button', 'Create account');
  await headed(window, 'Confirm your email');
  await window.goto(linkIn(await mailTo(email), '/verify'));
  await window.type('Studio name', `Estudi ${email.slice(-20, -12)}`);
  await window.sees(/is available\./);
  await window.click('button', 'Create studio');
  await headed(window, /^Hello/);
}

/** Firefox's report of a write to the replica that ends with its page. */
const CUT_OFF = /Error during persist .*Transaction is already committing or done/;

flow(
  'signs up, uploads six photos with a HEIC, drags one and publishes',
  // A reload leaves the page while it stores what it has published.
  { short: ['firefox, desktop', 'webkit, phone'], expected: [CUT_OFF] },
  async (window) => {
    await signUp(window, freshEmail('engine'));
    await window.click('link', 'New gallery');
    await headed(window, 'New gallery');
    await window.upload(files, 'Choose photos');
    await window.sees('6 photos uploaded');
    await inOrder(window, '123456');
    // Every picture is there, that of the HEIC, too.
    await window.waitFor('the pictures', () => {
      const tiles = [...document.querySelectorAll('main [role=group][aria-label^=IMG_]')];
      // The placeholder of a picture is 32 pixels wide.
      const isShown = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 32;
      return tiles.length === 6 && tiles.every((tile) => [...tile.querySelectorAll('img')].some(isShown));
    });
    await window.drag(['group', /^IMG_0002/], ['group', /^IMG_0001/]);
    await inOrder(window, '213456');
    expect(await window.overflow()).toBeLessThanOrEqual(0);
    await window.click('button', 'Publish & share');
    await window.click('button', 'Publish only');
    await window.sees('Gallery published');
    await window.driver.reload();
    await inOrder(window, '213456');
  },
);

/** Reports of pages that are left: Firefox's of requests and its worker, WebKit's of both and of aborted transactions. */
const LEFT = new RegExp(
  [
    'ServiceWorker intercepted',
    'NS_ERROR_FAILURE',
    'Frame load interrupted',
    'AbortError',
    'InvalidStateError: Failed to execute .* on .IDBTransaction',
    '^error: null$',
    'WebSocket connection closed abruptly',
    CUT_OFF.source,
  ].join('|'),
);

/**
 * Goes through the history and waits until the page at this path begins to render, which is when it opens the replica. A
 * step during the reload of a page that comes back would cancel it, or be cancelled.
 */
async function go(window: BrowserWindow, where: 'back' | 'forward', to: string): Promise<void> {
  await window.driver[where]();
  await window.waitFor(
    to,
    (path: string) => location.pathname.startsWith(path) && document.querySelector('#root > *') !== null,
    to,
  );
}

flow('goes back and forward while the replica works', { expected: [LEFT] }, async (window) => {
  await window.signIn(await busyStudio());
  // Both are left or come back before their scripts have run.
  await window.goto('/app/galleries');
  await window.goto('/app/clients');
  for (let turn = 0; turn < 10; turn++) {
    await go(window, 'back', '/app/galleries');
    await go(window, 'forward', '/app/clients');
  }
  await headed(window, 'Clients');
  await go(window, 'back', '/app/galleries');
  await window.find('link', 'A hundred');
});

flow('shows a gallery of a hundred photos', {}, async (window) => {
  await window.signIn(await busyStudio());
  await window.goto('/app/galleries');
  await window.click('link', 'A hundred');
  await window.waitFor('the first photos', () => document.querySelectorAll('main [role=group][data-index]').length > 5);
  await window.waitFor('the last photo', () => {
    scrollTo(0, document.documentElement.scrollHeight);
    const pictures = document.querySelectorAll<HTMLImageElement>('main [data-index="99"] img');
    return [...pictures].some(({ complete, naturalWidth }) => complete && naturalWidth > 32);
  });
  expect(await window.overflow()).toBeLessThanOrEqual(0);
});

flow('makes a page of the website, whose preview follows', {}, async (window) => {
  const owner = await makePhotographer();
  await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  await window.signIn(owner);
  await window.underWorker('/app/website');
  await window.click('button', 'New page');
  await window.type('Title', 'Ona');
  await window.click('button', 'Create page');
  await headed(window, 'Ona');
  await window.click('button', 'Add section');
  await window.click('button', /^Heading and text/);
  if (window.isPhone) await window.click('button', 'Structure');
  await window.click('treeitem', /^Heading/);
  if (window.isPhone) await window.click('button', 'Edit');
  await window.type('Heading', ' at dawn');
  await window.waitFor('the preview', () =>
    document
      .querySelector<HTMLIFrameElement>('iframe[title="Preview of the page"]')
      ?.contentDocument?.body.innerText.includes('at dawn'),
  );
  expect(await window.overflow()).toBeLessThanOrEqual(0);
});

flow('makes a contract', {}, async (window) => {
  await window.signIn(await makePhotographer());
  await window.goto('/app/scheduling/documents');
  await window.click('link', 'New contract');
  await window.type('Name', 'Agreement');
  await window.click('button', 'Start with our draft');
  await window.find('heading', 'Price and payment');
  expect(await window.overflow()).toBeLessThanOrEqual(0);
  await window.click('button', 'Create template');
  await window.find('link', /^Agreement/);
});

flow('shows the main screens in Catalan, dark', { language: 'ca', isDark: true }, async (window) => {
  await window.signIn(DEMO_LOGIN);
  for (const path of ['/app/clients', '/app/scheduling', '/app/galleries', '/app/website', '/app/settings', '/app']) {
    await window.goto(path);
    await window.waitFor('the screen', () => document.querySelector('main h1') !== null);
    const shown = await window.driver.evaluate(() => ({
      language: document.documentElement.lang,
      // The lightness of the paper, of its three colours.
      paper: Math.max(...getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.slice(0, 3).map(Number)),
    }));
    expect(shown.language).toBe('ca');
    expect(shown.paper).toBeLessThan(64);
    expect(await window.overflow()).toBeLessThanOrEqual(0);
  }
});
