import { clsx } from 'clsx';
import { memo } from 'react';
import type { Segment } from './day-columns.ts';
import { ItemLink } from './item-link.tsx';
import { ItemText } from './item-text.tsx';
import { useDragState, useSchedule } from './schedule-context.ts';
import { scheduleItemClass } from './schedule-item-class.ts';
import { segmentStyle } from './segment-style.ts';

interface TimeItemProps {
  segment: Segment;
  tabbable: boolean;
  hintId: string;
}

/** One item in the column of a day. While it is held it stays here, faint, so that one sees where it came from. */
export const TimeItem = memo(({ segment, tabbable, hintId }: TimeItemProps) => {
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
