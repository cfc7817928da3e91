import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildWeb } from '#local/supervisor/build-web.ts';
import { DESIGN_DIR } from '#local/supervisor/root.ts';

/** Opens the component page of `npm run design`, from its own build; the product does not serve it. */
export async function openDesignPage(page: Page): Promise<void> {
  await buildWeb(console.log, 'design');
  await page.route('**/*', (route) =>
    route.fulfill({ path: join(DESIGN_DIR, new URL(route.request().url()).pathname) }),
  );
  await page.goto('/design.html');
}
