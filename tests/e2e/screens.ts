import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from './support/screen.ts';
import { allScreens } from './support/screens.ts';
import { PHONE, test } from './support/test.ts';

/* Not a test: writes screenshots of every screen to `.build/screens` for review. Run by `npm run screens`. */
const FOLDER = join(import.meta.dirname, '../../.build/screens');
const WIDTHS = { desktop: { width: 1280, height: 800 }, phone: PHONE.viewport };

let screens: Screen[];
test.beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  screens = await allScreens();
});

test('every screen, narrow and wide, light and dark', async ({ open, faults }) => {
  test.setTimeout(600_000);
  for (const status of [401, 403, 404, 410]) faults.allowStatus(status, /^\/(api\/)?p\//);
  for (const screen of screens) {
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      const page = await open({ ...(screen.as && { as: screen.as }), phone: width === 'phone' });
      await page.setViewportSize(viewport);
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.goto(screen.path);
        await screen.ready(page);
        // Waits for further images beyond those the screen waits for.
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(FOLDER, `${screen.name}-${width}-${theme}.png`) });
        await page.goto('about:blank');
      }
      await page.context().close();
    }
  }
});
