import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { signedInItem, type Photographer } from './photographer.ts';
import { stack } from './stack-address.ts';

/** A page in a browser context of its own. */
export interface Window {
  page: Page;
  /** Options of its context, as a key. */
  kind: string;
  uses: number;
  /** Whether the story has done nothing to it that outlasts the story. */
  isPlain: boolean;
}

/** Stories that one window serves: its process grows with each. */
const USES = 20;

/** A small document of the product's origin, without scripts. */
const QUIET_PATH = '/robots.txt';

/** Methods whose effect outlasts a story. */
const LASTING = {
  page: [
    'addInitScript',
    'close',
    'emulateMedia',
    'exposeFunction',
    'on',
    'route',
    'routeWebSocket',
    'setViewportSize',
  ],
  context: ['addInitScript', 'close', 'grantPermissions', 'newCDPSession', 'newPage', 'route', 'setOffline'],
  clock: ['install'],
} as const;

/**
 * The windows of a worker. A new window compiles the whole back office, which costs more than many a story: the next
 * story therefore gets the window of an ended one, emptied. A window with lasting changes is closed instead.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #idle = new Map<string, Window[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns a window without cookies, storage and history; signed in if `as` is given. */
  async take(options: BrowserContextOptions, as?: Photographer): Promise<Window> {
    const kind = JSON.stringify(options);
    const kept = this.#idle.get(kind)?.pop();
    const state = as && { cookies: [], origins: [{ origin: stack().origin, localStorage: [signedInItem(as)] }] };
    const window = kept ?? (await this.#make({ ...options, ...(state && { storageState: state }) }, kind));
    window.uses += 1;
    if (kept && as) await kept.page.evaluate(({ name, value }) => localStorage.setItem(name, value), signedInItem(as));
    return window;
  }

  /** Empties a window for the next story, or closes it. */
  async giveBack(window: Window, isReusable: boolean): Promise<void> {
    if (!isReusable || !window.isPlain || window.uses === USES) return window.page.context().close();
    await empty(window);
    this.#idle.set(window.kind, [...(this.#idle.get(window.kind) ?? []), window]);
  }

  async #make(options: BrowserContextOptions, kind: string): Promise<Window> {
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    const window = { page, kind, uses: 0, isPlain: true };
    noticeChanges(window);
    return window;
  }
}

/** From now on notices lasting changes to a window. */
function noticeChanges(window: Window): void {
  const { page } = window;
  const owners = { page, context: page.context(), clock: page.clock };
  for (const [owner, methods] of Object.entries(LASTING)) {
    for (const method of methods) notice(owners[owner as keyof typeof owners], method, () => (window.isPlain = false));
  }
}

function notice(owner: object, method: string, changed: () => void): void {
  const own = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
  Reflect.set(owner, method, (...args: unknown[]) => {
    changed();
    return own.apply(owner, args);
  });
}

async function empty(window: Window): Promise<void> {
  const { page } = window;
  const devtools = await page.context().newCDPSession(page);
  // First unloads the story's page, which still stores drafts.
  await page.goto(QUIET_PATH);
  await page.evaluate(() => sessionStorage.clear());
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await page.context().clearCookies();
  // Otherwise the next page would be hovered where the mouse rests.
  await page.mouse.move(-1, -1);
  await devtools.send('Page.resetNavigationHistory');
  const left = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(document.cookie ? [document.cookie] : []),
  ]);
  await devtools.detach();
  window.isPlain = true;
  if (left.length > 0) throw new Error(`a window of an ended story still has ${left.join(', ')}`);
}
