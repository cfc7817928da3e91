import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Builder, Key as Keys, Origin, type WebDriver, WebElement } from 'selenium-webdriver';
import { freePort } from '../../support/free-port.ts';
import {
  type Box,
  type Driver,
  type Key,
  LANGUAGE_TAGS,
  makeDownloads,
  type Part,
  type Point,
  restInView,
  scrolledBox,
  SIZES,
  type WindowOptions,
} from './browser-window.ts';
import { WEBKIT_DRIVER_PATH } from './packages.ts';

const WINDOW = join(import.meta.dirname, 'webkit-window.py');
/** Milliseconds for a script of the driver that waits for a promise of the page. */
const SCRIPT_MS = 60_000;

function partOf(driver: WebDriver, element: WebElement): Part {
  return {
    click: async () => {
      await driver.executeScript(restInView, element);
      await element.click();
    },
    type: (text) => element.sendKeys(text),
    choose: (paths) => element.sendKeys(paths.join('\n')),
    box: () => driver.executeScript<Box>(scrolledBox, element),
  };
}

/** Milliseconds of one movement of the pointer. */
const MOVE_MS = 60;

const KEYS: Readonly<Record<Key, string>> = {
  Escape: Keys.ESCAPE,
  Enter: Keys.ENTER,
  Tab: Keys.TAB,
  ArrowLeft: Keys.ARROW_LEFT,
  ArrowRight: Keys.ARROW_RIGHT,
  ArrowUp: Keys.ARROW_UP,
  ArrowDown: Keys.ARROW_DOWN,
  Home: Keys.HOME,
  End: Keys.END,
};

/** Starts WebKitGTK behind WebKitWebDriver, on a virtual screen and with empty website data. */
export async function openWebKit(options: WindowOptions): Promise<Driver> {
  const tags = LANGUAGE_TAGS[options.language];
  const locale = tags[0].replace('-', '_');
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  const service = spawn('xvfb-run', [...screen, WEBKIT_DRIVER_PATH, `--port=${port}`, '--host=127.0.0.1'], {
    // A group of its own: ending xvfb-run alone would leave the driver.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LANG: `${locale}.UTF-8`, LANGUAGE: `${locale}:${options.language}` },
  });
  const problems: string[] = [];
  createInterface(service.stdout).on('line', (line) => {
    if (line.startsWith('PROBLEM ')) problems.push(line.slice('PROBLEM '.length));
  });
  const endService = () => {
    if (service.pid && service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
  };
  process.once('exit', endService);
  const { width, height } = SIZES[options.width];
  const downloads = makeDownloads();
  const driver = await connect(port, [
    `--downloads=${downloads}`,
    `--size=${width}x${height}`,
    `--languages=${tags.join(',')}`,
    ...(options.isDark ? ['--dark'] : []),
  ]);
  await driver.manage().setTimeouts({ script: SCRIPT_MS });
  return {
    engine: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion() ?? ''}`,
    // Its driver has no fingers.
    isTouch: false,
    downloads,
    problems,
    goto: (url) => driver.get(url),
    back: () => driver.navigate().back(),
    forward: () => driver.navigate().forward(),
    reload: () => driver.navigate().refresh(),
    evaluate: (run, ...args) => driver.executeScript(run, ...args),
    element: async (run, ...args) => {
      const element = await driver.executeScript(run, ...args);
      return element instanceof WebElement ? partOf(driver, element) : null;
    },
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    drag: async ([start, ...points], holdMs) => {
      const to = ({ x, y }: Point, duration: number) => ({ origin: Origin.VIEWPORT, x, y, duration });
      const path = driver.actions().move(to(start!, 0)).press().pause(holdMs);
      await points
        .reduce((path, point) => path.move(to(point, MOVE_MS)), path)
        .release()
        .perform();
    },
    pinch: () => Promise.reject(new Error('WebKitGTK has no fingers')),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit();
      process.off('exit', endService);
      endService();
      rmSync(downloads, { recursive: true });
    },
  };
}

/** Asks the driver until it listens. */
async function connect(port: number, args: readonly string[]) {
  const options = { binary: WINDOW, args };
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({ browserName: 'webkit-window', 'webkitgtk:browserOptions': options })
        .build();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}
