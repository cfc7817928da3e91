import puppeteer, { type ElementHandle, type JSHandle } from 'puppeteer-core';
import type { Driver, Part } from './browser-window.ts';
import { FIREFOX_PATH } from './packages.ts';

/** Firefox's report of a probe: Zod tries `eval` once and does without it where the policy refuses it. */
const EXPECTED = /blocked a JavaScript eval/;

function partOf(handle: ElementHandle<Element>): Part {
  return {
    click: async () => {
      await handle.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await handle.click();
    },
    type: (text) => handle.type(text),
    choose: (paths) => (handle as ElementHandle<HTMLInputElement>).uploadFile(...paths),
  };
}

/** Starts Firefox over WebDriver BiDi, with a fresh profile. */
export async function openFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX_PATH, headless: true });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => {
    const text = String(error);
    if (!EXPECTED.test(text)) problems.push(text);
  });
  return {
    engine: 'Firefox',
    problems,
    goto: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    // The types of the two sides differ in their generics only.
    evaluate: (run, ...args) => page.evaluate(run as never, ...args) as never,
    element: async (run, ...args) => {
      const handle: JSHandle<Element | null> = await page.evaluateHandle(run as never, ...args);
      const element = handle.asElement() as ElementHandle<Element> | null;
      return element && partOf(element);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
