import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SortableListProps {
  /** Accessible name. */
  label: string;
  keys: readonly string[];
  /** Name of an item, for its handle and the announcements. */
  nameOf: (index: number) => string;
  onMove: (from: number, to: number) => void;
  /** Renders the item beside its handle. */
  children: (index: number) => ReactNode;
}

interface Drag {
  key: string;
  from: number;
  to: number;
}

/**
 * A list whose items move by a handle: dragged, or with the arrow keys, Home and End while the handle has the focus.
 * Each move is announced.
 */
export function SortableList({ label, keys, nameOf, onMove, children }: SortableListProps) {
  const { t } = useTranslation('blocks');
  const list = useRef<HTMLUListElement>(null);
  const refocused = useRef<string | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    if (from === to) return;
    refocused.current = keys[from]!;
    setSaid(t('items.moved', { name: nameOf(from), position: to + 1, count: keys.length }));
    onMove(from, to);
  };
  // An element that React moves in the document loses the focus.
  useLayoutEffect(() => {
    if (refocused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${refocused.current}"] [data-handle]`)?.focus();
    refocused.current = null;
  }, [keys]);
  const rows = () => [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
  const handle = (key: string, index: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag) {
        event.stopPropagation();
        return setDrag(null);
      }
      const to = indexAfterKey(event.key, index, keys.length);
      if (to === null) return;
      event.preventDefault();
      // Alt and arrows move the whole block in the editor around.
      event.stopPropagation();
      move(index, to);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ key, from: index, to: index });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return;
      const to = dropIndex(rows(), drag.from, event.clientY);
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      if (drag) move(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return (
    <>
      <ul ref={list} aria-label={label} className="flex flex-col">
        {keys.map((key, index) => (
          <li
            key={key}
            data-key={key}
            className={clsx(
              'relative flex items-start gap-1 border-t border-line py-2 last:border-b',
              drag?.key === key && 'opacity-40',
              drag &&
                drag.to === index &&
                drag.to !== drag.from &&
                'before:absolute before:inset-x-0 before:h-0.5 before:bg-accent',
              drag && drag.to > drag.from ? 'before:-bottom-px' : 'before:-top-px',
            )}
          >
            <button
              type="button"
              data-handle
              aria-label={t('items.move', { name: nameOf(index) })}
              title={t('items.moveHint')}
              {...handle(key, index)}
              className="-ml-2 flex h-control w-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-soft hover:bg-hover active:cursor-grabbing max-md:w-control"
            >
              <GripVertical aria-hidden className="size-4" strokeWidth={1.75} />
            </button>
            <div className="min-w-0 grow">{children(index)}</div>
          </li>
        ))}
      </ul>
      <output className="sr-only">{said}</output>
    </>
  );
}

/** Returns the index to which a key moves an item; null for other keys and at the ends. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined || to < 0 || to >= count || to === index ? null : to;
}

/**
 * Returns the index that a dragged item gets.
 * @param rows the boxes of all items, in order
 * @param y of the pointer
 */
export function dropIndex(rows: readonly { top: number; height: number }[], from: number, y: number): number {
  const passed = rows.filter(({ top, height }, index) => index !== from && y > top + height / 2);
  return passed.length;
}
