import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type ElementHandle } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../../support/chromium.ts';
import {
  type Driver,
  LANGUAGE_TAGS,
  logPolicyReports,
  makeDownloads,
  type Part,
  scrolledBox,
  SIZES,
  type WindowOptions,
} from './browser-window.ts';

/** Milliseconds after which a finger counts as at rest. */
const REST_MS = 150;

/** Answers to a request that its page cancelled or left. */
const CANCELLED = 'net::ERR_ABORTED';

function partOf(handle: ElementHandle<Element>, isTouch: boolean): Part {
  return {
    click: () => (isTouch ? handle.tap() : handle.click()),
    type: (text) => handle.type(text),
    choose: (paths) => handle.setInputFiles([...paths]),
    box: () => handle.evaluate(scrolledBox),
  };
}

/** Starts the Chromium of the end-to-end tests, or another one, with a fresh profile. */
export async function openChromium(options: WindowOptions, executablePath?: string): Promise<Driver> {
  const browser = await chromium.launch({
    executablePath: executablePath ?? (await chromiumPath()),
    args: [...CHROMIUM_ARGS],
  });
  const isTouch = options.width === 'phone';
  const context = await browser.newContext({
    viewport: SIZES[options.width],
    hasTouch: isTouch,
    isMobile: isTouch,
    locale: LANGUAGE_TAGS[options.language][0],
    colorScheme: options.isDark ? 'dark' : 'light',
  });
  await context.addInitScript(logPolicyReports);
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== CANCELLED) problems.push(`request: ${reason} ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status: ${response.status()} ${response.url()}`);
  });
  const downloads = makeDownloads();
  const page = await context.newPage();
  page.on('download', (download) => {
    const path = join(downloads, download.suggestedFilename());
    void download.saveAs(`${path}.part`).then(() => renameSync(`${path}.part`, path));
  });
  return {
    engine: `Chromium ${browser.version()}`,
    isTouch,
    downloads,
    problems,
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    // The types of the two sides differ in their generics only; Playwright takes one argument.
    evaluate: (run, ...args) => page.evaluate(call(run), args as never) as never,
    element: async (run, ...args) => {
      const handle = await page.evaluateHandle(call(run), args as never);
      const element = handle.asElement() as ElementHandle<Element> | null;
      return element && partOf(element, isTouch);
    },
    press: (key) => page.keyboard.press(key),
    drag: async (points, holdMs) => {
      if (isTouch) {
        const session = await context.newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof points) =>
          session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
        await touch('touchStart', points.slice(0, 1));
        await page.waitForTimeout(holdMs);
        for (const point of points.slice(1)) await touch('touchMove', [point]);
        // A finger that lifts while it moves flings, and the next tap would only end that.
        await page.waitForTimeout(REST_MS);
        await touch('touchEnd', []);
        return session.detach();
      }
      await page.mouse.move(points[0]!.x, points[0]!.y);
      await page.mouse.down();
      for (const { x, y } of points.slice(1)) await page.mouse.move(x, y, { steps: 5 });
      await page.mouse.up();
    },
    pinch: async ({ x, y }, from, to) => {
      const session = await context.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: apart === undefined ? [] : [-1, 1].map((side, id) => ({ id, x: x + (side * apart) / 2, y })),
        });
      await touch('touchStart', from);
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * part);
      await touch('touchEnd');
      await session.detach();
    },
    screenshot: () => page.screenshot(),
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true });
    },
  };
}

/** Makes a function of one list of arguments: Playwright passes one argument, and the source only. */
function call(run: (...args: never) => unknown) {
  // oxlint-disable-next-line typescript/no-implied-eval -- a driver's own scripts are not bound by the page's policy
  return new Function('args', `return (${run.toString()})(...args)`) as (args: never) => unknown;
}
