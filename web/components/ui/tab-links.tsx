import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { subTabClass, subTabListClass, tabClass, tabListClass } from './tab-class.ts';

export interface TabLink {
  to: string;
  label: string;
  /** Already formatted. */
  count?: string;
  /** Current only at exactly this address, not below it. */
  end?: boolean;
  /** Where the address alone does not say it: a tab that stands for several places. */
  isCurrent?: boolean;
}

/** Tabs that are places: each has an address, the back button works, they open in a new window. */
export function TabLinks({ label, tabs, level = 1 }: { label: string; tabs: readonly TabLink[]; level?: 1 | 2 }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // Where a phone has no room for all of them, the current one is among those in sight.
    const current = list.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
  }, [pathname]);
  const className = level === 1 ? tabClass : subTabClass;
  return (
    <nav ref={list} aria-label={label} className={level === 1 ? tabListClass : subTabListClass}>
      {tabs.map(({ to, label: text, count, end = false, isCurrent }) => {
        const content = (
          <>
            {text}
            {count !== undefined && <span className="text-soft">{count}</span>}
          </>
        );
        return isCurrent === undefined ? (
          <NavLink key={to} to={to} end={end} className={className}>
            {content}
          </NavLink>
        ) : (
          <Link key={to} to={to} className={className} {...(isCurrent && { 'aria-current': 'page' as const })}>
            {content}
          </Link>
        );
      })}
    </nav>
  );
}
