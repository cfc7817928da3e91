import type { Locator, Page } from '@playwright/test';

/** The newest toast with this text, not its repetition in the live region for screen readers. */
export function notice(page: Page, text: string): Locator {
  const toasts = page.getByRole('region', { name: /\(F8\)$/ }).getByRole('listitem');
  return toasts.filter({ hasText: text }).last();
}
