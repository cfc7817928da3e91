import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import { BrowserWindow, type Driver, UNAVOIDABLE, type WindowOptions } from './browser-window.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

const PICTURES = resolve(import.meta.dirname, '../../../.build/browsers');

const OPENERS = { firefox: openFirefox, webkit: openWebKit, chromium: openChromium } as const satisfies Record<
  string,
  (options: WindowOptions) => Promise<Driver>
>;

export type Engine = keyof typeof OPENERS;
export const ENGINES = Object.keys(OPENERS) as readonly Engine[];

export interface FlowOptions extends Partial<Omit<WindowOptions, 'width'>> {
  /** All engines by default; `BROWSERS_ENGINES`, such as `webkit,firefox`, names fewer. */
  engines?: readonly Engine[];
  /** Both by default. */
  widths?: readonly WindowOptions['width'][];
  /** Windows in which `npm test` runs the flow; `npm run test:browsers` runs all. */
  short?: readonly `${Engine}, ${WindowOptions['width']}`[];
  /** Problems that the flow provokes, such as the refusal of a wrong password. */
  expected?: readonly RegExp[];
}

export const isShort = process.env['BROWSERS_SHORT'] === '1';
const wanted: readonly string[] = process.env['BROWSERS_ENGINES']?.split(',') ?? ENGINES;

/**
 * Defines a test of one flow for each engine and width: in a new window, with an empty profile and a real service
 * worker. It fails if the browser has a problem that the flow does not expect, and leaves a picture of the failure in
 * `.build/browsers`.
 */
export function flow(
  name: string,
  { engines = ENGINES, widths = ['phone', 'desktop'], short = [], expected = [], ...options }: FlowOptions,
  run: (window: BrowserWindow, engine: Engine) => Promise<void>,
): void {
  for (const engine of engines) {
    for (const width of widths) {
      const where = `${engine}, ${width}` as const;
      const title = `${name} (${where})`;
      it.runIf(isShort ? short.includes(where) : wanted.includes(engine))(title, async () => {
        const window = await openWindow(engine, { width, ...options });
        try {
          await run(window, engine);
          const allowed = [UNAVOIDABLE, ...expected];
          expect(window.driver.problems.filter((each) => !allowed.some((pattern) => pattern.test(each)))).toEqual([]);
        } catch (error) {
          mkdirSync(PICTURES, { recursive: true });
          writeFileSync(join(PICTURES, `${title.replaceAll(/[^\w]+/g, '-')}.png`), await window.driver.screenshot());
          if (window.driver.problems.length > 0) console.log(`${title}:`, window.driver.problems);
          throw error;
        } finally {
          await window.driver.close();
        }
      });
    }
  }
}

/** Opens a window of an engine: a desktop's, English and light by default. */
export async function openWindow(engine: Engine, options: Partial<WindowOptions> = {}): Promise<BrowserWindow> {
  const complete: WindowOptions = { width: 'desktop', language: 'en', isDark: false, ...options };
  return new BrowserWindow(await OPENERS[engine](complete), inject('origin'), complete);
}
