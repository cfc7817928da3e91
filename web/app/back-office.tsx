import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { ToastProvider } from '#web/components/ui/toast-provider.tsx';
import { AccountsProvider } from '#web/lib/accounts.tsx';
import { createApiClient } from '#web/lib/api-client.ts';
import { ApiProvider } from '#web/lib/api.tsx';
import { readAuthRedirect } from '#web/lib/auth-arrival.ts';
import { createAuthClient, sessionKey } from '#web/lib/auth-client.ts';
import { storedSession } from '#web/lib/auth-events.ts';
import { AuthProvider, handleApiRejection } from '#web/lib/auth-session.tsx';
import { isLegacyDraft } from '#web/lib/draft-keys.ts';
import { readConfig } from '#web/lib/env.ts';
import { initI18n } from '#web/lib/i18n.ts';
import { registerServiceWorker } from '#web/lib/service-worker.ts';
import { removeStoredWhere } from '#web/lib/storage.ts';
import { ThemeProvider } from '#web/lib/theme-provider.tsx';
import { createRouter } from './router.tsx';
import '#web/styles/main.css';

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');

const config = readConfig();
// Before the client takes away the fragment, and a session that has ended.
const authRedirect = readAuthRedirect(location.href, storedSession(sessionKey(config.supabaseUrl)) !== null);
const auth = createAuthClient(config);
/** What this window works on; another window may have chosen another account since. */
const selection = { accountId: null as string | null };
const onCurrent = (accountId: string | null) => void (selection.accountId = accountId);
const api = createApiClient({
  channel: 'backoffice',
  getToken: async () => (await auth.auth.getSession()).data.session?.access_token ?? null,
  onRefused: (code, token) => void handleApiRejection(auth.auth, code, token),
  getAccountId: () => selection.accountId,
});
const router = createRouter();
// What earlier versions kept: nobody can tell whose words they are.
removeStoredWhere(isLegacyDraft);

const NAMESPACES = ['app', 'auth', 'accounts', 'home', 'galleries', 'photos', 'uploads', 'settings'];
await initI18n({ namespaces: [...NAMESPACES, 'sessions', 'trash', 'presets', 'watermarks', 'activity', 'security'] });

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <ErrorBoundary>
        <Suspense fallback={<SpinnerPage />}>
          <ToastProvider>
            <AuthProvider client={auth} redirect={authRedirect} sessionKey={sessionKey(config.supabaseUrl)}>
              <ApiProvider api={api}>
                <AccountsProvider onCurrent={onCurrent}>
                  <RouterProvider router={router} />
                </AccountsProvider>
              </ApiProvider>
            </AuthProvider>
          </ToastProvider>
        </Suspense>
      </ErrorBoundary>
    </ThemeProvider>
  </StrictMode>,
);

void registerServiceWorker();
