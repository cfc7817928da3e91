import { useTranslation } from 'react-i18next';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { paths } from './paths.ts';

/** The parts of scheduling: what is booked, and what can be. */
export function SchedulingTabs() {
  const { t } = useTranslation('scheduling');
  const tabs = [
    { to: paths.scheduling, label: t('tabs.calendar'), end: true },
    { to: paths.sessionTypes, label: t('tabs.types') },
  ];
  return <TabLinks label={t('tabs.label')} tabs={tabs} />;
}
