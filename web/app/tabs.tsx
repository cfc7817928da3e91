import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { TabLinks } from '#web/components/ui/lists/tabs.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { readOffers } from '#web/lib/env.ts';
import { SettingsList } from './settings-list.tsx';
import { isCurrentItem, settingsNav } from './settings-nav.ts';

/** Tabs of the home screens: today, and the studio's figures. */
export function HomeTabs() {
  const { t } = useTranslation(['home', 'insights']);
  const tabs = [
    { to: paths.home, label: t('tabs.today'), end: true },
    { to: paths.insights, label: t('insights:title') },
  ];
  return <TabLinks label={t('tabs.label')} tabs={tabs} />;
}

/** Tabs of the clients' screens: dashboard, list, inquiries with the number of new ones, proposals, sessions, payments. */
export function ClientsTabs() {
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const [leads] = useQuery(queries.leads.list({ status: 'new', limit: 100 }));
  const tabs = [
    { to: paths.clientsDashboard, label: t('tabs.dashboard') },
    { to: paths.customers, label: t('tabs.customers') },
    { to: paths.leads, label: t('tabs.leads'), ...(leads.length > 0 && { count: String(leads.length) }) },
    ...(can(role, 'money.read') ? [{ to: paths.proposals, label: t('tabs.proposals') }] : []),
    { to: paths.sessions, label: t('tabs.sessions') },
    ...(can(role, 'money.read') ? [{ to: paths.payments, label: t('tabs.payments') }] : []),
  ];
  return <TabLinks label={t('tabs.label')} tabs={tabs} />;
}

/** Tabs of the scheduling screens. */
export function SchedulingTabs() {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const tabs = [
    { to: paths.scheduling, label: t('tabs.calendar'), end: true },
    { to: paths.sessionTypes, label: t('tabs.types') },
    ...(can(role, 'money.read') ? [{ to: paths.products, label: t('tabs.products') }] : []),
    ...(can(role, 'scheduling.write') ? [{ to: paths.documents, label: t('tabs.documents') }] : []),
  ];
  return <TabLinks label={t('tabs.label')} tabs={tabs} />;
}

/**
 * The screens of the settings: a list with search beside them, on narrow windows two rows of tabs: groups, and the items
 * of a group with more than one.
 */
export function SettingsTabs() {
  const { t } = useTranslation('settings');
  const { role } = useAccount();
  const { pathname } = useLocation();
  const groups = settingsNav(role, readOffers());
  const current = groups.find(({ items }) => items.some((item) => isCurrentItem(item, pathname))) ?? groups[0]!;
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
      <div className="lg:hidden">
        <TabLinks label={t('title')} tabs={first} />
        {second.length > 1 && <TabLinks label={t(`groups.${current.name}`)} tabs={second} level={2} />}
      </div>
      <SettingsList groups={groups} pathname={pathname} />
    </>
  );
}
