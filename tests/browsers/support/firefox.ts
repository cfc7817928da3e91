import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type ElementHandle, type JSHandle } from 'puppeteer-core';
import {
  type Driver,
  LANGUAGE_TAGS,
  logPolicyReports,
  makeDownloads,
  type Part,
  restInView,
  scrolledBox,
  SIZES,
  type WindowOptions,
} from './browser-window.ts';
import { FIREFOX_PATH } from './packages.ts';

/** Milliseconds of one movement of the pointer, and after which it counts as at rest. */
const [MOVE_MS, REST_MS] = [20, 150];

/** Firefox's reasons for a request that its page cancelled or left. */
const CANCELLED = /NS_BINDING_ABORTED|NS_ERROR_ABORT/;

/** A finger instead of a mouse: `pointer: coarse` and `hover: none`, and events of touch. */
const TOUCH_PREFS = {
  'dom.w3c_touch_events.enabled': 1,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  // As phones do, scroll bars take no space.
  'ui.useOverlayScrollbars': 1,
};

function partOf(handle: ElementHandle<Element>, isTouch: boolean): Part {
  return {
    click: async () => {
      await handle.evaluate(restInView);
      await (isTouch ? handle.tap() : handle.click());
    },
    type: (text) => handle.type(text),
    choose: (paths) => (handle as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    box: () => handle.evaluate(scrolledBox),
  };
}

/** Logs errors with their stack: BiDi passes objects without their text. */
function logErrorsAsText(): void {
  const { error } = console;
  console.error = (...parts: unknown[]) =>
    error(...parts.map((part) => (part instanceof Error ? `${String(part)} ${part.stack?.slice(0, 400)}` : part)));
}

/** Starts Firefox over WebDriver BiDi, with a fresh profile. */
export async function openFirefox(options: WindowOptions): Promise<Driver> {
  const isTouch = options.width === 'phone';
  const tags = LANGUAGE_TAGS[options.language];
  const downloads = makeDownloads();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX_PATH,
    headless: true,
    env: { ...process.env, LANG: `${tags[0].replace('-', '_')}.UTF-8` },
    extraPrefsFirefox: {
      'intl.accept_languages': tags.join(', '),
      // 0 is dark, 1 is light.
      'layout.css.prefers-color-scheme.content-override': options.isDark ? 0 : 1,
      // 2 is the folder below.
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.always_ask_before_handling_new_types': false,
      'pdfjs.disabled': true,
      ...(isTouch && TOUCH_PREFS),
    },
  });
  const page = await browser.newPage();
  await page.setViewport({ ...SIZES[options.width], hasTouch: isTouch });
  await page.emulateLocale(tags[0]);
  await page.evaluateOnNewDocument(logPolicyReports);
  await page.evaluateOnNewDocument(logErrorsAsText);
  // Leaves a page that asks, as Playwright does: a mutation may be on its way.
  page.on('dialog', (dialog) => void dialog.accept());
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${String(error)}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!CANCELLED.test(reason)) problems.push(`request: ${reason} ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`status: ${response.status()} ${response.url()}`);
  });
  return {
    engine: await browser.version(),
    isTouch,
    downloads,
    problems,
    goto: async (url) => void (await page.goto(url)),
    // Its own calls wait for a load, which there is none of within one document.
    back: () => page.evaluate(() => history.back()),
    forward: () => page.evaluate(() => history.forward()),
    reload: async () => void (await page.reload()),
    // The types of the two sides differ in their generics only.
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    element: async (run, ...args) => {
      const handle: JSHandle<Element | null> = await page.evaluateHandle(run as never, ...args);
      const element = handle.asElement() as ElementHandle<Element> | null;
      return element && partOf(element, isTouch);
    },
    press: (key) => page.keyboard.press(key),
    drag: async ([start, ...points], holdMs) => {
      const { touchscreen, mouse } = page;
      if (isTouch) await touchscreen.touchStart(start!.x, start!.y);
      else {
        await mouse.move(start!.x, start!.y);
        await mouse.down();
      }
      await wait(holdMs);
      for (const { x, y } of points) {
        await (isTouch ? touchscreen.touchMove(x, y) : mouse.move(x, y, { steps: 5 }));
        // Within one frame a page sees only the last of several.
        await wait(MOVE_MS);
      }
      await wait(REST_MS);
      await (isTouch ? touchscreen.touchEnd() : mouse.up());
    },
    pinch: async ({ x, y }, from, to) => {
      const { touchscreen } = page;
      const sides = [-1, 1];
      const at = (side: number, apart: number) => Math.round(x + (side * apart) / 2);
      const fingers = [];
      for (const side of sides) fingers.push(await touchscreen.touchStart(at(side, from), y));
      for (const part of [0.25, 0.5, 0.75, 1]) {
        const apart = from + (to - from) * part;
        for (const [index, finger] of fingers.entries()) await finger.move(at(sides[index]!, apart), y);
      }
      for (const finger of fingers) await finger.end();
    },
    screenshot: () => page.screenshot(),
    close: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true });
    },
  };
}
