import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';

/**
 * Returns the row that a key moves to; null for other keys and at the ends.
 * @param page number of rows that the window shows
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
  /** Index of the row that stays rendered wherever the list scrolls; written here. */
  keptRef: RefObject<number | null>;
  settled: boolean;
  count: number;
  /** Scrolls a row into the window, which also renders it. */
  show: (index: number) => void;
  /** Number of rows that the window shows. */
  page: () => number;
}

/**
 * Roving tab index for a list: one row is in the tab order, and keys move the focus to the same control of another row.
 * Rows are `[data-index]`.
 */
export function useRowFocus({ list, keptRef, settled, count, show, page }: RowFocus) {
  const [active, setActive] = useState(0);
  const [inside, setInside] = useState(false);
  const wanted = useRef<{ index: number; control: number | 'link' } | null>(null);
  // The row may be active already: without a new render the focus would not move.
  const [, render] = useReducer((renders: number) => renders + 1, 0);

  // Runs after every render: the target row may be rendered only now, or again, since a long jump renders more than
  // once before the list settles.
  useLayoutEffect(() => {
    keptRef.current = wanted.current?.index ?? (inside ? active : null);
    if (!wanted.current) return;
    const { index, control } = wanted.current;
    const controls = controlsOf(list.current?.querySelector(`[data-index="${index}"]`));
    const next = (control === 'link' ? controls.find(isLink) : controls[control]) ?? controls[0];
    if (next && next === document.activeElement && settled) wanted.current = null;
    else next?.focus({ preventScroll: true });
  });
  // Do not take the focus back after a pointer moved it.
  useEffect(() => {
    const forget = () => void (wanted.current = null);
    document.addEventListener('pointerdown', forget);
    return () => document.removeEventListener('pointerdown', forget);
  }, []);

  const go = (index: number, control: number | 'link') => {
    wanted.current = { index, control };
    keptRef.current = index;
    setActive(index);
    render();
    show(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    // A row's menu is elsewhere in the document, and text inputs use arrows themselves.
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
