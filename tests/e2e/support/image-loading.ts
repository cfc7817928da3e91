import { expect, type Locator } from '@playwright/test';

/** Waits until an image has loaded: its pixels, not only its element. */
export async function expectImageLoaded(image: Locator): Promise<void> {
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(0);
}
