import { clsx } from 'clsx';
import { type CSSProperties, type FocusEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import type { Segment } from './day-layout.ts';
import { itemAfterKey } from './keyboard.ts';
import { useDragState, useSchedule } from './schedule-context.ts';
import { ItemLink, ItemText, scheduleItemClass } from './schedule-item.tsx';

const percent = (part: number) => `${part * 100}%`;

/** Position of a segment in its day's column, and its colour. */
export function segmentStyle({ item, top, bottom, lane, lanes }: Segment): CSSProperties {
  return {
    '--item': item.colour,
    top: percent(top / 1440),
    height: percent((bottom - top) / 1440),
    left: percent(lane / lanes),
    width: percent(1 / lanes),
  } as CSSProperties;
}

interface TimeItemProps {
  segment: Segment;
  tabbable: boolean;
  hintId: string;
}

/** An item in a day's column. During a drag it stays there, faded, to show the original time. */
const TimeItem = memo(({ segment, tabbable, hintId }: TimeItemProps) => {
  const { readOnly } = useSchedule();
  const { item } = segment;
  const isHeld = useDragState(({ draft }) => draft?.item.id === item.id);
  const movable = !readOnly && !item.fixed;
  return (
    <li className={clsx('absolute p-px', isHeld && 'opacity-40')} style={segmentStyle(segment)}>
      <ItemLink
        item={item}
        tabIndex={tabbable ? 0 : -1}
        {...(movable && { 'aria-describedby': hintId })}
        className={clsx(
          'pointer-events-auto relative flex size-full flex-col scroll-my-20 scroll-ml-16 overflow-hidden px-1.5 text-left text-caption leading-tight select-none [-webkit-touch-callout:none]',
          'transition-shadow hover:z-10 hover:shadow-lift focus-visible:z-10',
          scheduleItemClass(item.tone),
        )}
      >
        <ItemText item={item} minutes={segment.bottom - segment.top} />
        {movable && !segment.continues && (
          <span
            aria-hidden
            data-resize
            className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize pointer-coarse:h-3"
          />
        )}
      </ItemLink>
    </li>
  );
});

interface DayItemsProps {
  day: string;
  segments: readonly Segment[];
  /** Id of the item in the tab order, if it is on this day. */
  tabbable: string | null;
  hintId: string;
}

/** The items of one day, by time. */
const DayItems = memo(({ day, segments, tabbable, hintId }: DayItemsProps) => {
  const { labels } = useSchedule();
  return (
    <ul aria-label={labels.longDay(day)} className="relative mr-1.5 min-w-0 flex-1">
      {segments.map((segment) => (
        <TimeItem
          key={segment.item.id}
          segment={segment}
          tabbable={segment.item.id === tabbable && !segment.isContinued}
          hintId={hintId}
        />
      ))}
    </ul>
  );
});

interface TimeItemsProps {
  days: readonly string[];
  columns: readonly Segment[][];
  /** Id of the element that describes how to move an item. */
  hintId: string;
  now: number;
}

/**
 * The items over the slots, one list per day. One item is in the tab order, arrows reach the others; Space starts a
 * drag.
 */
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
    // Restores the focus when an item moved to another column.
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
      // Not called for a removed element, which distinguishes a lost focus from a moved one.
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
