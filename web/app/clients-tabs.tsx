import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { TabLinks } from '#web/components/ui/tab-links.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { paths } from './paths.ts';

/** The parts of the clients: how the studio stands with them, who they are, what is booked, what was paid. */
export function ClientsTabs() {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const tabs = [
    { to: paths.clientsDashboard, label: t('tabs.dashboard') },
    { to: paths.customers, label: t('tabs.customers') },
    { to: paths.sessions, label: t('tabs.sessions') },
    ...(can(role, 'money.read') ? [{ to: paths.payments, label: t('tabs.payments') }] : []),
  ];
  return <TabLinks label={t('tabs.label')} tabs={tabs} />;
}
