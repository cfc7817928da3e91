import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import type { Segment } from './day-columns.ts';
import { ItemLink } from './item-link.tsx';
import { useSchedule } from './schedule-context.ts';

/** Items below one another, each with its time: an agenda's day, and a month's chosen one on a phone. */
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
