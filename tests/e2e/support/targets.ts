import { expect, type Page } from '@playwright/test';

/** Minimum width and height of a touch target in pixels (WCAG 2.5.5). Half a pixel is rounding. */
const THUMB = 43.5;

/** Fails on controls that are smaller than a thumb, naming each with its size. A link within a sentence is exempt. */
export async function expectThumbTargets(page: Page, screen: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    );
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim() !== '');
    const sizeOf = (element: HTMLElement) => {
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.labels?.[0] : null;
      const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
      // A positioned pseudo-element enlarges the target: see `thumb` and `row-link` in base.css.
      const after = getComputedStyle(element, '::after');
      const extra = after.content !== 'none' && after.position === 'absolute' ? [after] : [];
      return {
        width: Math.max(...boxes.map(({ width }) => width), ...extra.map(({ width }) => Number.parseFloat(width))),
        height: Math.max(...boxes.map(({ height }) => height), ...extra.map(({ height }) => Number.parseFloat(height))),
      };
    };
    return [...controls].flatMap((element) => {
      const { width, height } = sizeOf(element);
      const isShown =
        element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]');
      // Elements for screen readers only are clipped.
      if (!isShown || getComputedStyle(element).clipPath !== 'none' || isInSentence(element)) return [];
      if (width >= least && height >= least) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${element.tagName.toLowerCase()} “${name.trim()}”: ${Math.round(width)} × ${Math.round(height)}`];
    });
  }, THUMB);
  expect(small, `touch targets of ${screen}`).toEqual([]);
}

/** Records layout shifts of every page that loads from now on; `shiftsOf` returns them. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput) window.shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Cumulative layout shift since the page was loaded or the last call. */
export const takeShifts = (page: Page): Promise<number> =>
  page.evaluate(() => window.shifts.splice(0).reduce((sum, value) => sum + value, 0));

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

declare global {
  interface Window {
    shifts: number[];
  }
}
