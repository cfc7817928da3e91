import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type RouteObject } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { AppLayout } from './app-layout.tsx';
import { Brand } from './brand.tsx';
import { HomeScreen } from './home-screen.tsx';
import { PRODUCT_NAME } from './product-name.tsx';
import { RequireAccount, RequireAuth, requireCapability } from './route-guard.tsx';
import { accountScreen } from './sections.tsx';
import { StudioProviders } from './studio-providers.tsx';
import { HomeTabs } from './tabs.tsx';

// Lazy: figures are looked at now and then.
const InsightsPage = lazy(async () => {
  const { InsightsPage: component } = await importTwice(() => import('#web/features/insights/insights-page.tsx'));
  return { default: component };
});
const Insights = () => <InsightsPage tabs={<HomeTabs />} />;

const AccountDeletedScreen = accountScreen('AccountDeletedScreen');
const Join = accountScreen('Join');
const JoinGuard = accountScreen('JoinGuard');
const NewAccount = accountScreen('NewAccount');
const NoAccountSecurityScreen = accountScreen('NoAccountSecurityScreen');
const ResetPassword = accountScreen('ResetPassword');

/** Id of the route of all sections. */
export const STUDIO = 'studio';

/** Routes of the first script: frame and home screen. Sections add theirs (sections.tsx). */
export const screens: RouteObject[] = [
  {
    element: <StudioProviders />,
    children: [
      {
        path: paths.resetPassword,
        element: <ResetPassword />,
      },
      { path: paths.unauthorized, element: <UnauthorizedPage /> },
      // An invitation, outside of any studio.
      { path: paths.join, element: <JoinGuard />, children: [{ index: true, element: <Join /> }] },
      { path: paths.goodbye, element: <AccountDeletedScreen /> },
      {
        element: <RequireAuth />,
        children: [
          { path: paths.newAccount, element: <NewAccount /> },
          {
            element: <RequireAccount Security={NoAccountSecurityScreen} />,
            children: [
              {
                id: STUDIO,
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
    <NarrowPage brand={<Brand />} title={t('notFound.title')} intro={t('notFound.text')}>
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
      brand={<Brand />}
      title={t('unauthorized.title')}
      intro={t('unauthorized.intro', { studio: current?.name ?? PRODUCT_NAME })}
    >
      <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('unauthorized.act')}
      </Link>
    </NarrowPage>
  );
}
