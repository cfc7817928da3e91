import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByRoleOptions } from '@testing-library/dom';

/** Milliseconds until a part of a page must be there; engines without a graphics card are slow. */
const FOUND_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;
/** Milliseconds in which a part that rests does not move. */
const REST_MS = 50;
/** Milliseconds that a finger rests before a drag begins; the product asks for less. */
const TOUCH_HOLD_MS = 700;

/** Testing Library as one script, which finds parts by role and accessible name in every engine. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

type InPage = typeof globalThis & { TestingLibraryDom: typeof import('@testing-library/dom') };

export interface WindowOptions {
  /** 375 px wide and with touch where the engine can, or 1280 px with a mouse. */
  width: 'phone' | 'desktop';
  /** Language of the browser: of `navigator.languages`, of its requests and of its formats. */
  language: 'en' | 'es' | 'ca';
  isDark: boolean;
}

/** CSS pixels of a window's inside. */
export const SIZES = { phone: { width: 375, height: 740 }, desktop: { width: 1280, height: 800 } } as const;

/** Tags of a browser's languages, most wanted first. */
export const LANGUAGE_TAGS = { en: ['en-GB', 'en'], es: ['es-ES', 'es'], ca: ['ca-ES', 'ca'] } as const;

export interface Point {
  x: number;
  y: number;
}

/** A part's rectangle in the window, in CSS pixels. */
export interface Box extends Point {
  width: number;
  height: number;
}

/**
 * Reports that no page can prevent: of a connection that the engine closes because its page is left, Zero's and Firefox's
 * own; Firefox's of a worker's answer that its page cancelled (an answer that fails is also a failed request), and of the
 * icon that it requests automatically.
 */
export const UNAVOIDABLE = new RegExp(
  [
    'Failed to connect .*WebSocket connection closed cleanly',
    'Firefox can’t establish a connection to the server at ws',
    'was interrupted while the page was loading',
    'A ServiceWorker intercepted the request and encountered an unexpected error',
    String.raw`status: 404 \S+/favicon\.ico$`,
  ].join('|'),
);

/** A part of the page, of the engine's own driver. */
export interface Part {
  /** Taps in a phone's window, if the engine can. */
  click(): Promise<void>;
  /** Adds text where the field's cursor is. */
  type(text: string): Promise<void>;
  /** Chooses files, of a file input. */
  choose(paths: readonly string[]): Promise<void>;
  /** Scrolls the part into the window; returns where it is. */
  box(): Promise<Box>;
}

/** What a driver does in its own way. Each has a real service worker and an empty profile. */
export interface Driver {
  readonly engine: string;
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page; its arguments and result are JSON. */
  evaluate<T, A extends readonly unknown[]>(run: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Runs a function in the page that returns an element or null. */
  element<A extends readonly unknown[]>(run: (...args: A) => Element | null, ...args: A): Promise<Part | null>;
  /** Presses a key that WebDriver and the DOM name alike, such as `Escape`, or a character. */
  press(key: Key): Promise<void>;
  /** Presses at the first point, rests for so many milliseconds, moves over the others and releases at the last. */
  drag(points: readonly Point[], holdMs: number): Promise<void>;
  /** Whether `drag` and `click` are a finger's. */
  readonly isTouch: boolean;
  /** Moves two fingers beside this point from so many pixels apart to so many. Fails without `isTouch`. */
  pinch(middle: Point, from: number, to: number): Promise<void>;
  /** Folder of downloaded files; what is still on its way there is empty or has a name that ends with `.part`. */
  readonly downloads: string;
  /** Returns a PNG of what the window shows. */
  screenshot(): Promise<Uint8Array>;
  /**
   * Errors of console and scripts, reports of the content security policy, failed requests and answers with a status of
   * 400 or more so far, one a line. Requests that the page itself or a navigation cancels are none.
   */
  readonly problems: string[];
  close(): Promise<void>;
}

export type Key = 'Escape' | 'Enter' | 'Tab' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

/** Text that a part must have, or a pattern of it, which ignores case. */
export type Name = string | RegExp;

/** A window of one engine, with the steps that flows share. */
export class BrowserWindow {
  readonly driver: Driver;
  readonly origin: string;
  readonly options: WindowOptions;

  constructor(driver: Driver, origin: string, options: WindowOptions) {
    this.driver = driver;
    this.origin = origin;
    this.options = options;
  }

  get isPhone(): boolean {
    return this.options.width === 'phone';
  }

  /** Opens a path of the product, or a whole address. */
  goto(path: string): Promise<void> {
    return this.driver.goto(new URL(path, this.origin).href);
  }

  /** Waits for the visible part with this role and accessible name. Throws after half a minute, with the page's text. */
  find(role: string, name?: Name): Promise<Part> {
    return this.until(`${role} "${String(name)}"`, () => this.look(role, name));
  }

  /** Whether a part with this role and accessible name is there now. */
  async has(role: string, name?: Name): Promise<boolean> {
    return (await this.look(role, name)) !== null;
  }

  /** Clicks, or taps in a phone's window, once the part rests and nothing covers it. */
  async click(role: string, name?: Name): Promise<void> {
    await this.until(`${role} "${String(name)}" to click`, async () => {
      const part = await this.look(role, name);
      if (!part) return null;
      const before = await part.box();
      await wait(REST_MS);
      const { x, y } = await part.box();
      if (x !== before.x || y !== before.y) return null;
      await part.click();
      return true;
    });
  }

  /** Types into the field of any kind with this label. */
  async type(label: Name, text: string): Promise<void> {
    const field = await this.field(label);
    await field.type(text);
  }

  /** Chooses files of the file input with this label, or of the page's first one. */
  async upload(paths: readonly string[], label?: Name): Promise<void> {
    const field = label
      ? await this.field(label)
      : await this.until('a file input', () => this.driver.element(() => document.querySelector('input[type=file]')));
    await field.choose(paths);
  }

  /** Drags one part by its middle onto the left quarter of another; a finger rests on it first. */
  async drag(from: readonly [role: string, name?: Name], onto: readonly [role: string, name?: Name]): Promise<void> {
    const target = await this.find(...onto);
    const source = await (await this.find(...from)).box();
    const { x, y, width, height } = await target.box();
    const start = { x: source.x + source.width / 2, y: source.y + source.height / 2 };
    const end = { x: x + width / 4, y: y + height / 2 };
    const steps = [0, 0.1, 0.4, 0.7, 1, 1].map((part) => ({
      x: Math.round(start.x + (end.x - start.x) * part),
      y: Math.round(start.y + (end.y - start.y) * part),
    }));
    await this.driver.drag(steps, this.driver.isTouch ? TOUCH_HOLD_MS : 0);
  }

  /** Pixels of the page that lie beyond the window's right edge. */
  overflow(): Promise<number> {
    return this.driver.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  /** Waits for an element that a function of the page returns. */
  part<A extends readonly unknown[]>(what: string, run: (...args: A) => Element | null, ...args: A): Promise<Part> {
    return this.until(what, () => this.driver.element(run, ...args));
  }

  /** Swipes by so many pixels, around a point below the window's middle, where buttons are; a mouse drags. */
  async swipe(by: Point): Promise<void> {
    const { width, height } = SIZES[this.options.width];
    const start = { x: Math.round((width - by.x) / 2), y: Math.round(height * 0.6 - by.y / 2) };
    const steps = [0.2, 0.4, 0.6, 0.8, 1].map((part) => ({ x: start.x + by.x * part, y: start.y + by.y * part }));
    await this.driver.drag([start, ...steps], 0);
  }

  /** Does something that saves one file; returns its name and content. */
  async download(save: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const folder = this.driver.downloads;
    const before = readdirSync(folder);
    await save();
    const name = await this.until('a file', () => {
      const added = readdirSync(folder).filter((each) => !before.includes(each));
      const isComplete = added.every((each) => !each.endsWith('.part') && statSync(join(folder, each)).size > 0);
      return Promise.resolve((isComplete && added[0]) || null);
    });
    return { name, bytes: readFileSync(join(folder, name)) };
  }

  /** Waits for a visible text. */
  async sees(wanted: Name): Promise<void> {
    await this.waitFor(
      `the text "${String(wanted)}"`,
      (text: string | null, pattern: string | null) => {
        const shown = document.body.innerText;
        return pattern ? new RegExp(pattern, 'i').test(shown) : shown.includes(text!);
      },
      ...nameOf(wanted),
    );
  }

  /** Waits until a function of the page returns something else than false, null or undefined; returns that. */
  waitFor<T, A extends readonly unknown[]>(
    what: string,
    run: (...args: A) => T | null | false,
    ...args: A
  ): Promise<T> {
    return this.until(what, async () => (await this.driver.evaluate(run, ...args)) || null);
  }

  /** Loads a page again under the service worker, which takes over the first page after its registration. */
  async underWorker(path: string): Promise<void> {
    await this.goto(path);
    await this.waitFor('the worker', () => navigator.serviceWorker.ready.then(({ active }) => active !== null));
    await this.goto(path);
    await this.waitFor('the worker', () => navigator.serviceWorker.controller !== null);
  }

  /** Signs in and waits for the back office's first screen. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.goto('/app/auth');
    await this.type(/e-?mail|correo|correu/, email);
    const field = await this.until('the password', () =>
      this.driver.element(() => document.querySelector('input[type=password]')),
    );
    await field.type(password);
    await (
      await this.until('the button', () => this.driver.element(() => document.querySelector('[type=submit]')))
    ).click();
    await this.waitFor('the back office', () => location.pathname === '/app' && !!document.querySelector('nav'));
  }

  private async look(role: string, name?: Name): Promise<Part | null> {
    await this.loadLibrary();
    return this.driver.element(partByRole, role, ...nameOf(name));
  }

  private field(label: Name): Promise<Part> {
    return this.until(`the field "${String(label)}"`, async () => {
      await this.loadLibrary();
      return this.driver.element(fieldByLabel, ...nameOf(label));
    });
  }

  private async loadLibrary(): Promise<void> {
    const loaded = await this.driver.evaluate(() => 'TestingLibraryDom' in globalThis);
    if (!loaded) {
      await this.driver.evaluate(
        // oxlint-disable-next-line typescript/no-implied-eval -- a driver's own scripts are not bound by the page's policy
        new Function(`${LIBRARY}; return true`) as () => boolean,
      );
    }
  }

  private async until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + FOUND_WITHIN_MS;
    for (;;) {
      // A navigation between two calls ends the first one with an error.
      const found = await look().catch((error: unknown) => {
        if (Date.now() > end) throw error;
        return null;
      });
      if (found !== null) return found;
      if (Date.now() > end) {
        const text = await this.driver.evaluate(() => document.body.innerText.slice(0, 500));
        throw new Error(`${this.driver.engine}: ${what} is not there. The page: ${text}`);
      }
      await wait(LOOK_EVERY_MS);
    }
  }
}

/** A name as two arguments of a function in the page: its text, or its pattern. */
const nameOf = (name: Name | undefined): [text: string | null, pattern: string | null] =>
  name instanceof RegExp ? [null, name.source] : [name ?? null, null];

function partByRole(role: string, text: string | null, pattern: string | null): Element | null {
  const { queryAllByRole } = (globalThis as InPage).TestingLibraryDom;
  const options: ByRoleOptions = pattern ? { name: new RegExp(pattern, 'i') } : text ? { name: text } : {};
  // The library does not know `inert`, as the page is below an open lightbox.
  return queryAllByRole(document.body, role, options).find((each) => !each.closest('[inert]')) ?? null;
}

function fieldByLabel(text: string | null, pattern: string | null): Element | null {
  const { queryAllByLabelText } = (globalThis as InPage).TestingLibraryDom;
  const selector = 'input, textarea, [contenteditable=true]';
  return queryAllByLabelText(document.body, pattern ? new RegExp(pattern, 'i') : text!, { selector })[0] ?? null;
}

/** Scrolls an element into the window; returns where it is. Drivers run it in the page. */
export function scrolledBox(element: Element): Box {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** Scrolls an element into the window's middle and waits until it moves no more. Drivers run it in the page. */
export async function restInView(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const rectangle = () => JSON.stringify(element.getBoundingClientRect());
  let before = '';
  while (before !== rectangle()) {
    before = rectangle();
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  }
}

/** Logs reports of the content security policy, which not every engine does. Drivers run it in every document. */
export function logPolicyReports(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    console.error('blocked by the policy:', effectiveDirective, blockedURI, sample);
  });
}

/** Makes an empty folder for a driver's downloads. */
export const makeDownloads = (): string => mkdtempSync(join(tmpdir(), 'albumen-downloads-'));
