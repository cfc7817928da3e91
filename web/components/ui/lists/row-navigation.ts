import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * The row that a key leads to in a list; null for other keys, and where there is none.
 * @param page rows that the window shows
 */
export function rowAfterKey(key: string, from: number, count: number, page: number): number | null {
  const last = count - 1;
  const to = target(key, from, last, Math.max(1, page - 1));
  if (to === null) return null;
  const within = Math.min(Math.max(to, 0), last);
  return within === from || last < 0 ? null : within;
}

function target(key: string, from: number, last: number, step: number): number | null {
  if (key === 'ArrowDown') return from + 1;
  if (key === 'ArrowUp') return from - 1;
  if (key === 'PageDown') return from + step;
  if (key === 'PageUp') return from - step;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return null;
}

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';

interface RowFocus {
  list: RefObject<HTMLElement | null>;
  /** The row that has to be in the document wherever the window is; written here. */
  keptRef: RefObject<number | null>;
  settled: boolean;
  count: number;
  /** Brings a row into the window, and into the document with it. */
  show: (index: number) => void;
  /** Rows that the window shows. */
  page: () => number;
}

/**
 * One row of a list is in the tab order, and keys lead from row to row: the same control of the next one gets the
 * focus. Rows are `[data-index]`.
 */
export function useRowFocus({ list, keptRef, settled, count, show, page }: RowFocus) {
  const [active, setActive] = useState(0);
  const [inside, setInside] = useState(false);
  const wanted = useRef<{ index: number; control: number | 'link' } | null>(null);

  // After every render: the row that is wanted may only now be in the document, or be there anew, since a list that
  // jumps far draws more than once before it rests.
  useLayoutEffect(() => {
    keptRef.current = wanted.current?.index ?? (inside ? active : null);
    if (!wanted.current) return;
    const { index, control } = wanted.current;
    const controls = controlsOf(list.current?.querySelector(`[data-index="${index}"]`));
    const next = (control === 'link' ? controls.find(isLink) : controls[control]) ?? controls[0];
    if (next && next === document.activeElement && settled) wanted.current = null;
    else next?.focus({ preventScroll: true });
  });
  // Who points elsewhere is not called back.
  useEffect(() => {
    const forget = () => void (wanted.current = null);
    document.addEventListener('pointerdown', forget);
    return () => document.removeEventListener('pointerdown', forget);
  }, []);

  const go = (index: number, control: number | 'link') => {
    wanted.current = { index, control };
    keptRef.current = index;
    setActive(index);
    show(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    // A row's menu is elsewhere in the document, and what is typed has its own arrows.
    if (!row || isTyped(event.target) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = rowAfterKey(event.key, row.index, count, page());
    if (to === null) return;
    event.preventDefault();
    go(to, controlsOf(row.element).indexOf(event.target as HTMLElement));
  };
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target);
    if (!row) return;
    if (row.index !== wanted.current?.index) wanted.current = null;
    setActive(row.index);
    setInside(true);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    if (relatedTarget) wanted.current = null;
    setInside(false);
  };
  const rowOf = (target: EventTarget) => {
    if (!(target instanceof HTMLElement) || !list.current?.contains(target)) return null;
    const element = target.closest<HTMLElement>('[data-index]');
    return element && { element, index: Number(element.dataset['index']) };
  };
  const focusRow = (index: number) => go(index, 'link');
  return { active: Math.min(active, count - 1), inside, focusRow, handlers: { onKeyDown, onFocus, onBlur } };
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return row ? [...row.querySelectorAll<HTMLElement>(CONTROLS)] : [];
}

const isLink = (control: HTMLElement) => control instanceof HTMLAnchorElement;

function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
}
