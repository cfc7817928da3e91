import { expect, type Page } from '@playwright/test';

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * Another screen of the studio, as a link of the app leads to it: the page is not loaded anew. By way of a small one,
 * so that nothing of the former screen passes for the next.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await goTo(page, '/app/galleries/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New gallery' })).toBeVisible();
  await goTo(page, path);
}
