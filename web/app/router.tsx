import { useCallback, useSyncExternalStore } from 'react';
import {
  createBrowserRouter,
  Navigate,
  RouterProvider,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router-dom';
import { ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { type AuthMode, readSignInAddress, signInHref } from '#web/features/auth/sign-in-address.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { LandingBrand } from './product-name.tsx';
import { screens, STUDIO } from './screens.tsx';
import { findSection } from './sections.tsx';

const signIn = <SignIn />;

/** The back-office routes (docs/specification.md#routes). */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        errorElement: <RouteError />,
        hydrateFallbackElement: <SpinnerPage />,
        children: [
          { path: paths.login, element: signIn },
          { path: `${paths.auth}/:mode?`, element: signIn },
          ...screens,
        ],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ path, patch }) => {
        const section = findSection(path);
        if (section) patch(STUDIO, [...(await section.load())]);
      },
    },
  );
}

/** The sign-in page for a person who signs out or whose session ends: its own document is another entry. */
function SignIn() {
  const location = useLocation();
  const navigate = useNavigate();
  const { session } = useAuth();
  const from = (location.state as { from?: unknown } | null)?.from;
  const address = readSignInAddress(location, from);
  const { next } = address;
  if (session) return <Navigate to={next} replace />;
  const onMode = (mode: AuthMode) => void navigate(signInHref(mode, { next }), { replace: true });
  return <AuthPage brand={<LandingBrand />} address={address} onMode={onMode} />;
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
