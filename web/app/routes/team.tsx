import type { RouteObject } from 'react-router-dom';
import { SecurityLogPage } from '#web/features/team/security-log-page.tsx';
import { TeamPage } from '#web/features/team/team-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';
import { SettingsTabs } from '../tabs.tsx';

const tabs = <SettingsTabs />;

export const teamRoutes: RouteObject[] = [
  { path: paths.team, element: requireCapability('members.read', <TeamPage tabs={tabs} />) },
  { path: paths.securityLog, element: requireCapability('security.read', <SecurityLogPage tabs={tabs} />) },
];
