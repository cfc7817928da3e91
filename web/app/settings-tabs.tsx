import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { isCurrentItem, settingsNav } from './settings-places.ts';

/** The parts of the settings, in two rows: what they are about, and its screens where there are several. */
export function SettingsTabs() {
  const { t } = useTranslation('settings');
  const { role } = useAccount();
  const { pathname } = useLocation();
  const groups = settingsNav(role);
  const current = groups.find(({ items: items }) => items.some((item) => isCurrentItem(item, pathname))) ?? groups[0]!;
  const first = groups.map((group) => ({
    to: group.items[0]!.to,
    label: group.items.length > 1 ? t(`groups.${group.name}`) : t(`tabs.${group.items[0]!.name}`),
    isCurrent: group === current,
  }));
  const second = current.items.map((item) => ({
    to: item.to,
    label: t(`tabs.${item.name}`),
    isCurrent: isCurrentItem(item, pathname),
  }));
  return (
    <>
      <TabLinks label={t('title')} tabs={first} />
      {second.length > 1 && <TabLinks label={t(`groups.${current.name}`)} tabs={second} level={2} />}
    </>
  );
}
