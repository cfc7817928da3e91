import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom';
import { parseAccountId } from '#core/domain/values/ids.ts';
import { type ActorRole, actorRole, can, type Capability } from '#core/domain/studio/roles.ts';
import { ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { CodePage } from '#web/features/auth/code-page.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { cleanPath } from '#web/lib/auth/auth-redirect.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand } from './brand.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

/** State of a navigation that selects another studio. */
export interface AccountOfRoute {
  accountId: string;
}

/**
 * Selects the account that the navigation or a gallery's address names, if the person belongs to it. Runs once for each
 * navigation, also when the account list arrives late, and never overrides a later selection.
 */
function SelectRouteAccount() {
  const { key, state } = useLocation();
  const galleryId = useMatch(`${paths.gallery}/*`)?.params.galleryId ?? '';
  const { accounts, select } = useAccounts();
  const { id: accountId } = useAccount();
  const [arrival, setArrival] = useState<{ key: string; accountId: string | null }>({ key, accountId });
  if (arrival.key !== key) setArrival({ key, accountId });
  // The account has changed since the navigation: do not switch again.
  else if (arrival.accountId !== null && arrival.accountId !== accountId) setArrival({ key, accountId: null });
  const isNew = arrival.key === key && arrival.accountId === accountId;
  const wanted = (state as AccountOfRoute | null)?.accountId ?? parseAccountId(galleryId);
  const linked = accounts.find(({ id }) => id === wanted);
  const other = isNew && linked && linked.id !== accountId ? linked : null;
  useEffect(() => {
    if (other) select(other);
  }, [other, select]);
  return other ? <SpinnerPage /> : <Outlet />;
}

/**
 * Redirects to /login without a session; signing in leads back here. Asks for a pending MFA code or new
 * password before it mounts anything below.
 */
export function RequireAuth() {
  const signOut = useSignOutWithoutAccount();
  const { loading, session, mfaRequired, recovering } = useAuth();
  const location = useLocation();
  if (loading) return <SpinnerPage />;
  if (!session) return <Navigate to={paths.login} replace state={{ from: cleanPath(location) }} />;
  if (mfaRequired) return <CodePage brand={<Brand />} onSignOut={signOut} />;
  if (recovering) return <Navigate to={paths.resetPassword} replace />;
  return <Outlet />;
}

/**
 * Guarantees a selected account below. A person without one creates their first, or opens the security settings.
 * @param Security settings of a person without an account
 */
export function RequireAccount({ Security }: { Security: ComponentType }) {
  const { t } = useTranslation('accounts');
  const { session } = useAuth();
  const { loading, error, current, reload } = useAccounts();
  const isOwn = useMatch(paths.security) !== null;
  if (loading) return <SpinnerPage />;
  if (error) {
    return (
      <ErrorScreen
        title={t('unreachable.title')}
        description={t('unreachable.intro')}
        detail={errorCode(error)}
        onRetry={reload}
      />
    );
  }
  if (!current) return isOwn ? <Security key={session?.user.id} /> : <Navigate to={paths.newAccount} replace />;
  return <SelectRouteAccount />;
}

interface RequireRoleProps {
  /** Roles that may open the screen. */
  requiredRole: readonly ActorRole[];
  children: ReactNode;
}

/** Redirects a role without access to /app/unauthorized. The server checks the role as well. */
export function RequireRole({ requiredRole, children }: RequireRoleProps) {
  const { role } = useAccount();
  return requiredRole.includes(role) ? children : <Navigate to={paths.unauthorized} replace />;
}

/** Wraps a route's element in a `RequireRole` for the roles that have the capability. */
export const requireCapability = (capability: Capability, screen: ReactNode) => (
  <RequireRole requiredRole={actorRole.options.filter((role) => can(role, capability))}>{screen}</RequireRole>
);
