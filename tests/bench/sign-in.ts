/**
 * Bar 17: the first seconds of the sign-in pages and of the back office on a phone with a slow line, with an empty
 * cache. All pages are opened in turn, so that the ratio to the landing page is of one run.
 */
import type { Page } from '@playwright/test';
import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { insertRow, newId } from '../support/rows.ts';
import { type Figure, quantile } from './figure.ts';
import { openSlowPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const KB = 1024;
const TIMEOUT_MS = 60 * SECOND_MS;
/** A form of the server's HTML waits for its script (web/lib/browser/server-form.ts). */
const ANSWERING_FORM = 'form:not([data-waiting]) [type=submit]';

interface Target {
  what: string;
  /** Path, or what makes one for each visit. */
  path: string | (() => Promise<string>);
  /** Selector of what a person waits for. */
  ready: string;
  isSignedIn?: boolean;
  /** True where the browser has asked for the mail whose link it opens. */
  hasAsked?: boolean;
}

interface Visit {
  paint: number;
  ready: number;
  /** Bytes of scripts and of everything, and requests, until the page was ready. */
  script: number;
  bytes: number;
  requests: number;
  /** Requests of which each began after the one before it had ended. */
  depth: number;
}

export async function benchSignIn(studio: Studio, { rounds }: Sizes): Promise<Figure[]> {
  const targets: readonly Target[] = [
    { what: 'landing page', path: '/', ready: 'h1' },
    { what: 'sign-in', path: '/login', ready: ANSWERING_FORM },
    { what: 'sign-up', path: '/app/auth/signup', ready: ANSWERING_FORM },
    { what: 'invitation', path: `/app/join/${await invite(studio)}`, ready: 'main a[href*="signup"]' },
    { what: 'new password', path: () => recoveryPath(studio), ready: ANSWERING_FORM, hasAsked: true },
    { what: 'first screen', path: '/app', ready: 'main h1', isSignedIn: true },
    { what: 'first list', path: '/app/galleries', ready: 'main h1', isSignedIn: true },
  ];
  const visits = targets.map((): Visit[] => []);
  // The edge has none of the pages yet.
  for (const target of targets) await visit(studio, target);
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries()) visits[index]!.push(await visit(studio, target));
  const median = (index: number, name: keyof Visit) => quantile(visits[index]!.map((one) => one[name]));
  return targets.flatMap(({ what, isSignedIn = false }, index) => {
    const figure = (name: string, value: number, limit: number | null, unit: string): Figure => {
      return { bar: '17', what: `slow line, ${what}: ${name}`, value, limit, unit, n: rounds };
    };
    const isPeer = index === 0;
    const limits = isPeer
      ? { paint: null, ready: null, script: null, depth: null }
      : isSignedIn
        ? { paint: null, ready: 6000, script: null, depth: 3 }
        : { paint: 1000, ready: 2500, script: 120, depth: 3 };
    return [
      figure('first paint', median(index, 'paint'), limits.paint, 'ms'),
      ...(isPeer ? [] : [figure('first paint', median(index, 'paint') / median(0, 'paint'), null, '× landing page')]),
      figure('ready', median(index, 'ready'), limits.ready, 'ms'),
      figure('script until then', median(index, 'script') / KB, limits.script, 'KB'),
      figure('all bytes until then', median(index, 'bytes') / KB, null, 'KB'),
      figure('requests until then', median(index, 'requests'), null, ''),
      figure('requests one after another', median(index, 'depth'), limits.depth, ''),
    ];
  });
}

/** Returns the id of a new invitation to the studio. */
async function invite({ database, account, session }: Studio): Promise<string> {
  const id = newId();
  await insertRow(database, 'team_invites', {
    id,
    account_id: account.id,
    author_id: session.user.id,
    email: `${id}@example.org`,
    role: 'assistant',
    expires_at: new Date(Date.now() + DAY_MS),
  });
  return id;
}

/** Returns the path to which the link of a recovery mail leads. */
async function recoveryPath(studio: Studio): Promise<string> {
  const { access_token, refresh_token, expires_in, expires_at } = await studio.signIn();
  const fragment = { access_token, refresh_token, expires_in, expires_at, token_type: 'bearer', type: 'recovery' };
  const values = Object.entries(fragment).map(([name, value]) => [name, String(value)]);
  return `/reset-password#${new URLSearchParams(values).toString()}`;
}

interface Request {
  start: number;
  end: number;
  isScript: boolean;
  bytes: number;
}

async function visit(studio: Studio, { path, ready, isSignedIn, hasAsked }: Target): Promise<Visit> {
  const page = await openSlowPhone(studio, { signedIn: isSignedIn ?? false });
  if (hasAsked) {
    const flows = JSON.stringify([{ email: studio.session.user.email, until: Date.now() + DAY_MS }]);
    // As web/lib/auth/auth-flows.ts stores it.
    await page.addInitScript((stored) => localStorage.setItem('auth-flows', stored), flows);
  }
  const address = studio.stack.origin + (typeof path === 'string' ? path : await path());
  const requests = await watchRequests(page);
  await page.goto(address, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(
    (selector) =>
      document.querySelector(selector) && performance.getEntriesByName('first-contentful-paint').length > 0
        ? performance.now()
        : null,
    ready,
    { timeout: TIMEOUT_MS },
  );
  const readyAt = (await handle.jsonValue())!;
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
  const seen = [...requests.values()];
  const opened = Math.min(...seen.map(({ start }) => start));
  const before = seen.filter(({ end }) => end - opened <= readyAt / SECOND_MS);
  const sum = (some: readonly Request[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  await page.context().close();
  return {
    paint,
    ready: readyAt,
    script: sum(before.filter(({ isScript }) => isScript)),
    bytes: sum(before),
    requests: before.length,
    depth: depthOf(before),
  };
}

/** Collects the page's requests; `bytes` are those on the line. Times are in seconds. */
async function watchRequests(page: Page): Promise<Map<string, Request>> {
  const session = await page.context().newCDPSession(page);
  const requests = new Map<string, Request>();
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, type }) => {
    requests.set(requestId, { start: timestamp, end: Number.POSITIVE_INFINITY, isScript: type === 'Script', bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return requests;
}

/** Returns the length of the longest chain of requests of which each began after the one before it had ended. */
function depthOf(requests: readonly Request[]): number {
  const depths = new Map<Request, number>();
  for (const request of requests.toSorted((a, b) => a.start - b.start)) {
    const earlier = [...depths].filter(([{ end }]) => end <= request.start).map(([, depth]) => depth);
    depths.set(request, 1 + Math.max(0, ...earlier));
  }
  return Math.max(...depths.values());
}
