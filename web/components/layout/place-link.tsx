import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

/** One of the back office's places. */
export interface NavItem {
  to: string;
  label: string;
  /** A lucide icon. */
  icon: ReactNode;
  /** Current only at exactly this address: the home of all others. */
  end?: boolean;
}

export const railLinkClass = [
  'flex min-h-control items-center gap-3 rounded-control px-3 text-soft no-underline transition-colors hover:bg-hover hover:text-ink',
  'aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink',
  'group-data-narrow/rail:flex-col group-data-narrow/rail:justify-center group-data-narrow/rail:gap-0.5 group-data-narrow/rail:px-0 group-data-narrow/rail:py-2 group-data-narrow/rail:text-[0.6875rem] group-data-narrow/rail:leading-4',
].join(' ');

export function NavItemLink({ place, className }: { place: NavItem; className: string }) {
  return (
    <NavLink to={place.to} end={place.end ?? false} className={className}>
      <span aria-hidden className="flex *:size-5 *:stroke-[1.5]">
        {place.icon}
      </span>
      <span className="max-w-full truncate">{place.label}</span>
    </NavLink>
  );
}
