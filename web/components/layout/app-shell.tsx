import { clsx } from 'clsx';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { IconButton } from '../ui/inputs/button.tsx';
import { SkipLink } from './skip-link.tsx';

/** An entry of the navigation. */
interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  /** Current at exactly this path only: used for the home screen. */
  end?: boolean;
}

export const railLinkClass = [
  'flex min-h-control items-center gap-3 rounded-control px-3 text-soft no-underline transition-colors hover:bg-hover hover:text-ink',
  'aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink',
  'group-data-narrow/rail:flex-col group-data-narrow/rail:justify-center group-data-narrow/rail:gap-0.5 group-data-narrow/rail:px-0 group-data-narrow/rail:py-2 group-data-narrow/rail:text-[0.6875rem] group-data-narrow/rail:leading-4',
].join(' ');

function NavItemLink({ item, className }: { item: NavItem; className: string }) {
  return (
    <NavLink to={item.to} end={item.end ?? false} className={className}>
      <span aria-hidden className="flex *:size-5 *:stroke-[1.5]">
        {item.icon}
      </span>
      <span className="max-w-full truncate">{item.label}</span>
    </NavLink>
  );
}

// As wide as its label, with equal shares of the rest: labels of six equal items are cut at 375 px.
const linkClass = [
  'flex min-h-14 min-w-11 flex-auto flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-4 tracking-tight text-soft no-underline',
  'outline-offset-[-4px] aria-[current=page]:font-medium aria-[current=page]:text-accent',
].join(' ');

/** The navigation on phones: six items at most, at the bottom. */
function BottomBar({ navItems }: { navItems: readonly NavItem[] }) {
  const { t } = useTranslation('common');
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-paper pb-safe md:hidden"
    >
      {navItems.map((item) => (
        <NavItemLink key={item.to} item={item} className={linkClass} />
      ))}
    </nav>
  );
}

interface AppShellProps {
  /** Product or studio name, above the navigation. */
  brand: ReactNode;
  /** The first six are in the phone's bar. The others are in the rail only, and in the user menu. */
  navItems: readonly NavItem[];
  account?: ReactNode;
  /** Search button of the command palette. */
  find?: ReactNode;
  user?: ReactNode;
  /** Connection state and other notices, above the screen. */
  banner?: ReactNode;
  /** A question at the bottom of the window. */
  notice?: ReactNode;
  /** True for an editor that takes the whole window and brings its own way back. */
  isBare?: boolean;
  children: ReactNode;
}

/** The frame of the back office: a rail on desktops, a bar at the bottom on phones. */
export function AppShell({ isBare = false, ...props }: AppShellProps) {
  return isBare ? <BareShell {...props} /> : <FullShell {...props} />;
}

function BareShell({ banner, children }: AppShellProps) {
  return (
    <div data-beside="" className="flex h-dvh flex-col">
      <SkipLink />
      {banner && <div className="flex flex-col gap-2 px-4 py-2 empty:hidden">{banner}</div>}
      <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
        {children}
      </main>
    </div>
  );
}

function FullShell({ brand, navItems, account, find, user, banner, notice, children }: AppShellProps) {
  return (
    <div className="md:flex">
      <SkipLink />
      <Rail brand={brand} navItems={navItems} account={account} find={find} user={user} />
      <div className="group/screen flex min-h-dvh min-w-0 grow flex-col xl:has-data-beside:h-dvh">
        <header className="flex min-h-14 items-center justify-between gap-2 px-4 md:hidden">
          {account ?? brand}
          <div className="flex items-center">
            {find}
            {user}
          </div>
        </header>
        {banner && (
          <div className="-mb-2 flex flex-col gap-2 px-4 pt-2 empty:hidden md:-mb-4 md:px-8 md:pt-4 xl:group-has-data-beside/screen:mb-0">
            {banner}
          </div>
        )}
        <main
          id="content"
          tabIndex={-1}
          className="relative min-w-0 grow px-4 pt-2 pb-40 outline-none md:px-8 md:pt-4 md:pb-28 lg:has-data-settings:min-h-[56rem] lg:has-data-settings:pl-70 xl:px-12 xl:has-data-settings:pl-72 xl:has-data-beside:min-h-0 xl:has-data-beside:p-0"
        >
          {children}
        </main>
        {notice}
      </div>
      <BottomBar navItems={navItems.slice(0, 6)} />
    </div>
  );
}

function Rail({
  brand,
  navItems,
  account,
  find,
  user,
}: Omit<AppShellProps, 'banner' | 'children' | 'isBare' | 'notice'>) {
  const { t } = useTranslation('common');
  const [narrow, setNarrow] = useState(false);
  return (
    <header
      className={clsx(
        'group/rail sticky top-0 hidden h-dvh shrink-0 flex-col gap-1 border-r border-line p-3 md:flex data-narrow:items-stretch data-narrow:px-2',
        narrow ? 'w-22' : 'w-56',
      )}
      data-narrow={narrow || undefined}
    >
      <div className="flex min-h-control items-center justify-between pl-3 group-data-narrow/rail:justify-center group-data-narrow/rail:pl-0">
        <div className="group-data-narrow/rail:hidden">{brand}</div>
        <IconButton
          label={t(narrow ? 'expandNavigation' : 'collapseNavigation')}
          aria-expanded={!narrow}
          icon={narrow ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          onClick={() => setNarrow(!narrow)}
          className="text-soft"
        />
      </div>
      {account}
      {find}
      <nav aria-label={t('mainNavigation')} className="flex grow flex-col gap-0.5 overflow-y-auto pt-4">
        {navItems.map((item) => (
          <NavItemLink key={item.to} item={item} className={railLinkClass} />
        ))}
      </nav>
      {user}
    </header>
  );
}
