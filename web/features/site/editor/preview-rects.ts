/*
 * Finds parts of a page in the preview's document by the marks that the editor draws before them. A block has any number
 * of elements, so it reaches from its mark to the next.
 */

/** In CSS pixels of the preview's document. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the elements of the part after a mark. */
export function elementsOf(mark: HTMLElement): Element[] {
  if (mark.dataset['kind'] !== 'block') return mark.parentElement ? [mark.parentElement] : [];
  const elements: Element[] = [];
  for (let next = mark.nextElementSibling; next && !next.hasAttribute('data-part'); next = next.nextElementSibling) {
    elements.push(next);
  }
  // An empty block is drawn by its mark.
  return elements.length > 0 ? elements : [mark];
}

export const markOf = (inside: Document, id: string): HTMLElement | null =>
  inside.querySelector<HTMLElement>(`[data-part="${id}"]`);

/** Returns the box around a part; null if it has no size. */
export function rectOf(mark: HTMLElement): Rect | null {
  const view = mark.ownerDocument.defaultView;
  const boxes = elementsOf(mark)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (!view || boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  return { left: left + view.scrollX, top: top + view.scrollY, width, height };
}

/** Returns the id of the smallest part at a point of the window: a block, else its row; null outside of the rows. */
export function partAt(inside: Document, x: number, y: number): string | null {
  const view = inside.defaultView!;
  const [left, top] = [x + view.scrollX, y + view.scrollY];
  let best: { id: string; area: number } | null = null;
  for (const mark of inside.querySelectorAll<HTMLElement>('[data-part]:not([data-kind="cell"])')) {
    const rect = rectOf(mark);
    if (!rect || left < rect.left || left > rect.left + rect.width || top < rect.top || top > rect.top + rect.height) {
      continue;
    }
    const area = rect.width * rect.height * (mark.dataset['kind'] === 'block' ? 1 : 1e6);
    if (!best || area < best.area) best = { id: mark.dataset['part']!, area };
  }
  return best?.id ?? null;
}

/** Rules of the preview beside the site's stylesheet: marks, empty parts, and the frames around parts. */
export const PREVIEW_CSS = `
  html { scrollbar-gutter: auto; scrollbar-width: thin; }
  [data-part] { display: none; }
  [data-part][data-kind='block']:last-child,
  [data-part][data-kind='block']:has(+ [data-part]),
  [data-part][data-kind='cell']:last-child {
    display: flex; align-items: center; justify-content: center; min-height: 6rem; padding: 1rem;
    border: 1px dashed var(--line-strong); border-radius: 6px;
    color: var(--ink-soft); font-size: 0.875rem; font-style: normal; text-align: center;
  }
  [data-part]::before { content: attr(data-label); }
  .edit-layer { position: absolute; inset: 0 auto auto 0; width: 0; height: 0; z-index: 10; }
  .edit-frame { position: absolute; pointer-events: none; outline: calc(2px / var(--scale)) solid var(--edit); outline-offset: calc(2px / var(--scale)); }
  .edit-frame[data-is='hover'] { opacity: 0.5; }
  [data-written] + :not([data-part]) { opacity: 0; }
  .edit-heading { position: absolute; z-index: 1; margin: 0; padding: 0; border: 0; background: none; resize: none; overflow: hidden;
    outline: none; caret-color: var(--edit); }
  .edit-heading::placeholder { color: inherit; opacity: 0.6; }
  .edit-add { position: absolute; translate: -50% -50%; display: grid; place-items: center;
    width: calc(32px / var(--scale)); height: calc(32px / var(--scale)); padding: 0; border: 0; border-radius: 50%;
    background: var(--edit); color: var(--on-edit); cursor: pointer; box-shadow: var(--shadow); }
  .edit-add::before { content: ''; position: absolute; inset: calc(-6px / var(--scale)); }
  .edit-add svg { width: 55%; height: 55%; }
`;
