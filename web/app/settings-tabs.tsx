import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { paths } from './paths.ts';

/** The parts of the settings: the studio, what its galleries are made with, its people, and how the person signs in. */
export function SettingsTabs() {
  const { t } = useTranslation(['settings', 'presets', 'watermarks', 'security', 'team']);
  const { role } = useAccount();
  const making = [
    { to: paths.presets, label: t('presets:title') },
    { to: paths.watermarks, label: t('watermarks:title') },
  ];
  const tabs = [
    { to: paths.settings, label: t('studio.title'), end: true },
    ...(can(role, 'galleries.write') ? making : []),
    ...(can(role, 'members.read') ? [{ to: paths.team, label: t('team:title') }] : []),
    { to: paths.security, label: t('security:title') },
    ...(can(role, 'security.read') ? [{ to: paths.securityLog, label: t('team:log.title') }] : []),
  ];
  return <TabLinks label={t('title')} tabs={tabs} />;
}
