import type { RouteObject } from 'react-router-dom';
import { MailTemplatePage } from '#web/features/mails/mail-template-page.tsx';
import { MailsPage } from '#web/features/mails/mails-page.tsx';
import { NotificationsPage } from '#web/features/mails/notifications-page.tsx';
import { mailHref, paths } from './paths.ts';
import { requireCapability } from './route-guard.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

const tabs = <SettingsTabs />;

/** What clients and the studio are told by mail. */
export const mailRoutes: RouteObject[] = [
  { path: paths.mails, element: requireCapability('account.update', <MailsPage mailHref={mailHref} tabs={tabs} />) },
  { path: paths.mail, element: requireCapability('account.update', <MailTemplatePage mails={paths.mails} />) },
  { path: paths.notifications, element: requireCapability('account.update', <NotificationsPage tabs={tabs} />) },
];
