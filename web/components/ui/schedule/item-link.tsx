import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSchedule } from './schedule-context.ts';
import type { ScheduleItem } from './types.ts';

interface ItemLinkProps {
  item: ScheduleItem;
  className: string;
  tabIndex?: number;
  'aria-describedby'?: string;
  children: ReactNode;
}

/** What opens an item, wherever it is shown: a link where it has an address. Says all that the drawing shows. */
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
