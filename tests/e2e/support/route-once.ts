import type { Page, Route } from '@playwright/test';

/**
 * Has the next request to an address answered by a test, and all later ones as ever. The route stays: when a page's last
 * one goes, requests are not looked at any more, and one that is being looked at in that moment is never answered.
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
