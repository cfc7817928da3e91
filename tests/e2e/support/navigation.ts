import { expect, type Page } from '@playwright/test';

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * Navigates to another studio screen inside the app, without a page load. A small screen in between ensures that
 * nothing of the previous screen passes for the next.
 */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await goTo(page, '/app/galleries/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New gallery' })).toBeVisible();
  await goTo(page, path);
}
