/**
 * Bars 11 and 12: a public gallery with sections on a slow phone, its paint compared with a page that has only the
 * same first picture from the same edge, its scrolling with a page that has only the same pictures.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { imageUrl } from '#core/domain/photos/image-params.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery, type PublicGallery, SMALL } from './gallery-fixture.ts';
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
/** Pictures of the bare page, two a row of `BARE_ROW` pixels: as far as a gallery of 5,000 is scrolled. */
const BARE_PICTURES = 580;
const BARE_ROW = 127;
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
    const barePage = await openBare(studio, page, `<img src="${gallery.firstPicture}">`);
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

/** Opens a page of a studio's origin that has only this body, with the cookies of another page. */
async function openBare(studio: Studio, cookiesOf: Page, body: string): Promise<Page> {
  const page = await openPhone(studio, { cookiesOf });
  const html = `<!doctype html><meta name="viewport" content="width=device-width">${body}`;
  await page.route(`**${BARE_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(studio.stack.origin + BARE_PATH);
  return page;
}

/** Scrolls a page that has only the gallery's pictures, positioned by their style. */
async function scrollBare(studio: Studio, { id }: PublicGallery, gallery: Page): Promise<Scrolled> {
  const { rows } = await studio.database.query<{ file_id: string }>(
    'select file_id from photos where gallery_id = $1 order by captured_at limit $2',
    [id, BARE_PICTURES],
  );
  const pictures = rows.map(({ file_id }, index) => {
    const offset = `left:${(index % 2) * 189}px;top:${Math.floor(index / 2) * BARE_ROW}px`;
    const style = `position:absolute;width:186px;height:124px;${offset}`;
    return `<img loading="lazy" style="${style}" src="${imageUrl(id, file_id, SMALL)}">`;
  });
  const page = await openBare(studio, gallery, pictures.join(''));
  await page.waitForLoadState('networkidle');
  const scrolled = await scroll(page, SCROLL);
  await page.context().close();
  return scrolled;
}

interface Visit {
  blockingMs: number;
  shift: number;
  scrolled: Scrolled;
  /** Of the bare page; null for a gallery that is too small. */
  bare: Scrolled | null;
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
  const bare = gallery.size < BARE_PICTURES ? null : await scrollBare(studio, gallery, page);
  await page.context().close();
  return { blockingMs, shift, scrolled, bare, heap };
}

function visitFigures({ size }: PublicGallery, { blockingMs, shift, scrolled, bare }: Visit): Figure[] {
  const figure = (what: string, value: number, limit: number | null, unit: string): Figure => {
    return { bar: '11', what: `${size} photos, ${what}`, value, limit, unit };
  };
  return [
    figure('total blocking time', blockingMs, 200, 'ms'),
    figure('layout shift', shift, 0.01, ''),
    // A processor without a graphics card draws the pictures itself: the bare page's tasks are as long.
    figure('longest task while scrolling', scrolled.longestTask, Math.max(LONG_TASK_MS, bare?.longestTask ?? 0), 'ms'),
    figure('frames while scrolling', scrolled.framesPerSecond, null, 'a second'),
    ...(bare ? [frameFigure(size, 1000 / scrolled.framesPerSecond, 1000 / bare.framesPerSecond)] : []),
    figure('elements', scrolled.elements, 400, ''),
  ];
}

function frameFigure(size: number, ours: number, theirs: number): Figure {
  const comparison = { peer: 'bare page', ours, theirs, unit: 'ms' };
  const what = `${size} photos, a frame while scrolling`;
  return { bar: '11', what, value: ours / theirs, limit: 1, unit: '× bare page', comparison };
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

/** The scripts that a public page loads first: its entry and the entry's static imports. */
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
