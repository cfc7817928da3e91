import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { isAt, settingsGroups } from './settings-places.ts';

/** The parts of the settings, in two rows: what they are about, and its screens where there are several. */
export function SettingsTabs() {
  const { t } = useTranslation('settings');
  const { role } = useAccount();
  const { pathname } = useLocation();
  const groups = settingsGroups(role);
  const current = groups.find(({ places }) => places.some((place) => isAt(place, pathname))) ?? groups[0]!;
  const first = groups.map((group) => ({
    to: group.places[0]!.to,
    label: group.places.length > 1 ? t(`groups.${group.name}`) : t(`tabs.${group.places[0]!.name}`),
    isCurrent: group === current,
  }));
  const second = current.places.map((place) => ({
    to: place.to,
    label: t(`tabs.${place.name}`),
    isCurrent: isAt(place, pathname),
  }));
  return (
    <>
      <TabLinks label={t('title')} tabs={first} />
      {second.length > 1 && <TabLinks label={t(`groups.${current.name}`)} tabs={second} level={2} />}
    </>
  );
}
