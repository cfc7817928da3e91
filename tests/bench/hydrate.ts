/**
 * Bar 14: the photos of a large gallery on their way into a page that has none of them, compared with a page that has
 * only a Zero client and the same query, in the same browser on the same zero-cache. They take turns, each time with a
 * new replica.
 */
import type { Page } from '@playwright/test';
import { barePages } from './bare-page.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery } from './gallery-fixture.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { watchSyncTraffic } from './sync-traffic.ts';
import { zeroOptions } from './sync.ts';

/** Without rows for this time, all have arrived. */
const SETTLED_MS = 1500;
const TIMEOUT_MS = 120_000;
/** The page also draws its screen; 1.54 and 1.66 were measured (load 4 and 7). */
const LIMIT = 1.75;

/** Milliseconds from the query until its result is complete; the gallery itself is already there. */
const BARE_CLIENT = `
  import { Zero } from '@rocicorp/zero';
  import { queries } from '#core/zero/queries.ts';
  import { schema } from '#core/zero/schema.ts';
  window.hydrate = async (options, id) => {
    const zero = new Zero({ ...options, schema });
    await zero.run(queries.galleries.byId({ id }), { type: 'complete' });
    const started = performance.now();
    const view = zero.materialize(queries.galleries.photos({ galleryId: id }));
    await new Promise((resolve) => view.addListener((rows, type) => type === 'complete' && resolve()));
    return performance.now() - started;
  };`;

declare global {
  interface Window {
    hydrate: (options: object, id: string) => Promise<number>;
    /** When the gallery's link was clicked, in milliseconds since the navigation. */
    clicked: number;
    /** When the first photo was in the document. */
    shown: Promise<number>;
  }
}

export async function benchHydrate(studio: Studio, { hydratedPhotos, rounds }: Sizes): Promise<Figure[]> {
  const { id } = await insertPublicGallery(studio, hydratedPhotos);
  const openBare = await barePages(studio, BARE_CLIENT);
  const hydrateBare = async () => hydrateClient(await openBare(), studio, id);
  // The first run warms zero-cache.
  await hydrateBare();
  const [pages, clients]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    pages.push(await hydratePage(studio, id));
    clients.push(await hydrateBare());
  }
  const [ours, bare] = [quantile(pages), quantile(clients)];
  const comparison = { peer: 'bare Zero', ours, theirs: bare, unit: 'ms' };
  const [what, n] = [`${hydratedPhotos} photos hydrated`, rounds];
  return [
    { bar: '14', what, value: ours / bare, limit: LIMIT, unit: '× bare Zero', n, comparison },
    { bar: '14', what, value: ours, limit: null, unit: 'ms', n },
    { bar: '14', what: `${what} in bare Zero`, value: bare, limit: null, unit: 'ms', n },
  ];
}

async function hydrateClient(page: Page, studio: Studio, gallery: string): Promise<number> {
  page.setDefaultTimeout(TIMEOUT_MS);
  const took = await page.evaluate(([options, id]) => window.hydrate(options, id), [
    zeroOptions(studio),
    gallery,
  ] as const);
  await page.context().close();
  return took;
}

/** Milliseconds from the click on the gallery in a list, whose own rows have settled, until its first photo is shown. */
async function hydratePage(studio: Studio, gallery: string): Promise<number> {
  const page = await studio.open({ signedIn: true });
  page.setDefaultTimeout(TIMEOUT_MS);
  const traffic = watchSyncTraffic(page);
  await page.goto(`${studio.stack.origin}/app/galleries`);
  const link = page.locator(`a[href$="/galleries/${gallery}"]`).first();
  await link.waitFor();
  await traffic.settled(SETTLED_MS);
  await page.evaluate(() => {
    document.addEventListener('click', ({ timeStamp }) => (window.clicked = timeStamp), { capture: true, once: true });
    const { promise, resolve } = Promise.withResolvers<number>();
    window.shown = promise;
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main [data-index="0"]')) return;
      observer.disconnect();
      resolve(performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  await link.click();
  const took = await page.evaluate(async () => (await window.shown) - window.clicked);
  await page.context().close();
  return took;
}
