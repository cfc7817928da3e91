import type { Page, Route } from '@playwright/test';

/**
 * Fulfils the next request to a URL by the test; later ones pass. The route stays: when a page's last route is removed,
 * Playwright stops intercepting, and a request being intercepted at that moment would never be answered.
 */
export async function routeOnce(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<unknown>,
): Promise<void> {
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    await answer(route);
  });
}
