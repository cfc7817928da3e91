import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { can, type Capability, type Role } from '#core/domain/roles.ts';
import { ErrorScreen } from '#web/components/layout/error-screen.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { paths } from './paths.ts';

/** A visit without a session goes to /login, which brings the person back here (spec §2). */
export function RequireAuth() {
  const { loading, session } = useAuth();
  const location = useLocation();
  if (loading) return <SpinnerPage />;
  if (!session) {
    // What the auth service hung to the address is not part of the place.
    const hash = location.hash.includes('=') ? '' : location.hash;
    const from = location.pathname + location.search + hash;
    return <Navigate to={paths.login} replace state={{ from }} />;
  }
  return <Outlet />;
}

/** Below it there is a selected account; a person without one opens their first. */
export function RequireAccount() {
  const { t } = useTranslation('accounts');
  const { loading, error, current, reload } = useAccounts();
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
  if (!current) return <Navigate to={paths.newAccount} replace />;
  return <Outlet />;
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
