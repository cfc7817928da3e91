/**
 * Bars 11 and 12: a public gallery with sections on a slow phone, its paint compared with a page that has only the
 * same first picture from the same edge.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery, type PublicGallery } from './gallery-fixture.ts';
import {
  firstPicture,
  heapOf,
  LONG_TASK_MS,
  scroll,
  totalBlockingTime,
  type FirstPicture,
  type Scrolled,
} from './page-watch.ts';
import { openPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const SECTIONS = 8;
/** A flick of a thumb. */
const SCROLL = { frames: 240, px: 150 };
const BARE_PATH = '/bench-bare';
const KB = 1024;

export async function benchPublicGallery(studio: Studio, { publicPhotos, rounds }: Sizes): Promise<Figure[]> {
  const [small, medium, large] = publicPhotos;
  const galleries = [
    await insertPublicGallery(studio, small, { sections: SECTIONS }),
    await insertPublicGallery(studio, large, { sections: SECTIONS }),
  ];
  const figures: Figure[] = [];
  let heap = 0;
  for (const gallery of galleries) {
    const visit = await visitGallery(studio, gallery);
    heap = visit.heap;
    figures.push(...(await paintFigures(studio, gallery, rounds)), ...visitFigures(gallery, visit));
  }
  const { heap: mediumHeap } = await visitGallery(
    studio,
    await insertPublicGallery(studio, medium, { sections: SECTIONS }),
  );
  return [
    ...figures,
    { bar: '11', what: `${large} photos, heap`, value: heap / mediumHeap, limit: 1.3, unit: `× that of ${medium}` },
    ...(await htmlSizes(galleries.at(-1)!)),
    await firstScript(studio),
  ];
}

/** First paint and first decoded picture of the gallery and of the bare page, in turns. */
async function paintFigures(studio: Studio, gallery: PublicGallery, rounds: number): Promise<Figure[]> {
  const ours: FirstPicture[] = [];
  const bare: FirstPicture[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPhone(studio);
    await page.goto(gallery.address);
    ours.push(await firstPicture(page));
    // The bare page costs nothing; the picture comes from the edge with the image token of the gallery.
    const barePage = await openPhone(studio, page);
    const body = `<!doctype html><meta name="viewport" content="width=device-width"><img src="${gallery.firstPicture}">`;
    await barePage.route(`**${BARE_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await barePage.goto(studio.stack.origin + BARE_PATH);
    bare.push(await firstPicture(barePage));
    await page.context().close();
    await barePage.context().close();
  }
  const median = (of: FirstPicture[], what: keyof FirstPicture) => quantile(of.map((times) => times[what]));
  return (
    [
      ['first contentful paint', 'paint'],
      ['first picture decoded', 'picture'],
    ] as const
  ).flatMap(([name, what]) => {
    const figure = { bar: '12', what: `${gallery.size} photos, ${name}`, limit: null, n: rounds };
    return [
      { ...figure, value: median(ours, what), unit: 'ms' },
      { ...figure, value: median(ours, what) / median(bare, what), unit: '× bare page' },
    ];
  });
}

interface Visit {
  blockingMs: number;
  shift: number;
  scrolled: Scrolled;
  /** Bytes. */
  heap: number;
}

/** Opens the gallery, waits until all photos are there, and scrolls. */
async function visitGallery(studio: Studio, gallery: PublicGallery): Promise<Visit> {
  const page = await openPhone(studio);
  await page.goto(gallery.address);
  const { paint } = await firstPicture(page);
  // The page first shows the photos of its HTML; the last section appears with all others.
  await page.getByRole('heading', { name: gallery.lastSection }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const blockingMs = await totalBlockingTime(page, paint);
  const scrolled = await scroll(page, SCROLL);
  const { shift } = await page.evaluate(() => window.bench);
  const heap = await heapOf(page);
  await page.context().close();
  return { blockingMs, shift, scrolled, heap };
}

function visitFigures({ size }: PublicGallery, { blockingMs, shift, scrolled }: Visit): Figure[] {
  const figure = (what: string, value: number, limit: number, unit: string): Figure => {
    return { bar: '11', what: `${size} photos, ${what}`, value, limit, unit };
  };
  return [
    figure('total blocking time', blockingMs, 200, 'ms'),
    figure('layout shift', shift, 0.01, ''),
    figure('longest task while scrolling', scrolled.longestTask, LONG_TASK_MS, 'ms'),
    { ...figure('frames while scrolling', scrolled.framesPerSecond, 55, 'a second'), atLeast: true },
    figure('elements', scrolled.elements, 400, ''),
  ];
}

/** The page's HTML, which carries the gallery's data. */
async function htmlSizes({ address, size }: PublicGallery): Promise<Figure[]> {
  const html = Buffer.from(await (await fetch(address)).arrayBuffer());
  const figure = (what: string, bytes: number): Figure => {
    return { bar: '12', what: `HTML of ${size} photos, ${what}`, value: bytes / KB, limit: null, unit: 'KB' };
  };
  return [
    figure('raw', html.length),
    figure('gzip', gzipSync(html).length),
    figure('brotli', brotliCompressSync(html).length),
  ];
}

/** The scripts that a public page loads at once: its entry and the entry's static imports. */
async function firstScript({ stack, account }: Studio): Promise<Figure> {
  const html = await (await fetch(`${stack.origin}/p/${account.slug}`)).text();
  const entry = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1];
  const preloaded = [...html.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g)].map((match) => match[1]!);
  if (!entry) throw new Error('the page has no script');
  let bytes = 0;
  for (const path of [entry, ...preloaded]) {
    const script = await fetch(new URL(path, stack.origin));
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return { bar: '12', what: 'first script, gzip', value: bytes / KB, limit: 115, unit: 'KB' };
}
