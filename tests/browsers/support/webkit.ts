import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Builder, WebElement } from 'selenium-webdriver';
import { freePort } from '../../support/free-port.ts';
import type { Driver, Part } from './browser-window.ts';
import { WEBKIT_DRIVER_PATH } from './packages.ts';

const WINDOW = join(import.meta.dirname, 'webkit-window.py');
/** Milliseconds for a script of the driver that waits for a promise of the page. */
const SCRIPT_MS = 60_000;

function partOf(element: WebElement): Part {
  return {
    click: () => element.click(),
    type: (text) => element.sendKeys(text),
    choose: (paths) => element.sendKeys(paths.join('\n')),
  };
}

/** Starts WebKitGTK behind WebKitWebDriver, on a virtual screen and with empty website data. */
export async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  const service = spawn('xvfb-run', [...screen, WEBKIT_DRIVER_PATH, `--port=${port}`, '--host=127.0.0.1'], {
    // A group of its own: ending xvfb-run alone would leave the driver.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LANG: 'en_GB.UTF-8', LANGUAGE: 'en_GB:en' },
  });
  const problems: string[] = [];
  createInterface(service.stdout).on('line', (line) => {
    if (line.startsWith('PROBLEM ')) problems.push(line.slice('PROBLEM '.length));
  });
  const endService = () => {
    if (service.pid && service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
  };
  process.once('exit', endService);
  const driver = await connect(port);
  await driver.manage().setTimeouts({ script: SCRIPT_MS });
  return {
    engine: 'WebKit',
    problems,
    goto: (url) => driver.get(url),
    back: () => driver.navigate().back(),
    evaluate: (run, ...args) => driver.executeScript(run, ...args),
    element: async (run, ...args) => {
      const element = await driver.executeScript(run, ...args);
      return element instanceof WebElement ? partOf(element) : null;
    },
    resize: (width, height) =>
      driver
        .manage()
        .window()
        .setRect({ width, height, x: 0, y: 0 })
        .then(() => undefined),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit();
      process.off('exit', endService);
      endService();
    },
  };
}

/** Asks the driver until it listens. */
async function connect(port: number) {
  const options = { binary: WINDOW, args: [] };
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
