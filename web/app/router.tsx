import { useCallback, useSyncExternalStore } from 'react';
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router-dom';
import { ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { Brand } from './brand.tsx';

const ROOT = 'root';
const signIn = <AuthPage brand={<Brand to={paths.landing} />} />;

/** Loads the screens: with Zero several times the script that the sign-in page needs. */
const importScreens = () => importTwice(() => import('./screens.tsx'));

/**
 * The back-office routes (docs/specification.md#routes). The sign-in page is there immediately; the script of all other
 * screens loads beside it, and before the first of them is shown.
 */
export function createRouter() {
  const router = createBrowserRouter(
    [
      {
        id: ROOT,
        errorElement: <RouteError />,
        hydrateFallbackElement: <SpinnerPage />,
        children: [
          { path: paths.login, element: signIn },
          { path: paths.auth, element: signIn },
        ],
      },
    ],
    { patchRoutesOnNavigation: async ({ patch }) => patch(ROOT, (await importScreens()).screens()) },
  );
  // A failed request is repeated by the navigation that needs the screens, which shows its error.
  addEventListener('load', () => void importScreens().catch(() => {}), { once: true });
  return router;
}

/** Renders the routes once the first address has one: the router would warn that it matches none. */
export function Routes({ router }: { router: ReturnType<typeof createRouter> }) {
  const subscribe = useCallback((changed: () => void) => router.subscribe(changed), [router]);
  const isMatched = useSyncExternalStore(subscribe, () => router.state.initialized);
  return isMatched ? <RouterProvider router={router} /> : <SpinnerPage />;
}

/**
 * Shows an error of a route as an ErrorScreen: the router would otherwise catch it and show a stack trace.
 */
function RouteError() {
  const error = useRouteError();
  return <ErrorScreen detail={error instanceof Error ? error.message : undefined} />;
}
