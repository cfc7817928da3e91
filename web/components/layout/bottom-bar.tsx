import { useTranslation } from 'react-i18next';
import { NavItemLink, type NavItem } from './place-link.tsx';

const linkClass = [
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-4 tracking-tight text-soft no-underline',
  'outline-offset-[-4px] aria-[current=page]:font-medium aria-[current=page]:text-accent',
].join(' ');

/** The phone's five navItems, within reach of the thumb. */
export function BottomBar({ navItems }: { navItems: readonly NavItem[] }) {
  const { t } = useTranslation('common');
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-paper pb-safe md:hidden"
    >
      {navItems.map((place) => (
        <NavItemLink key={place.to} place={place} className={linkClass} />
      ))}
    </nav>
  );
}
