import type { Page, Request } from '@playwright/test';
import type { Studio } from '../../bench/studio.ts';

/** A request of the recorded browser. */
export interface RecordedRequest {
  /** Milliseconds since the page was requested. */
  at: number;
  kind: string;
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | null;
}

interface SentRequest {
  request: Request;
  at: number;
}

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
/** Headers that a browser sends automatically on each request; the visitor's own cookies replace the recorded ones. */
const REPLAYED = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'origin', 'referer', 'x-channel'];
const HEARTS = 3;
/** Pixels of each step of scrolling, and the time between two. */
const STEP = { px: 500, ms: 400 };

/**
 * Opens a gallery in a browser on a phone, scrolls to its end and chooses three photos. Returns all requests to the
 * product's origin in the browser's order, for visitors who repeat them.
 */
export async function recordVisit(studio: Studio, address: string): Promise<RecordedRequest[]> {
  const page = await studio.open(PHONE);
  const requests: SentRequest[] = [];
  const started = performance.now();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === studio.stack.origin && pathname !== '/ws')
      requests.push({ request, at: performance.now() - started });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await scrollToEnd(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const hearts = page.getByRole('region', { name: 'Photos' }).getByRole('button', { name: /^Add to / });
  for (let index = 0; index < HEARTS; index++) {
    await hearts.nth(index).click();
    await page.waitForTimeout(STEP.ms);
  }
  await page.waitForLoadState('networkidle');
  const sent = await withoutCached(requests);
  const recorded = await Promise.all(sent.map(({ request, at }) => toRecorded(request, at)));
  await page.context().close();
  if (recorded.filter(({ method }) => method === 'PUT').length < HEARTS) throw new Error('the visit chose no photos');
  return recorded;
}

async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  while (!(await isAtEnd())) {
    await page.evaluate((px) => scrollBy({ top: px, behavior: 'instant' }), STEP.px);
    await page.waitForTimeout(STEP.ms);
  }
}

/** Leaves out repeated requests that a browser answers from its own cache, such as those of the service worker. */
async function withoutCached(requests: readonly SentRequest[]): Promise<SentRequest[]> {
  const cached = new Set<string>();
  const sent: SentRequest[] = [];
  for (const one of requests) {
    if (cached.has(one.request.url())) continue;
    sent.push(one);
    const response = await one.request.response();
    if (/max-age=[1-9]/.test(response?.headers()['cache-control'] ?? '')) cached.add(one.request.url());
  }
  return sent;
}

async function toRecorded(request: Request, at: number): Promise<RecordedRequest> {
  const all = await request.allHeaders();
  const headers = Object.fromEntries(REPLAYED.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
  const { pathname, search } = new URL(request.url());
  const method = request.method();
  return { at, kind: kindOf(method, pathname), method, address: pathname + search, headers, body: request.postData() };
}

/** The name under which a request is counted. */
function kindOf(method: string, path: string): string {
  if (path.startsWith('/api/images/')) return 'picture';
  if (path.includes('/picks/')) return 'heart';
  if (path.endsWith('/galleries/verify')) return 'access';
  if (path.startsWith('/api/')) return method === 'GET' ? 'data' : 'other write';
  return /\.\w+$/.test(path) ? 'script, style, font' : 'page';
}
