import type { Locator, Page } from '@playwright/test';

/** The newest toast that says so. Screen readers are told apart from it, in a live region. */
export function notice(page: Page, text: string): Locator {
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  return toasts.filter({ hasText: text }).last();
}
