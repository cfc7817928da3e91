import { StrictMode, Suspense, useCallback, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useRouteError } from 'react-router-dom';
import { ErrorBoundary, ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { ContinueAsPage } from '#web/features/auth/continue-as-page.tsx';
import { createAuthClient, sessionKey } from '#web/lib/auth/auth-client.ts';
import { sessionToConfirm } from '#web/lib/auth/auth-flows.ts';
import { readAuthRedirect } from '#web/lib/auth/auth-redirect.ts';
import { AuthProvider } from '#web/lib/auth/auth-session.tsx';
import { storedSession } from '#web/lib/auth/auth-state.ts';
import { importTwice, reloadOutdatedPage } from '#web/lib/browser/outdated-page.ts';
import { leavePageCacheCleanly } from '#web/lib/browser/page-cache.ts';
import '#web/lib/browser/zod-without-eval.ts';
import { readConfig } from '#web/lib/env.ts';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { joinedLocales } from '#web/lib/i18n/joined-locales.ts';
import { paths } from '#web/lib/paths.ts';
import { reportRenderErrors } from '#web/lib/report-error.ts';
import { ThemeProvider } from '#web/lib/theme/theme.tsx';
import '#web/styles/main.css';
import { Brand, PRODUCT_NAME } from './brand.tsx';
import { NAMESPACES, TEXTS_FILE } from './namespaces.ts';

const ROOT = 'root';
const signIn = <AuthPage brand={<Brand to={paths.landing} />} />;

/** Loads the screens: with Zero several times the script that the sign-in page needs. */
const importScreens = () => importTwice(() => import('./screens.tsx'));

/**
 * The back-office routes (docs/specification.md#routes). The sign-in page is there immediately; the script of all other
 * screens loads beside it, and before the first of them is shown.
 */
function createRouter() {
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
function Routes({ router }: { router: ReturnType<typeof createRouter> }) {
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

/** Name of the cache in the service worker's settings (vite.config.ts). */
const HTML_CACHE = 'back-office-html';

/**
 * Registers the service worker that opens the back office without a network. A newer version takes over once every tab
 * of the old one is closed.
 */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js', { scope: '/app' });
  await keepFirstHtml();
}

/** Fetches the HTML again on the first visit: the worker does not control that page yet and would not cache it. */
async function keepFirstHtml(): Promise<void> {
  const cache = await caches.open(HTML_CACHE);
  if (!(await cache.match('/app'))) await cache.add('/app');
}

reloadOutdatedPage();
leavePageCacheCleanly();

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');

const config = readConfig();
// Read before the client removes the fragment and an expired session.
const stored = storedSession(sessionKey(config.supabaseUrl));
const authRedirect = readAuthRedirect(location.href, stored !== null);
const arriving = sessionToConfirm(location.href, stored?.user.id ?? null);
const auth = createAuthClient(config, arriving === null);
const router = createRouter();

await initI18n({ namespaces: NAMESPACES }, joinedLocales(TEXTS_FILE, NAMESPACES));

createRoot(root, reportRenderErrors).render(
  <StrictMode>
    <ThemeProvider>
      <ErrorBoundary>
        <Suspense fallback={<SpinnerPage />}>
          {arriving ? (
            <ContinueAsPage
              brand={PRODUCT_NAME}
              arriving={arriving}
              current={stored && (stored.user.email || `+${stored.user.phone}`)}
            />
          ) : (
            <AuthProvider client={auth} redirect={authRedirect} sessionKey={sessionKey(config.supabaseUrl)}>
              <Routes router={router} />
            </AuthProvider>
          )}
        </Suspense>
      </ErrorBoundary>
    </ThemeProvider>
  </StrictMode>,
);

void registerServiceWorker();
