import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Layout shifts since the last look, as values and the elements that moved. */
    shifts?: { value: number; moved: string }[];
  }
}

/** Records the layout shifts of all documents that this window will load. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: NonNullable<Window['shifts']> = (window.shifts = []);
    const seen = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `“${node?.textContent?.slice(0, 30) ?? ''}” y ${previousRect.y} → ${currentRect.y}`,
        );
        if (!hadRecentInput) shifts.push({ value, moved: moved.join(', ') });
      }
    });
    seen.observe({ type: 'layout-shift', buffered: true });
  });
}

/** Forgets the shifts so far, which a person has caused. They are reported with the next frame. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame().then(frame);
    window.shifts?.splice(0);
  });
}

/** Largest sum of layout shifts of one screen: a fifth of what browsers still rate as good. */
export const SHIFT_LIMIT = 0.02;
/** Smallest touch target in pixels (docs/decisions/interface.md). */
const TARGET = 44;

/** Positions of the parts that screens share, and the first screen that had them there. */
export type Positions = Map<string, { position: string; screen: string }>;

/**
 * Fails if parts of the screen have moved while it loaded, if it is wider than the window, cuts a label, or has the tabs
 * or the menu of further actions elsewhere than the screens before it; on a touch screen also if a control is beyond the
 * window's edge or too small for a finger. Links in a sentence are as high as its lines (WCAG 2.5.8, inline).
 */
export async function expectSoundLayout(page: Page, screen: string, known: Positions = new Map()): Promise<void> {
  const { faults, shifts, positions } = await page.evaluate(look, TARGET);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  // Its texts have a fallback font first, and a test machine may have only a wide one.
  const isCounted = screen !== 'landing';
  const moved =
    isCounted && sum > SHIFT_LIMIT
      ? shifts.map(({ value, moved: what }) => `shift of ${value.toFixed(3)}: ${what}`)
      : [];
  const elsewhere = Object.entries(positions).flatMap(([part, position]) => {
    const before = known.get(part);
    if (!before) known.set(part, { position, screen });
    return !before || before.position === position
      ? []
      : [`${part}: ${position}, but ${before.position} on ${before.screen}`];
  });
  expect([...faults, ...moved, ...elsewhere], screen).toEqual([]);
}

/** Runs in the page. */
function look(target: number) {
  const faults: string[] = [];
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    // Text for screen readers only is clipped.
    const isClipped = getComputedStyle(element).clipPath !== 'none';
    const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return width > 1 && height > 1 && isVisible && !isClipped;
  };
  const nameOf = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} “${(text || element.id).trim().slice(0, 40)}”`;
  };
  const isInScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    return false;
  };
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) faults.push(`${beyond} px beyond the edge`);

  // A label of our own that is cut; names that people have typed may be.
  const context = document.createElement('canvas').getContext('2d')!;
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (!isShown(field)) continue;
    const style = getComputedStyle(field);
    const text =
      field instanceof HTMLSelectElement
        ? (field.selectedOptions[0]?.label ?? '')
        : (field as HTMLInputElement).value
          ? ''
          : (field as HTMLInputElement).placeholder;
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (field.tagName !== 'TEXTAREA' && context.measureText(text).width > room + 1) faults.push(`cut: “${text}”`);
  }
  for (const label of document.querySelectorAll('button, [role=tab], nav a, label, th, h1, h2')) {
    if (!isShown(label)) continue;
    const { left, right } = label.getBoundingClientRect();
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const part = texts.currentNode.parentElement!;
      if (!isShown(part)) continue;
      range.selectNodeContents(texts.currentNode);
      const box = range.getBoundingClientRect();
      const isCut = getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1;
      if (isCut || box.left < left - 1 || box.right > right + 1) faults.push(`cut: ${nameOf(label)}`);
    }
  }

  if (matchMedia('(pointer: coarse)').matches) {
    const controls = 'a[href], button, input, select, textarea, summary, [role=tab], [role=slider]';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(control) || control.closest('[inert]')) continue;
      const { left, right } = control.getBoundingClientRect();
      // A part that hides what is wider than itself keeps the page as wide as the window.
      if ((left < -1 || right > innerWidth + 1) && !control.closest('[aria-hidden=true]') && !isInScroller(control))
        faults.push(`beyond the edge, from ${Math.round(left)} to ${Math.round(right)} px: ${nameOf(control)}`);
      if (control.matches(':disabled')) continue;
      const boxes = [control, ...((control as HTMLInputElement).labels ?? [])].map((box) =>
        box.getBoundingClientRect(),
      );
      // Classes like `thumb` and `row-link` widen the target beyond the box.
      const after = getComputedStyle(control, '::after');
      const widened = after.content !== 'none' && after.position === 'absolute';
      const [width, height] = (['width', 'height'] as const).map((side) =>
        Math.max(...boxes.map((box) => box[side]), widened ? parseFloat(after[side]) : 0),
      ) as [number, number];
      const isInSentence =
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim() !== '');
      if (Math.min(width, height) < target - 0.5 && !isInSentence)
        faults.push(`target of ${Math.round(width)}×${Math.round(height)} px: ${nameOf(control)}`);
    }
  }

  // The link back, and the lines above the tabs of a record, are on some screens only.
  const header = document.querySelector('main:not(:has([data-beside])) header');
  const settings = header?.querySelector('nav[data-settings]');
  // On wide windows the settings have a list beside them instead of tabs.
  const kind = header?.querySelector(':scope > a') ? 'record' : settings && isShown(settings) ? 'setting' : 'section';
  // Above a form of one column the title stands with it.
  const place = header?.matches(':has(+ .column)') && !header.querySelector('nav') ? `${kind} form` : kind;
  // A menu with a text is the screen's main button.
  const parts = { tabs: 'header:not(:has(> a)) nav', menu: 'button[aria-haspopup=menu][aria-label]' };
  const positions = Object.fromEntries(
    Object.entries(parts).flatMap(([part, selector]) => {
      const element = [...(header?.querySelectorAll(selector) ?? [])].find(isShown);
      if (!element) return [];
      const { right, top } = element.getBoundingClientRect();
      return [[`${part} of a ${place}`, `right ${Math.round(right)}, top ${Math.round(top + scrollY)}`]];
    }),
  );
  const shifts = window.shifts?.splice(0) ?? [];
  return { faults, shifts, positions };
}
