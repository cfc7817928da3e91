/*
 * Bar 14: a gallery of 5,000 photos on its way into a window that has none of them, against a bare Zero client that
 * asks the same of the same zero-cache. They take turns, each time with a replica of its own.
 */
import type { Page } from '@playwright/test';
import { queries } from '#core/zero/queries.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { makeGallery } from './gallery-fixture.ts';
import type { Stage } from './stage.ts';
import { zeroClient } from './sync.ts';

const SIZE = 5000;
const TURNS = 5;
/** No frame for so long, and the last one was the end. */
const SILENCE_MS = 1500;
/** A machine that others use as well takes its time; what counts is the ratio. */
const PATIENCE_MS = 180_000;

export async function benchHydrate(stage: Stage): Promise<Figure[]> {
  const { id } = await makeGallery(stage, SIZE);
  // The server's own caches are warm for whoever comes first.
  await byClient(stage, id);
  const [windows, clients]: [Opened[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    windows.push(await byWindow(stage, id));
    clients.push(await byClient(stage, id));
  }
  const [ours, bare] = [quantile(windows.map(({ complete }) => complete)), quantile(clients)];
  const ahead = quantile(windows.map(({ screen, complete }) => screen / complete));
  const [what, n] = [`${SIZE} photos hydrated`, TURNS];
  return [
    { bar: '14', what, value: ours / bare, limit: 1.2, unit: '× bare Zero', n },
    { bar: '14', what: `${SIZE} photos, first screen`, value: ahead, limit: 1, unit: '× all hydrated', n },
    { bar: '14', what, value: ours, limit: null, unit: 'ms', n },
    { bar: '14', what: `${what} in bare Zero`, value: bare, limit: null, unit: 'ms', n },
  ];
}

/** Milliseconds until the server has said that there is no more. */
async function byClient(stage: Stage, gallery: string): Promise<number> {
  const zero = zeroClient(stage);
  await zero.run(queries.galleries.byId({ id: gallery }), { type: 'complete' });
  const begun = performance.now();
  const view = zero.materialize(queries.galleries.photos({ galleryId: gallery }));
  await zero.run(queries.galleries.photos({ galleryId: gallery }), { type: 'complete' });
  const took = performance.now() - begun;
  view.destroy();
  await zero.close();
  return took;
}

/** Milliseconds since the gallery was chosen, in a list that is there. */
type Opened = { screen: number; complete: number };

async function byWindow(stage: Stage, gallery: string): Promise<Opened> {
  const page = await stage.open({ signedIn: true });
  page.setDefaultTimeout(PATIENCE_MS);
  const heard = watchSocket(page);
  await page.goto(`${stage.stack.origin}/app/galleries`);
  const link = page.locator(`a[href$="/galleries/${gallery}"]`).first();
  await link.waitFor();
  await silence(heard);
  const begun = Date.now();
  await link.click();
  await page.locator('main [data-index="0"]').waitFor();
  const screen = Date.now() - begun;
  await silence(heard);
  await page.context().close();
  return { screen, complete: heard.last - begun };
}

/** When the window's socket last brought anything, in epoch milliseconds. */
function watchSocket(page: Page): { last: number } {
  const heard = { last: Date.now() };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('["poke')) heard.last = Date.now();
    }),
  );
  return heard;
}

async function silence(heard: { last: number }): Promise<void> {
  while (Date.now() - heard.last < SILENCE_MS) await new Promise((resolve) => setTimeout(resolve, 50));
}
