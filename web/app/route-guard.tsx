import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom';
import { parseAccountId } from '#core/domain/ids.ts';
import { can, type Capability, type Role } from '#core/domain/roles.ts';
import { ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/loading-placeholder.tsx';
import { CodePage } from '#web/features/auth/code-page.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { cleanPath } from '#web/lib/auth/auth-redirect.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand } from './brand.tsx';
import { NoAccountSecurityScreen } from './security-screens.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

/**
 * A gallery's address names its studio: whoever belongs to that comes to the gallery, whatever studio they worked on.
 * Followed once for each arrival, also when the list of studios comes late; never against a choice made since.
 */
function SelectGalleryAccount() {
  const { key } = useLocation();
  const galleryId = useMatch(`${paths.gallery}/*`)?.params.galleryId ?? '';
  const { accounts, select } = useAccounts();
  const { id: accountId } = useAccount();
  const [arrival, setArrival] = useState<{ key: string; accountId: string | null }>({ key, accountId });
  if (arrival.key !== key) setArrival({ key, accountId });
  // Another one since, by this or by a choice: nothing more is followed.
  else if (arrival.accountId !== null && arrival.accountId !== accountId) setArrival({ key, accountId: null });
  const isNew = arrival.key === key && arrival.accountId === accountId;
  const linked = accounts.find(({ id }) => id === parseAccountId(galleryId));
  const other = isNew && linked && linked.id !== accountId ? linked : null;
  useEffect(() => {
    if (other) select(other);
  }, [other, select]);
  return other ? <SpinnerPage /> : <Outlet />;
}

/**
 * A visit without a session goes to /login, which brings the person back here (spec §2). Who owes a second factor's
 * code, or a new password, gives that first: nothing below is mounted before.
 */
export function RequireAuth() {
  const signOut = useSignOutWithoutAccount();
  const { loading, session, mfaRequired, recovering } = useAuth();
  const location = useLocation();
  if (loading) return <SpinnerPage />;
  if (!session) return <Navigate to={paths.login} replace state={{ from: cleanPath(location) }} />;
  if (mfaRequired) return <CodePage brand={<Brand to={paths.home} />} onSignOut={signOut} />;
  if (recovering) return <Navigate to={paths.resetPassword} replace />;
  return <Outlet />;
}

/** Below it there is a selected account; a person without one opens their first, or sees to how they sign in. */
export function RequireAccount() {
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
  if (!current)
    return isOwn ? <NoAccountSecurityScreen key={session?.user.id} /> : <Navigate to={paths.newAccount} replace />;
  return <SelectGalleryAccount />;
}

interface RequireRoleProps {
  /** One of these roles, where a screen is for certain people. */
  requiredRole?: readonly Role[];
  /** Or, better, what the screen is for. */
  capability?: Capability;
  children: ReactNode;
}

/** A role that may not see a screen is sent to /app/unauthorized; the server refuses it in any case. */
export function RequireRole({ requiredRole, capability, children }: RequireRoleProps) {
  const { role } = useAccount();
  const allowed = (!requiredRole || requiredRole.includes(role)) && (!capability || can(role, capability));
  return allowed ? children : <Navigate to={paths.unauthorized} replace />;
}

/** A route's element for those whose role may see it. */
export const requireCapability = (capability: Capability, screen: ReactNode) => (
  <RequireRole capability={capability}>{screen}</RequireRole>
);
