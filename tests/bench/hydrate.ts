/**
 * Bar 14: the photos of a large gallery on their way into a page that has none of them, compared with a bare Zero
 * client that runs the same query on the same zero-cache. They take turns, each time with a new replica.
 */
import { queries } from '#core/zero/queries.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery } from './gallery-fixture.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { watchSyncTraffic } from './sync-traffic.ts';
import { zeroClient } from './sync.ts';

/** Without rows for this time, all have arrived. */
const SETTLED_MS = 1500;
const TIMEOUT_MS = 120_000;

export async function benchHydrate(studio: Studio, { hydratedPhotos, rounds }: Sizes): Promise<Figure[]> {
  const { id } = await insertPublicGallery(studio, hydratedPhotos);
  // The first run warms zero-cache.
  await hydrateClient(studio, id);
  const [pages, clients]: [Hydrated[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    pages.push(await hydratePage(studio, id));
    clients.push(await hydrateClient(studio, id));
  }
  const [ours, bare] = [quantile(pages.map(({ complete }) => complete)), quantile(clients)];
  const firstScreen = quantile(pages.map(({ screen, complete }) => screen / complete));
  const comparison = { peer: 'bare Zero', ours, theirs: bare, unit: 'ms' };
  const [what, n] = [`${hydratedPhotos} photos hydrated`, rounds];
  return [
    { bar: '14', what, value: ours / bare, limit: 1.2, unit: '× bare Zero', n, comparison },
    { bar: '14', what: `${what}, first screen`, value: firstScreen, limit: 1, unit: '× all hydrated', n },
    { bar: '14', what, value: ours, limit: null, unit: 'ms', n },
    { bar: '14', what: `${what} in bare Zero`, value: bare, limit: null, unit: 'ms', n },
  ];
}

/** Milliseconds until the server says that the result is complete. */
async function hydrateClient(studio: Studio, gallery: string): Promise<number> {
  const zero = zeroClient(studio);
  await zero.run(queries.galleries.byId({ id: gallery }), { type: 'complete' });
  const started = performance.now();
  const view = zero.materialize(queries.galleries.photos({ galleryId: gallery }));
  await zero.run(queries.galleries.photos({ galleryId: gallery }), { type: 'complete' });
  const took = performance.now() - started;
  view.destroy();
  await zero.close();
  return took;
}

/** Milliseconds from the click on the gallery in a list until the first photo is shown, and until all rows are there. */
interface Hydrated {
  screen: number;
  complete: number;
}

async function hydratePage(studio: Studio, gallery: string): Promise<Hydrated> {
  const page = await studio.open({ signedIn: true });
  page.setDefaultTimeout(TIMEOUT_MS);
  const traffic = watchSyncTraffic(page);
  await page.goto(`${studio.stack.origin}/app/galleries`);
  const link = page.locator(`a[href$="/galleries/${gallery}"]`).first();
  await link.waitFor();
  await traffic.settled(SETTLED_MS);
  const started = Date.now();
  await link.click();
  await page.locator('main [data-index="0"]').waitFor();
  const screen = Date.now() - started;
  await traffic.settled(SETTLED_MS);
  await page.context().close();
  return { screen, complete: traffic.last - started };
}
