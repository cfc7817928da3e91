import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Segment } from './day-layout.ts';
import { useSchedule } from './schedule-context.ts';
import type { ScheduleItem, ScheduleSpan, ScheduleTone } from './types.ts';

interface ItemLinkProps {
  item: ScheduleItem;
  className: string;
  tabIndex?: number;
  'aria-describedby'?: string;
  children: ReactNode;
}

/**
 * Opens an item: a link if it has an address, else a button. Its accessible name contains everything that the drawing
 * shows.
 */
export function ItemLink({ item, children, ...rest }: ItemLinkProps) {
  const { labels, open } = useSchedule();
  const name = [item.title, item.state, item.subtitle, labels.span(item)].filter(Boolean).join(', ');
  const shared = { ...rest, 'aria-label': name, 'data-item': item.id };
  if (item.href === undefined) {
    return (
      <button type="button" {...shared} onClick={() => open(item)}>
        {children}
      </button>
    );
  }
  return (
    <Link to={item.href} draggable={false} {...shared}>
      {children}
    </Link>
  );
}

interface ItemTextProps {
  item: ScheduleItem;
  /** Drawn height in minutes. */
  minutes: number;
  /** Span during a drag, if it differs from the item's own. */
  span?: ScheduleSpan;
}

/** Shows as much of an item as fits: one line below half an hour, then the time, then the rest. */
export function ItemText({ item, minutes, span = item }: ItemTextProps) {
  const { labels } = useSchedule();
  const struck = item.tone === 'struck' && 'line-through';
  if (minutes < 40) {
    return (
      <span className="block truncate leading-[0.9rem]">
        <span className={clsx('font-medium', struck)}>{item.title}</span>{' '}
        <time className="text-soft">{labels.time(span.start)}</time>
      </span>
    );
  }
  return (
    <>
      <span className={clsx('block truncate pt-0.5 font-medium', struck)}>{item.title}</span>
      <time className="block truncate text-soft">{labels.times(span)}</time>
      {minutes >= 60 && (item.subtitle || item.state) && (
        <span className="block truncate text-soft">{[item.state, item.subtitle].filter(Boolean).join(' · ')}</span>
      )}
    </>
  );
}

/** A vertical list of items with times: an agenda's day, or the chosen day of a month on a phone. */
export function ItemRows({ segments, label }: { segments: readonly Segment[]; label: string }) {
  const { labels } = useSchedule();
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {segments.map(({ item, isContinued }) => (
        <li key={item.id}>
          <ItemLink
            item={item}
            className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-2 text-left no-underline -outline-offset-2 transition-colors hover:bg-hover"
          >
            <time className="w-24 shrink-0 text-soft">{isContinued ? labels.until(item) : labels.times(item)}</time>
            <span
              aria-hidden
              className={clsx(
                'size-3 shrink-0 rounded-full border-2',
                item.tone === 'solid' ? 'border-transparent bg-(--item)' : 'border-(--item)',
              )}
              style={{ '--item': item.colour } as CSSProperties}
            />
            <span className="min-w-0 grow">
              <span className={clsx('block truncate font-medium', item.tone === 'struck' && 'text-soft line-through')}>
                {item.title}
              </span>
              {item.subtitle && <span className="block truncate text-caption text-soft">{item.subtitle}</span>}
            </span>
            {item.state && <span className="shrink-0 text-caption text-soft">{item.state}</span>}
          </ItemLink>
        </li>
      ))}
    </ul>
  );
}

/** Item colours from `--item`: readable tint, solid edge. */
export function scheduleItemClass(tone: ScheduleTone): string {
  return clsx(
    'rounded-control border border-l-4 text-ink no-underline',
    'border-[color-mix(in_oklab,var(--item)_45%,var(--line))] border-l-(--item)',
    tone === 'solid'
      ? 'bg-[color-mix(in_oklab,var(--item)_16%,var(--paper-raised))]'
      : 'border-dashed bg-raised [border-left-style:solid]',
    tone === 'outlined' && 'border-edge border-l-(--item)',
    tone === 'struck' && 'text-soft',
  );
}
/** Diagonal lines for blocked days and skipped hours. */
export const hatchedClass = 'bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)]';
