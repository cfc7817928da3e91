import type { RouteObject } from 'react-router-dom';
import { InvitedPage } from '#web/features/team/invited-page.tsx';
import { JoinPage } from '#web/features/team/join-page.tsx';
import { SecurityLogPage } from '#web/features/team/security-log-page.tsx';
import { TeamPage } from '#web/features/team/team-page.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand } from '../brand.tsx';
import { RequireAuth, requireCapability } from '../route-guard.tsx';
import { SettingsTabs } from '../tabs.tsx';
import { useSignOutWithoutAccount } from '../use-sign-out.tsx';

const brand = <Brand to={paths.home} />;
const tabs = <SettingsTabs />;

/** Keeps `next` in the query: it survives a page load and a new tab. */
const authHref = (mode: 'signin' | 'signup', email: string, next: string): string =>
  `${paths.auth}?${new URLSearchParams({ ...(mode === 'signup' && { mode }), email, next }).toString()}`;

/** Shows an invitation to everybody; accepting it needs a complete sign-in (MFA, new password). */
function JoinGuard() {
  const { loading, session } = useAuth();
  if (loading || session) return <RequireAuth />;
  return <InvitedPage brand={<Brand to={paths.landing} />} authHref={authHref} />;
}

function Join() {
  return <JoinPage brand={brand} onSignOut={useSignOutWithoutAccount()} />;
}

/** Route of an invitation, outside of any studio. */
export const joinRoute: RouteObject = {
  path: paths.join,
  element: <JoinGuard />,
  children: [{ index: true, element: <Join /> }],
};

export const teamRoutes: RouteObject[] = [
  { path: paths.team, element: requireCapability('members.read', <TeamPage tabs={tabs} />) },
  { path: paths.securityLog, element: requireCapability('security.read', <SecurityLogPage tabs={tabs} />) },
];
