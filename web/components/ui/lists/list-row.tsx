import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface ListRowProps {
  title: ReactNode;
  detail?: ReactNode;
  /** Avatar or thumbnail. */
  leading?: ReactNode;
  /** Tag, amount or time. */
  trailing?: ReactNode;
  /** Makes the whole row a link. */
  to?: string;
  /** Buttons beside the link. */
  actions?: ReactNode;
}

/** A row of a list: `<ul className="divide-y divide-line">`. */
export function ListRow({ title, detail, leading, trailing, to, actions }: ListRowProps) {
  return (
    <li className="relative flex min-h-16 items-center gap-3 py-2 has-[a:hover]:bg-hover">
      {leading}
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          {to ? (
            <Link to={to} className="row-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {detail && <p className="line-clamp-2 text-caption text-soft">{detail}</p>}
      </div>
      {trailing && <div className="flex shrink-0 items-center gap-3">{trailing}</div>}
      {actions && <div className="relative z-10 -mr-2 flex shrink-0">{actions}</div>}
    </li>
  );
}
