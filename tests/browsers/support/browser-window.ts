import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { ByRoleOptions } from '@testing-library/dom';

/** Milliseconds until a part of a page must be there; engines without a graphics card are slow. */
const FOUND_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** Testing Library as one script, which finds parts by role and accessible name in every engine. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

type InPage = typeof globalThis & { TestingLibraryDom: typeof import('@testing-library/dom') };

/** A part of the page, of the engine's own driver. */
export interface Part {
  click(): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses files, of a file input. */
  choose(paths: readonly string[]): Promise<void>;
}

/** What a driver does in its own way. */
export interface Driver {
  readonly engine: string;
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page; its arguments and result are JSON. */
  evaluate<T, A extends readonly unknown[]>(run: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Runs a function in the page that returns an element or null. */
  element<A extends readonly unknown[]>(run: (...args: A) => Element | null, ...args: A): Promise<Part | null>;
  resize(width: number, height: number): Promise<void>;
  /** Returns a PNG of what the window shows. */
  screenshot(): Promise<Uint8Array>;
  /** Errors of console, scripts and content security policy so far, one a line. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** A window of one engine, with the steps that stories share. */
export class BrowserWindow {
  readonly driver: Driver;
  readonly origin: string;

  constructor(driver: Driver, origin: string) {
    this.driver = driver;
    this.origin = origin;
  }

  goto(path: string): Promise<void> {
    return this.driver.goto(new URL(path, this.origin).href);
  }

  /** Waits for the visible part with this role and accessible name. Throws after half a minute, with the page's text. */
  async find(role: string, name?: string | RegExp): Promise<Part> {
    const pattern = name instanceof RegExp ? name.source : undefined;
    const part = await this.until(`${role} "${String(name)}"`, async () => {
      await this.loadLibrary();
      return this.driver.element(
        (role: string, text: string | null, pattern: string | null) => {
          const { queryAllByRole } = (globalThis as InPage).TestingLibraryDom;
          const options: ByRoleOptions = pattern ? { name: new RegExp(pattern, 'i') } : text ? { name: text } : {};
          return queryAllByRole(document.body, role, options)[0] ?? null;
        },
        role,
        typeof name === 'string' ? name : null,
        pattern ?? null,
      );
    });
    return part;
  }

  async click(role: string, name?: string | RegExp): Promise<void> {
    await (await this.find(role, name)).click();
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    await (await this.find('textbox', label)).type(text);
  }

  /** Waits until a function of the page returns something else than false, null or undefined; returns that. */
  waitFor<T, A extends readonly unknown[]>(
    what: string,
    run: (...args: A) => T | null | false,
    ...args: A
  ): Promise<T> {
    return this.until(what, async () => (await this.driver.evaluate(run, ...args)) || null);
  }

  /** Signs in and waits for the back office's first screen. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.goto('/app/auth');
    await this.type(/e-?mail/, email);
    const field = await this.until('the password', () =>
      this.driver.element(() => document.querySelector('input[type=password]')),
    );
    await field.type(password);
    await this.click('button', /^sign in$/);
    await this.waitFor('the back office', () => location.pathname === '/app' && !!document.querySelector('nav'));
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
