import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildWeb } from '#local/supervisor/build-web.ts';
import { DESIGN_DIR } from '#local/supervisor/root.ts';

/** Once a worker: the check for changed sources reads all of them. */
let built: Promise<void> | undefined;

/**
 * Opens the component page of `npm run design`, from its own build; the product does not serve it. One section alone takes
 * a fraction of the time of all components in both themes.
 */
export async function openDesignPage(page: Page, section?: string): Promise<void> {
  await (built ??= buildWeb(console.log, 'design'));
  await page.route('**/*', (route) =>
    route.fulfill({ path: join(DESIGN_DIR, new URL(route.request().url()).pathname) }),
  );
  await page.goto(section ? `/design.html?section=${section}` : '/design.html');
}
