import { createBrowserRouter, type RouteObject, useNavigate } from 'react-router-dom';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { ResetPasswordPage } from '#web/features/auth/reset-password-page.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { PaymentsPage } from '#web/features/payments/payments-page.tsx';
import { NewAccountPage } from '#web/features/settings/new-account-page.tsx';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { OwnInvites } from '#web/features/team/own-invites.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { AppLayout } from './app-layout.tsx';
import { LeftAccountBanner } from './banners.tsx';
import { Brand } from './brand.tsx';
import { RequireAccount, RequireAuth, requireCapability } from './route-guard.tsx';
import { customerRoutes } from './routes/customers.tsx';
import { galleryRoutes } from './routes/galleries.tsx';
import { schedulingRoutes } from './routes/scheduling.tsx';
import { sessionRoutes } from './routes/sessions.tsx';
import { mailRoutes, studioSettingsRoutes } from './routes/settings.tsx';
import { joinRoute, teamRoutes } from './routes/team.tsx';
import { AccountDeletedScreen, NoAccountActions, SecurityScreen } from './security-screens.tsx';
import { NotFoundPage, RouteError, UnauthorizedPage } from './status-pages.tsx';
import { ClientsTabs, SettingsTabs } from './tabs.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

/** Payment screens, for roles that may see money. */
const paymentRoutes: RouteObject[] = [
  {
    path: paths.payments,
    element: requireCapability('money.read', <PaymentsPage tabs={<ClientsTabs />} />),
  },
];

const brand = <Brand to={paths.home} />;
const signIn = <AuthPage brand={<Brand to={paths.landing} />} />;

function NewAccount() {
  const { session } = useAuth();
  const navigate = useNavigate();
  const goHome = () => void navigate(paths.home, { replace: true });
  const invites = (
    <>
      <LeftAccountBanner />
      <OwnInvites onJoined={goHome} />
    </>
  );
  // The key remounts the screen for another person.
  return (
    <NewAccountPage
      key={session?.user.id}
      brand={brand}
      before={invites}
      footer={<NoAccountActions />}
      onDone={goHome}
    />
  );
}

function ResetPassword() {
  const signOut = useSignOutWithoutAccount();
  return <ResetPasswordPage brand={brand} onSignOut={signOut} />;
}

/** The back-office routes of the spec's §2. */
export function createRouter() {
  return createBrowserRouter([{ errorElement: <RouteError />, children: screens() }]);
}

function screens(): RouteObject[] {
  return [
    { path: paths.login, element: signIn },
    { path: paths.auth, element: signIn },
    {
      path: paths.resetPassword,
      element: <ResetPassword />,
    },
    { path: paths.unauthorized, element: <UnauthorizedPage /> },
    joinRoute,
    { path: paths.goodbye, element: <AccountDeletedScreen /> },
    {
      element: <RequireAuth />,
      children: [
        { path: paths.newAccount, element: <NewAccount /> },
        {
          element: <RequireAccount />,
          children: [
            {
              element: <AppLayout />,
              children: [
                {
                  path: paths.home,
                  element: requireCapability('account.read', <HomePage />),
                },
                ...customerRoutes,
                ...galleryRoutes,
                ...mailRoutes,
                ...schedulingRoutes,
                ...paymentRoutes,
                ...sessionRoutes,
                {
                  path: paths.settings,
                  element: requireCapability('account.read', <SettingsPage tabs={<SettingsTabs />} />),
                },
                ...studioSettingsRoutes,
                ...teamRoutes,
                { path: paths.security, element: <SecurityScreen /> },
              ],
            },
          ],
        },
      ],
    },
    { path: '*', element: <NotFoundPage /> },
  ];
}
