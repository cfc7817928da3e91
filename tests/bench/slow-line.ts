/** The first seconds of a gallery on a phone with a slow line: paint, largest picture, layout shift, a tap on a photo. */
import type { Page } from '@playwright/test';
import { type Figure, quantile } from './figure.ts';
import { insertPublicGallery } from './gallery-fixture.ts';
import { openSlowPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

/** Two lines on a phone: a font that wraps it otherwise shifts the page. */
const TITLE = 'Clara & Jordi, a wedding above Empúries';

interface FirstSeconds {
  paint: number;
  largest: number;
  shift: number;
}

export async function benchSlowLine(studio: Studio, { publicPhotos: [photos], rounds }: Sizes): Promise<Figure[]> {
  const gallery = await insertPublicGallery(studio, photos);
  await studio.database.query(
    `update galleries set name = $2, date = now(), description = 'Thank you for a wonderful day.', cover_photo_id =
       (select id from photos where gallery_id = $1 order by captured_at limit 1) where id = $1`,
    [gallery.id, TITLE],
  );
  const visits: FirstSeconds[] = [];
  const taps: Tap[] = [];
  for (let round = 0; round < rounds; round++) {
    visits.push(await visit(studio, gallery.address));
    taps.push(await tap(studio, gallery.address));
  }
  const figure = (what: string, name: keyof FirstSeconds, limit: number, unit: string): Figure => {
    return {
      bar: '12',
      what: `slow 4G, ${what}`,
      value: quantile(visits.map((one) => one[name])),
      limit,
      unit,
      n: rounds,
    };
  };
  return [
    figure('first contentful paint', 'paint', 1400, 'ms'),
    figure('largest contentful paint', 'largest', 2200, 'ms'),
    figure('layout shift', 'shift', 0, ''),
    ...(['enlarged', 'lightbox'] as const).map((name): Figure => {
      const what = `slow 4G, a photo tapped once it is shown: ${name}`;
      return { bar: '17', what, value: quantile(taps.map((one) => one[name])), limit: 800, unit: 'ms', n: rounds };
    }),
  ];
}

/** Milliseconds from the tap until the photo is enlarged, and until the lightbox is there. */
interface Tap {
  enlarged: number;
  lightbox: number;
}

/** Taps a photo as soon as its tile is shown and the page's script answers. */
async function tap(studio: Studio, address: string): Promise<Tap> {
  const page = await openSlowPhone(studio);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const tile = document.querySelector<HTMLImageElement>('[data-photo] img');
    const isAnswering = tile !== null && Object.keys(tile).some((key) => key.startsWith('__reactProps'));
    return isAnswering && tile.complete && tile.naturalWidth > 0;
  });
  const times = await page.evaluate(
    () =>
      new Promise<Tap>((done) => {
        const tapped = performance.now();
        let enlarged = 0;
        const look = () => {
          const shown = document.querySelector<HTMLImageElement>('[data-opening] img, .pswp__img');
          if (shown?.complete && shown.naturalWidth > 0) enlarged ||= performance.now() - tapped;
          if (enlarged > 0 && document.querySelector('.pswp--open'))
            done({ enlarged, lightbox: performance.now() - tapped });
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>('[data-photo]')!.click();
        requestAnimationFrame(look);
      }),
  );
  await page.context().close();
  return times;
}

async function visit(studio: Studio, address: string): Promise<FirstSeconds> {
  const page = await openSlowPhone(studio);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.bench.picture !== null);
  await page.waitForLoadState('networkidle');
  const seconds = await firstSeconds(page);
  await page.context().close();
  return seconds;
}

function firstSeconds(page: Page): Promise<FirstSeconds> {
  return page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    largest: window.bench.largest,
    // Three decimals, as Chrome's tools show it: words beside one another move by pixels when Inter replaces its fallback.
    shift: Math.round(window.bench.shift * 1000) / 1000,
  }));
}
