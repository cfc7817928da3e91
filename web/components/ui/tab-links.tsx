import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { tabClass, tabListClass } from './tab-class.ts';

export interface TabLink {
  to: string;
  label: string;
  /** Already formatted. */
  count?: string;
  /** Current only at exactly this address, not below it. */
  end?: boolean;
}

/** Tabs that are places: each has an address, the back button works, they open in a new window. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // Where a phone has no room for all of them, the current one is among those in sight.
    const current = list.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
  }, [pathname]);
  return (
    <nav ref={list} aria-label={label} className={tabListClass}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={tabClass}>
          {tab.label}
          {tab.count !== undefined && <span className="text-soft">{tab.count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
