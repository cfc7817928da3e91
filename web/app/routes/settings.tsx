import type { RouteObject } from 'react-router-dom';
import { BrandingPage } from '#web/features/branding/branding-page.tsx';
import { CardPaymentsPage } from '#web/features/card-payments/card-payments-page.tsx';
import { MailTemplatePage } from '#web/features/messages/mail-template-page.tsx';
import { MailsPage } from '#web/features/messages/mails-page.tsx';
import { NotificationsPage } from '#web/features/messages/notifications-page.tsx';
import { DomainPage } from '#web/features/domains/domain-page.tsx';
import { IntegrationsPage } from '#web/features/integrations/integrations-page.tsx';
import { WebhookPage } from '#web/features/integrations/webhook-page.tsx';
import { DataPage } from '#web/features/settings/data-page.tsx';
import { MoneyPage } from '#web/features/settings/money-page.tsx';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { SiteSettingsPage } from '#web/features/settings/site/site-settings-page.tsx';
import { RedirectsList } from '#web/features/site/redirects/redirects-list.tsx';
import { UsagePage } from '#web/features/settings/usage-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { SecurityScreen } from '../security-screens.tsx';
import { StudioPreview } from '../studio-preview.tsx';
import { SettingsTabs } from '../tabs.tsx';

const tabs = <SettingsTabs />;

/** Settings of the studio as a business. */
const studioSettingsRoutes: RouteObject[] = [
  { path: paths.domain, element: requireCapability('domain.manage', <DomainPage tabs={tabs} />) },
  {
    path: paths.siteSettings,
    element: requireCapability('site.publish', <SiteSettingsPage tabs={tabs} redirects={<RedirectsList />} />),
  },
  {
    path: paths.branding,
    element: requireCapability('account.update', <BrandingPage tabs={tabs} preview={StudioPreview} />),
  },
  { path: paths.cardPayments, element: requireCapability('billing.manage', <CardPaymentsPage tabs={tabs} />) },
  { path: paths.money, element: requireCapability('money.all', <MoneyPage tabs={tabs} />) },
  {
    path: paths.data,
    element: requireCapability('account.delete', <DataPage tabs={tabs} />),
  },
  {
    path: paths.usage,
    element: requireCapability('account.read', <UsagePage tabs={tabs} />),
  },
];

/** Settings of what connects to the studio. */
const integrationRoutes: RouteObject[] = [
  { path: paths.integrations, element: requireCapability('integrations.manage', <IntegrationsPage tabs={tabs} />) },
  { path: paths.webhook, element: requireCapability('integrations.manage', <WebhookPage />) },
];

/** Settings of the mails to clients and to the studio. */
const mailRoutes: RouteObject[] = [
  { path: paths.mails, element: requireCapability('account.update', <MailsPage tabs={tabs} />) },
  { path: paths.mail, element: requireCapability('account.update', <MailTemplatePage />) },
  { path: paths.notifications, element: requireCapability('account.update', <NotificationsPage tabs={tabs} />) },
];

export const settingsRoutes: RouteObject[] = [
  { path: paths.settings, element: requireCapability('account.read', <SettingsPage tabs={tabs} />) },
  { path: paths.security, element: <SecurityScreen /> },
  ...studioSettingsRoutes,
  ...integrationRoutes,
  ...mailRoutes,
];
