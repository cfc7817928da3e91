import type { Browser, BrowserContextOptions, CDPSession, Page, ViewportSize } from '@playwright/test';
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
  /** Undo the story's effects, by method. */
  undo: Map<string, () => Promise<void>>;
}

/** Stories that one window serves: its process grows with each. */
const USES = 20;

/** A small document of the product's origin, without scripts. */
const QUIET_PATH = '/robots.txt';

/** Methods whose effect outlasts a story. */
const LASTING = {
  page: ['addInitScript', 'close', 'emulateMedia', 'exposeFunction', 'routeWebSocket'],
  context: ['addInitScript', 'close', 'newCDPSession'],
  clock: ['install'],
} as const;

type Undo = (page: Page, viewport: ViewportSize | null) => Promise<void>;

/** Methods whose effect is undone after the story. */
const UNDONE: Readonly<Record<'page' | 'context', Readonly<Record<string, Undo>>>> = {
  page: {
    route: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
    setViewportSize: (page, viewport) => page.setViewportSize(viewport!),
  },
  context: {
    grantPermissions: (page) => page.context().clearPermissions(),
    route: (page) => page.context().unrouteAll({ behavior: 'ignoreErrors' }),
    setOffline: (page) => page.context().setOffline(false),
  },
};

/**
 * The windows of a worker. A new window compiles the whole back office, which costs more than many a story: the next
 * story therefore gets the window of an ended one, emptied, with its changes undone; others are closed.
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
    const window: Window = { page, kind, uses: 0, isPlain: true, undo: new Map() };
    noticeChanges(window);
    return window;
  }
}

/** From now on notices changes to a window. */
function noticeChanges(window: Window): void {
  const { page, undo } = window;
  const owners = { page, context: page.context(), clock: page.clock };
  for (const [owner, methods] of Object.entries(LASTING)) {
    for (const method of methods) notice(owners[owner as keyof typeof owners], method, () => (window.isPlain = false));
  }
  const viewport = page.viewportSize();
  for (const owner of ['page', 'context'] as const) {
    for (const [method, undone] of Object.entries(UNDONE[owner])) {
      notice(owners[owner], method, () => undo.set(`${owner}.${method}`, () => undone(page, viewport)));
    }
  }
  notice(page, 'on', (event, listener) =>
    undo.set(`listener ${undo.size}`, async () => void page.off(event as 'close', listener as () => void)),
  );
}

function notice(owner: object, method: string, called: (...args: unknown[]) => void): void {
  const own = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
  Reflect.set(owner, method, (...args: unknown[]) => {
    called(...args);
    return own.apply(owner, args);
  });
}

async function empty(window: Window): Promise<void> {
  const { page, undo } = window;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  for (const undone of undo.values()) await undone();
  undo.clear();
  const devtools = await page.context().newCDPSession(page);
  // First unloads the story's page, which still stores drafts.
  await page.goto(QUIET_PATH);
  // Otherwise the next page would be hovered where the mouse rests.
  await page.mouse.move(-1, -1);
  await devtools.send('Page.resetNavigationHistory');
  let left = await clear(page, devtools);
  // A write of the unloaded page may reach the browser after the first clearing.
  if (left.length > 0) left = await clear(page, devtools);
  await devtools.detach();
  window.isPlain = true;
  if (left.length > 0) throw new Error(`a window of an ended story still has ${left.join(', ')}`);
}

/** Clears what the origin stores. Returns the names of what is there afterwards. */
async function clear(page: Page, devtools: CDPSession): Promise<string[]> {
  await page.evaluate(() => sessionStorage.clear());
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await page.context().clearCookies();
  return page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ...(document.cookie ? [document.cookie] : []),
  ]);
}
