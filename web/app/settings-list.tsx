import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SearchInput } from '#web/components/ui/inputs/search-input.tsx';
import { matchesWords } from '#web/lib/format/normalize-for-search.ts';
import { isCurrentItem, type SettingsNavGroup, type SettingsNavItem } from './settings-nav.ts';

interface SettingsListProps {
  groups: readonly SettingsNavGroup[];
  pathname: string;
}

/** The settings' screens by group, beside the current one (app-shell.tsx makes room), found by name or by what they hold. */
export function SettingsList({ groups, pathname }: SettingsListProps) {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useState('');
  const isFound = ({ name }: SettingsNavItem) => matchesWords(`${t(`tabs.${name}`)} ${t(`contents.${name}`)}`, search);
  const shown = groups
    .map((group) => ({ ...group, items: group.items.filter(isFound) }))
    .filter(({ items }) => items.length > 0);
  return (
    <nav
      aria-label={t('title')}
      data-settings
      className="absolute inset-y-0 left-0 hidden w-60 flex-col gap-6 border-r border-line px-6 pt-8 pb-12 lg:flex"
    >
      <div className="flex">
        <SearchInput value={search} onChange={setSearch} label={t('search')} />
      </div>
      {shown.map(({ name, items }) => (
        <div key={name} className="flex flex-col">
          <p className="pb-1 text-caption text-soft">{t(`groups.${name}`)}</p>
          <ul>
            {items.map((item) => {
              const isCurrent = isCurrentItem(item, pathname);
              return (
                <li key={item.name}>
                  <Link
                    to={item.to}
                    aria-current={isCurrent ? 'page' : undefined}
                    className="-mx-3 flex min-h-10 items-center rounded-control px-3 no-underline hover:bg-hover aria-[current=page]:bg-sunken aria-[current=page]:font-medium"
                  >
                    {t(`tabs.${item.name}`)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {shown.length === 0 && <p className="text-soft">{t('searchNothing')}</p>}
    </nav>
  );
}
