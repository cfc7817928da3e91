import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { paths } from './paths.ts';

/** The parts of the settings: the studio itself, and what its galleries are made with. */
export function SettingsTabs() {
  const { t } = useTranslation(['settings', 'presets', 'watermarks']);
  const { role } = useAccount();
  if (!can(role, 'galleries.write')) return null;
  const tabs = [
    { to: paths.settings, label: t('studio.title'), end: true },
    { to: paths.presets, label: t('presets:title') },
    { to: paths.watermarks, label: t('watermarks:title') },
  ];
  return <TabLinks label={t('title')} tabs={tabs} />;
}
