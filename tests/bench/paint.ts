/*
 * Bars 11 and 12: a public gallery on a phone whose processor is four times slower, against a page of nothing but the
 * same first picture from the same edge.
 */
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { makeGallery } from './gallery-fixture.ts';
import type { GalleryFixture } from './gallery-fixture.ts';
import type { Stage } from './stage.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const THROTTLE = 4;
const VISITS = 5;
const SCROLL_FRAMES = 240;
const SCROLL_PX = 150;
/** A task that keeps the page from answering, in milliseconds. */
const LONG_MS = 50;
const BARE_PATH = '/bench-bare';

/** What a page tells of itself; times in milliseconds since it was asked for. */
type Seen = { shift: number; tasks: { start: number; ms: number }[]; picture: number | null };
declare global {
  interface Window {
    bench: Seen;
  }
}

export async function benchPaint(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  const heaps: number[] = [];
  for (const size of [200, 1000, 5000]) {
    const gallery = await makeGallery(stage, size);
    const { heap, ...rest } = await scrolling(stage, gallery);
    heaps.push(heap);
    // Of the one in the middle only the heap is asked for.
    if (size === 1000) continue;
    figures.push(...(await opening(stage, gallery)), ...rest.figures);
  }
  const growth = heaps[2]! / heaps[1]!;
  figures.push({ bar: '11', what: '5000 photos, heap', value: growth, limit: 1.3, unit: '× that of 1000' });
  return [...figures, await firstScript(stage)];
}

/** Opens a page in a fresh browser of its own, watched from its first moment. */
export async function openPhone(stage: Stage, cookiesOf?: Page): Promise<Page> {
  const page = await stage.open(PHONE);
  if (cookiesOf) await page.context().addCookies(await cookiesOf.context().cookies());
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0, tasks: [], picture: null };
    window.bench = seen;
    const observe = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry))).observe({
        type,
        buffered: true,
      });
    observe('layout-shift', (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    });
    observe('longtask', ({ startTime, duration }) => void seen.tasks.push({ start: startTime, ms: duration }));
    const loaded = ({ target }: Event) => {
      if (!(target instanceof HTMLImageElement)) return;
      document.removeEventListener('load', loaded, true);
      void target.decode().then(() => (seen.picture = performance.now()));
    };
    document.addEventListener('load', loaded, true);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

export async function firstPicture(page: Page): Promise<{ paint: number; picture: number }> {
  // The browser may tell of its first paint only after the first picture is there.
  const isComplete = () =>
    window.bench.picture !== null && performance.getEntriesByName('first-contentful-paint').length > 0;
  await page.waitForFunction(isComplete);
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { paint: paint!.startTime, picture: window.bench.picture! };
  });
}

/** First paint and first decoded picture of the gallery and of the bare page, which take turns. */
async function opening(stage: Stage, gallery: GalleryFixture): Promise<Figure[]> {
  const ours: { paint: number; picture: number }[] = [];
  const bare: typeof ours = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await openPhone(stage);
    await page.goto(gallery.address);
    ours.push(await firstPicture(page));
    const plain = await openPhone(stage, page);
    // The page costs nothing, the picture comes from the edge with the token that the gallery gave.
    const body = `<!doctype html><meta name="viewport" content="width=device-width"><img src="${gallery.firstPicture}">`;
    await plain.route(`**${BARE_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await plain.goto(stage.stack.origin + BARE_PATH);
    bare.push(await firstPicture(plain));
    await page.context().close();
    await plain.context().close();
  }
  const middle = (of: typeof ours, what: 'paint' | 'picture') => quantile(of.map((times) => times[what]));
  const figure = (what: string, value: number, unit: string): Figure => ({
    bar: '12',
    what: `${gallery.size} photos, ${what}`,
    value,
    limit: null,
    unit,
    n: VISITS,
  });
  return [
    figure('first contentful paint', middle(ours, 'paint'), 'ms'),
    figure('first contentful paint', middle(ours, 'paint') / middle(bare, 'paint'), '× bare page'),
    figure('first picture decoded', middle(ours, 'picture'), 'ms'),
    figure('first picture decoded', middle(ours, 'picture') / middle(bare, 'picture'), '× bare page'),
  ];
}

/** Scrolls a screen in five frames, for hundreds of frames. `heap` is in bytes. */
async function scrolling(stage: Stage, gallery: GalleryFixture): Promise<{ heap: number; figures: Figure[] }> {
  const page = await openPhone(stage);
  await page.goto(gallery.address);
  const { paint } = await firstPicture(page);
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => window.bench);
  const { ms, nodes } = await page.evaluate(
    async ([frames, step]) => {
      let most = 0;
      const begun = performance.now();
      for (let frame = 0; frame < frames!; frame++) {
        scrollBy({ top: step!, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
        if (frame % 20 === 0) most = Math.max(most, document.getElementsByTagName('*').length);
      }
      return { ms: performance.now() - begun, nodes: most };
    },
    [SCROLL_FRAMES, SCROLL_PX],
  );
  const after = await page.evaluate(() => window.bench);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  await page.context().close();
  const blocking = before.tasks
    .filter(({ start }) => start >= paint)
    .reduce((sum, { ms: task }) => sum + task - LONG_MS, 0);
  const tasks = after.tasks.slice(before.tasks.length).map(({ ms: task }) => task);
  const figure = (what: string, value: number, limit: number, unit: string): Figure => ({
    bar: '11',
    what: `${gallery.size} photos, ${what}`,
    value,
    limit,
    unit,
  });
  return {
    heap,
    figures: [
      figure('total blocking time', blocking, 200, 'ms'),
      figure('layout shift', after.shift, 0.01, ''),
      figure('longest task while scrolling', Math.max(0, ...tasks), LONG_MS, 'ms'),
      { ...figure('frames while scrolling', (SCROLL_FRAMES / ms) * 1000, 55, 'a second'), atLeast: true },
      figure('elements', nodes, 400, ''),
    ],
  };
}

/** The scripts that a public page loads before anything is asked for: its entry and what that imports at once. */
async function firstScript({ stack, account }: Stage): Promise<Figure> {
  const html = await (await fetch(`${stack.origin}/p/${account.slug}`)).text();
  const entry = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(html)?.[1];
  const preloaded = [...html.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g)].map((match) => match[1]!);
  if (!entry) throw new Error('the page has no script');
  let bytes = 0;
  for (const path of [entry, ...preloaded]) {
    const script = await fetch(new URL(path, stack.origin));
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return { bar: '12', what: 'first script, gzip', value: bytes / 1024, limit: 115, unit: 'KB' };
}
