import { lazy } from 'react';
import { createBrowserRouter, useNavigate, type RouteObject } from 'react-router-dom';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { ResetPasswordPage } from '#web/features/auth/reset-password-page.tsx';
import { NewAccountPage } from '#web/features/accounts/new-account-page.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { SettingsPage } from '#web/features/accounts/settings-page.tsx';
import { AppLayout } from './app-layout.tsx';
import { Brand } from './brand.tsx';
import { galleryRoutes } from './gallery-routes.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { galleryHref, paths } from './paths.ts';
import { RequireAccount, RequireAuth } from './route-guard.tsx';
import { RouteError } from './route-error.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { UnauthorizedPage } from './unauthorized-page.tsx';

const DesignPage = lazy(async () => {
  const { DesignPage: component } = await import('#web/features/design/design-page.tsx');
  return { default: component };
});

const brand = <Brand to={paths.home} />;
const signIn = <AuthPage brand={brand} home={paths.home} />;

function NewAccount() {
  const navigate = useNavigate();
  return <NewAccountPage brand={brand} onDone={() => void navigate(paths.home, { replace: true })} />;
}

/** The spec's §2, as far as it is the back office's. */
export function createRouter() {
  return createBrowserRouter([{ errorElement: <RouteError />, children: screens() }]);
}

function screens(): RouteObject[] {
  return [
    { path: paths.login, element: signIn },
    { path: paths.auth, element: signIn },
    {
      path: paths.resetPassword,
      element: <ResetPasswordPage brand={brand} home={paths.home} forgot={`${paths.auth}?mode=forgot`} />,
    },
    { path: paths.unauthorized, element: <UnauthorizedPage /> },
    {
      path: paths.design,
      element: (
        <main className="px-4 md:px-8 xl:px-12">
          <DesignPage />
        </main>
      ),
    },
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
                  element: (
                    <HomePage
                      newGallery={paths.newGallery}
                      galleryHref={galleryHref}
                      galleries={paths.galleries}
                      settings={paths.settings}
                    />
                  ),
                },
                ...galleryRoutes,
                { path: paths.settings, element: <SettingsPage tabs={<SettingsTabs />} /> },
              ],
            },
          ],
        },
      ],
    },
    { path: '*', element: <NotFoundPage /> },
  ];
}
