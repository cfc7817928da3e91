import { expect, type Page } from '@playwright/test';
import { isLong } from '../../support/long.ts';
import { forgetShifts } from './layout.ts';
import { PHONE } from './test.ts';

export type Width = 'desktop' | 'phone';

/**
 * Widths at which a page is checked that has loaded at one of them: turning costs a fraction of loading. The projects of
 * `npm run test:long` load every page at both widths instead.
 */
export function widthsFrom(width: Width): readonly Width[] {
  if (isLong) return [width];
  return width === 'desktop' ? ['desktop', 'phone'] : ['phone', 'desktop'];
}

/**
 * Returns a function that gives a page of the desktop project the width and the pointer of a desktop or a phone, and waits
 * for its layout; with `npm run test:long` it does nothing.
 */
export async function widthsOf(page: Page): Promise<(width: Width) => Promise<void>> {
  if (isLong) return async () => {};
  const desktop = page.viewportSize()!;
  const devtools = await page.context().newCDPSession(page);
  const screens = {
    desktop: { ...desktop, deviceScaleFactor: 1, mobile: false },
    // Scrollbars of a phone lie over the page, which has no gutter for them.
    phone: { ...PHONE.viewport, deviceScaleFactor: 1, mobile: true },
  };
  return async (width) => {
    await devtools.send('Emulation.setDeviceMetricsOverride', screens[width]);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: width === 'phone' });
    await forgetShifts(page);
    const isCoarse = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
    expect(isCoarse, `a finger as the pointer of a ${width}`).toBe(width === 'phone');
  };
}
