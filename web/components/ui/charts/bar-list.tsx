import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface BarListItem {
  key: string;
  name: string;
  /** Length of the bar, relative to the longest. */
  value: number;
  /** Formatted value at the right. */
  text: string;
  /** Second line. */
  detail?: ReactNode;
  to?: string;
}

/** A ranking as horizontal bars, each below its name and value. */
export function BarList({ label, items }: { label: string; items: readonly BarListItem[] }) {
  const longest = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ol aria-label={label} className="flex flex-col gap-1">
      {items.map(({ key, name, value, text, detail, to }) => (
        <li
          key={key}
          className="relative flex min-h-control flex-col justify-center gap-1.5 py-1.5 has-[a:hover]:bg-hover"
        >
          <div className="flex items-baseline justify-between gap-4">
            {to ? (
              <Link to={to} className="row-link min-w-0 truncate">
                {name}
              </Link>
            ) : (
              <span className="min-w-0 wrap-anywhere">{name}</span>
            )}
            <span data-figures className="shrink-0 font-medium">
              {text}
            </span>
          </div>
          <div aria-hidden className="h-1.5 bg-sunken">
            <div className="h-full bg-accent" style={{ width: `${(Math.max(0, value) / longest) * 100}%` }} />
          </div>
          {detail && <p className="text-caption text-soft">{detail}</p>}
        </li>
      ))}
    </ol>
  );
}
