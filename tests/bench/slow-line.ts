/** The first seconds of a gallery on a phone with a slow line: paint, largest picture, layout shift. */
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
  for (let round = 0; round < rounds; round++) visits.push(await visit(studio, gallery.address));
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
  ];
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
