import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type RouteObject, useNavigate } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/page-section.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ResetPasswordPage } from '#web/features/auth/reset-password-page.tsx';
import { PaymentsPage } from '#web/features/payments/payments-page.tsx';
import { NewAccountPage } from '#web/features/settings/new-account-page.tsx';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { OwnInvites, useOwnInvites } from '#web/features/team/own-invites.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { AppLayout } from './app-layout.tsx';
import { LeftAccountBanner } from './banners.tsx';
import { Brand, PRODUCT_NAME } from './brand.tsx';
import { HomeScreen } from './home-screen.tsx';
import { RequireAccount, RequireAuth, requireCapability } from './route-guard.tsx';
import { customerRoutes } from './routes/customers.tsx';
import { galleryRoutes } from './routes/galleries.tsx';
import { schedulingRoutes } from './routes/scheduling.tsx';
import { sessionRoutes } from './routes/sessions.tsx';
import { integrationRoutes, mailRoutes, studioSettingsRoutes } from './routes/settings.tsx';
import { siteRoutes } from './routes/site.tsx';
import { joinRoute, teamRoutes } from './routes/team.tsx';
import { AccountDeletedScreen, NoAccountActions, SecurityScreen } from './security-screens.tsx';
import { StudioProviders } from './studio-providers.tsx';
import { ClientsTabs, HomeTabs, SettingsTabs } from './tabs.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

/** Payment screens, for roles that may see money. */
const paymentRoutes: RouteObject[] = [
  {
    path: paths.payments,
    element: requireCapability('money.read', <PaymentsPage tabs={<ClientsTabs />} />),
  },
];

// Lazy: figures are looked at now and then.
const InsightsPage = lazy(async () => {
  const { InsightsPage: component } = await importTwice(() => import('#web/features/insights/insights-page.tsx'));
  return { default: component };
});
const Insights = () => <InsightsPage tabs={<HomeTabs />} />;

const brand = <Brand to={paths.home} />;

function NewAccount() {
  const { session } = useAuth();
  const navigate = useNavigate();
  const goHome = () => void navigate(paths.home, { replace: true });
  const { isKnown, ...own } = useOwnInvites();
  const invites = isKnown ? (
    <>
      <LeftAccountBanner />
      <OwnInvites {...own} onJoined={goHome} />
    </>
  ) : null;
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

/** Routes of all screens but the sign-in page. */
export const screens = (): RouteObject[] => [
  {
    element: <StudioProviders />,
    children: [
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
                    element: requireCapability('account.read', <HomeScreen />),
                  },
                  {
                    path: paths.insights,
                    element: requireCapability('galleries.read', <Insights />),
                  },
                  ...customerRoutes,
                  ...galleryRoutes,
                  ...mailRoutes,
                  ...integrationRoutes,
                  ...schedulingRoutes,
                  ...paymentRoutes,
                  ...sessionRoutes,
                  {
                    path: paths.settings,
                    element: requireCapability('account.read', <SettingsPage tabs={<SettingsTabs />} />),
                  },
                  ...studioSettingsRoutes,
                  ...teamRoutes,
                  ...siteRoutes,
                  { path: paths.security, element: <SecurityScreen /> },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <NarrowPage brand={<Brand to={paths.home} />} title={t('notFound.title')} intro={t('notFound.text')}>
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('notFound.act')}
      </Link>
    </NarrowPage>
  );
}

function UnauthorizedPage() {
  const { t } = useTranslation('accounts');
  const { current } = useAccounts();
  return (
    <NarrowPage
      brand={<Brand to={paths.home} />}
      title={t('unauthorized.title')}
      intro={t('unauthorized.intro', { studio: current?.name ?? PRODUCT_NAME })}
    >
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('unauthorized.act')}
      </Link>
    </NarrowPage>
  );
}
