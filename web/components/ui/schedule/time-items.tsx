import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { DayItems } from './day-items.tsx';
import type { Segment } from './day-columns.ts';
import { itemAfterKey } from './item-keys.ts';
import { useDragState, useSchedule } from './schedule-context.ts';

interface TimeItemsProps {
  days: readonly string[];
  columns: readonly Segment[][];
  /** Of the element that says how an item is picked up. */
  hintId: string;
  now: number;
}

/** The items over the slots, a list a day. One of them is reached by Tab, the others by arrows; Space picks one up. */
export function TimeItems({ days, columns, hintId, now }: TimeItemsProps) {
  const { drag, readOnly } = useSchedule();
  const layer = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const landing = useDragState((state) => state.landing);
  const all = columns.flat();
  const current = all.find(({ item }) => item.id === chosen) ?? all.find(({ item }) => item.end > now) ?? all[0];

  useEffect(() => {
    if (landing?.by === 'keyboard') focused.current = landing.id;
  }, [landing]);
  useEffect(() => {
    // Whoever had the focus may have been drawn anew, in the column of another day.
    if (!focused.current || document.activeElement !== document.body) return;
    elementOf(layer.current, focused.current)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = idOf(event.target);
    const segment = all.find(({ item }) => item.id === id);
    if (!segment) return;
    const next = itemAfterKey(columns, segment.item.id, event.key);
    const picksUp = (event.key === ' ' || event.key === 'm') && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (picksUp && !readOnly && !segment.item.fixed) drag.pickUp(segment.item, 'keyboard');
    else if (next) elementOf(layer.current, next)?.focus();
    else if (event.key !== ' ') return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its links and buttons take the keys
    <div
      ref={layer}
      className="pointer-events-none absolute inset-0 flex"
      onKeyDown={onKeyDown}
      onFocus={({ target }: FocusEvent) => {
        focused.current = idOf(target);
        setChosen(focused.current);
      }}
      // Not called for what is taken out of the page, which is how a lost focus is told from one that was moved.
      onBlur={() => {
        focused.current = null;
      }}
    >
      {days.map((day, index) => (
        <DayItems
          key={day}
          day={day}
          segments={columns[index] ?? []}
          tabbable={columns[index]?.some(({ item }) => item === current?.item) ? (current?.item.id ?? null) : null}
          hintId={hintId}
        />
      ))}
    </div>
  );
}

function idOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null) : null;
}

function elementOf(layer: HTMLElement | null, id: string): HTMLElement | null {
  return layer?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`) ?? null;
}
