import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, type UIEvent, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';

/**
 * On phones, and in a list beside its detail, fades the ends of a row that goes on, so that no name seems to be cut; the
 * room after the last tab, and beside the one that is scrolled into view, is as wide.
 */
const fadeClass = [
  'data-scrolled:[--fade-start:transparent]',
  'max-md:scroll-px-8 max-md:pr-8 max-md:[mask-image:var(--fade-ends)]',
  'in-data-beside:scroll-px-8 in-data-beside:pr-8 in-data-beside:[mask-image:var(--fade-ends)]',
  '[--fade-ends:linear-gradient(to_right,var(--fade-start,var(--paper)),var(--paper)_2rem,var(--paper)_calc(100%-2rem),transparent)]',
].join(' ');

/** Says whether tabs are hidden before the first one that is shown. */
const markScrolled = ({ currentTarget }: UIEvent<HTMLElement>) =>
  void currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0);

const tabListClass = `flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none] ${fadeClass}`;

const tabClass = [
  'flex min-h-control shrink-0 max-md:min-w-control items-center gap-2 border-b-2 border-transparent text-soft no-underline transition-colors',
  'outline-offset-[-2px] hover:text-ink',
  'aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium',
  'data-[state=active]:border-accent data-[state=active]:text-ink data-[state=active]:font-medium',
].join(' ');

/** Second-level tabs: no line below, the current one in ink. */
const subTabListClass = `flex gap-5 overflow-x-auto [scrollbar-width:none] ${fadeClass}`;

const subTabClass = [
  'flex min-h-control shrink-0 max-md:min-w-control items-center gap-2 text-caption text-soft no-underline transition-colors',
  'outline-offset-[-2px] hover:text-ink',
  'aria-[current=page]:text-ink aria-[current=page]:font-medium aria-[current=page]:underline',
  'aria-[current=page]:decoration-accent aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8',
].join(' ');

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; count?: string; content: ReactNode }[];
}

/** Tabs of panels on one screen. Use TabLinks for tabs with an address. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Primitive.List aria-label={label} className={tabListClass} onScroll={markScrolled}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            {tab.count !== undefined && <span className="text-soft">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

interface TabLink {
  to: string;
  label: string;
  /** Already formatted. */
  count?: string;
  /** Current at exactly this path only, not below it. */
  end?: boolean;
  /** Overrides the match by path, for a tab of several paths. */
  isCurrent?: boolean;
}

/** Tabs as links: each has an address, so that the back button and new windows work. */
export function TabLinks({ label, tabs, level = 1 }: { label: string; tabs: readonly TabLink[]; level?: 1 | 2 }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A count that arrives later widens its tab and moves those after it.
  const texts = tabs.map(({ label: text, count = '' }) => `${text} ${count}`).join('\n');
  useEffect(() => {
    // Scroll the current tab into view if they do not all fit.
    const current = list.current?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' });
  }, [pathname, texts]);
  const className = level === 1 ? tabClass : subTabClass;
  return (
    <nav ref={list} aria-label={label} className={level === 1 ? tabListClass : subTabListClass} onScroll={markScrolled}>
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
