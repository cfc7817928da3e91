import { expect, type Locator } from '@playwright/test';

/**
 * Leaves a dialog or a menu with Escape, as a person does who sees it. It hears keys only from the moment at which it
 * has taken the focus, which on a busy machine is a little after it can be seen.
 */
export async function escape(layer: Locator): Promise<void> {
  await expect
    .poll(() => layer.evaluate((element) => element.contains(document.activeElement)), 'the focus is inside')
    .toBe(true);
  await layer.page().keyboard.press('Escape');
}
