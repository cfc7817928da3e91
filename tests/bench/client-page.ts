/*
 * Bars 11 and 12 for the client's page: 5,000 photos in sections on a phone whose processor is four times slower.
 * `node tests/bench/client-page.ts` prints them by themselves.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { newId } from '../support/rows.ts';
import { describeFigure, isOver, type Figure } from './figure.ts';
import { makeGallery, type GalleryFixture } from './gallery-fixture.ts';
import { setStage, type Stage } from './stage.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const THROTTLE = 4;
const SECTIONS = 8;
const LONG_MS = 50;
/** A flick of a thumb, frame by frame. */
const SCROLL = { frames: 240, px: 150 };

interface Watched {
  shift: number;
  tasks: { start: number; ms: number }[];
}
type WatchedWindow = Window & { watched: Watched };

export async function benchClientPage(stage: Stage): Promise<Figure[]> {
  const small = await inSections(stage, await makeGallery(stage, 1000));
  const large = await inSections(stage, await makeGallery(stage, 5000));
  const { heap: before } = await visit(stage, small);
  const { heap, figures } = await visit(stage, large);
  const growth: Figure = {
    bar: '11',
    what: 'heap of 5,000 in sections',
    value: heap / before,
    limit: 1.3,
    unit: '× 1,000',
  };
  return [...figures, growth, ...(await weight(large))];
}

/** Divides a gallery's photos evenly; the first stretch belongs to no section. */
async function inSections({ database, account }: Stage, gallery: GalleryFixture): Promise<GalleryFixture> {
  for (let section = 1; section < SECTIONS; section += 1) {
    const id = newId();
    await database.query(
      `insert into gallery_sections (id, account_id, author_id, gallery_id, name, "order")
       values ($1, $2, gen_random_uuid(), $3, $4, $5)`,
      [id, account.id, gallery.id, `Section ${section}`, section],
    );
    await database.query(
      `update photos set section_id = $1 where gallery_id = $2 and id in
         (select id from (select id, row_number() over (order by captured_at) as n from photos where gallery_id = $2)
          where n > $3 and n <= $4)`,
      [id, gallery.id, (section * gallery.size) / SECTIONS, ((section + 1) * gallery.size) / SECTIONS],
    );
  }
  return gallery;
}

/** Opens the page, lets it come to rest, and scrolls. `heap` in bytes. */
async function visit(stage: Stage, gallery: GalleryFixture): Promise<{ heap: number; figures: Figure[] }> {
  const page = await stage.open(PHONE);
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(watch);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.goto(gallery.address);
  // All photos, not the first ones alone: then the last section has its heading.
  await page.getByRole('heading', { name: `Section ${SECTIONS - 1}` }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const paint = await firstPaint(page);
  const opened = await page.evaluate(() => (window as unknown as WatchedWindow).watched);
  const { frames, ms, nodes } = await scroll(page);
  const after = await page.evaluate(() => (window as unknown as WatchedWindow).watched);
  const heap = await heapOf(session);
  await page.context().close();
  const blocking = opened.tasks
    .filter(({ start }) => start >= paint)
    .reduce((sum, { ms: task }) => sum + Math.max(0, task - LONG_MS), 0);
  const longest = Math.max(0, ...after.tasks.slice(opened.tasks.length).map(({ ms: task }) => task));
  const figure = (what: string, value: number, limit: number, unit: string): Figure => {
    return { bar: '11', what: `${gallery.size} in sections, ${what}`, value, limit, unit };
  };
  return {
    heap,
    figures: [
      figure('total blocking time', blocking, 200, 'ms'),
      figure('layout shift', after.shift, 0.01, ''),
      figure('longest task while scrolling', longest, LONG_MS, 'ms'),
      { ...figure('frames while scrolling', (frames / ms) * 1000, 55, 'a second'), atLeast: true },
      figure('elements', nodes, 400, ''),
    ],
  };
}

function watch(): void {
  const watched: Watched = { shift: 0, tasks: [] };
  Object.assign(window, { watched });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => void watched.tasks.push({ start: startTime, ms: duration }));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) watched.shift += value;
  });
}

async function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
}

async function scroll(page: Page): Promise<{ frames: number; ms: number; nodes: number }> {
  return page.evaluate(async ({ frames, px }) => {
    let nodes = 0;
    const begun = performance.now();
    for (let frame = 0; frame < frames; frame += 1) {
      scrollBy({ top: px, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      if (frame % 20 === 0) nodes = Math.max(nodes, document.getElementsByTagName('*').length);
    }
    return { frames, ms: performance.now() - begun, nodes };
  }, SCROLL);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** What comes before the first picture: the page itself. */
async function weight({ address, size }: GalleryFixture): Promise<Figure[]> {
  const html = Buffer.from(await (await fetch(address)).arrayBuffer());
  const figure = (what: string, bytes: number): Figure => {
    return { bar: '12', what: `HTML of ${size}, ${what}`, value: bytes / 1024, limit: null, unit: 'KB' };
  };
  return [
    figure('raw', html.length),
    figure('gzip', gzipSync(html).length),
    figure('brotli', brotliCompressSync(html).length),
  ];
}

if (import.meta.main) {
  const stage = await setStage();
  try {
    const figures = await benchClientPage(stage);
    console.log(figures.map(describeFigure).join('\n'));
    console.log(`${figures.filter(isOver).length} over their bar`);
  } finally {
    await stage.close();
  }
}
