import { expect, type Locator } from '@playwright/test';

/**
 * Closes a dialog or menu by Escape. It handles keys only once it has the focus, which on a busy machine is a little
 * after it is visible.
 */
export async function escape(layer: Locator): Promise<void> {
  await expect
    .poll(() => layer.evaluate((element) => element.contains(document.activeElement)), 'the focus is inside')
    .toBe(true);
  await layer.page().keyboard.press('Escape');
}
