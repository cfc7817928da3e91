import { CalendarDays, Globe, House, Images, Settings, Users } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatch } from 'react-router-dom';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import { can } from '#core/domain/studio/roles.ts';
import { AppShell } from '#web/components/layout/app-shell.tsx';
import { ConsentBar } from '#web/components/layout/consent-bar.tsx';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { useClearToasts, useToast } from '#web/components/ui/overlays/toast.tsx';
import { useOwnInvites } from '#web/features/team/own-invites.tsx';
import { UploadsProvider } from '#web/features/uploads/uploads-provider.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi, useSignInAgain } from '#web/lib/api/api-context.tsx';
import type { AuthSession } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readConfig } from '#web/lib/env.ts';
import { PresenceProvider } from '#web/lib/live/presence.tsx';
import { paths } from '#web/lib/paths.ts';
import { ImageTokenProvider } from '#web/lib/photo-grid/image-token.tsx';
import { ConsentProvider, type ConsentStore } from '#web/lib/reporting/consent.tsx';
import { StoreProvider, useStore } from '#web/lib/sync/store.tsx';
import { MutationNotifierProvider } from '#web/lib/sync/use-mutation.tsx';
import { AccountSync } from './account-sync.tsx';
import { ConnectionBanner, LeftAccountBanner } from './banners.tsx';
import { StudioBanner } from './studio-banner.tsx';
import { SupportBanner } from './support-banner.tsx';
import { Brand } from './brand.tsx';
import { CommandPaletteProvider, SearchButton } from './command-palette.tsx';
import { AccountMenu, UserMenu } from './menus.tsx';
import { routePattern } from './route-pattern.ts';
import { preloadSections } from './sections.tsx';
import { registerServiceWorker } from './service-worker.ts';

const pattern = () => routePattern(location.pathname);

/** The signed-in person's consent, stored with their sign-in. */
function BackOfficeConsent({ children }: { children: ReactNode }) {
  const api = useApi();
  const config = useMemo(() => readConfig(), []);
  const store = useMemo(
    (): ConsentStore => ({
      load: async () => (await api.me.consents()).find(({ purpose }) => purpose === 'analytics') ?? null,
      save: (granted) =>
        api.me.saveConsent({ params: { purpose: 'analytics' }, body: { version: CONSENT_VERSION, granted } }),
    }),
    [api],
  );
  return (
    <ConsentProvider config={config} store={store} routePattern={pattern}>
      {children}
    </ConsentProvider>
  );
}

/** Shows mutation results as toasts. */
function MutationToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const signInAgain = useSignInAgain();
  const notice = useMemo(
    () => ({
      done: toast,
      signInAgain,
      failed: (code: string, reference?: string) =>
        toast({
          title: t(code as 'internal', { defaultValue: t('internal') }),
          detail: reference && t('reference', { reference }),
          tone: 'danger' as const,
        }),
    }),
    [t, toast, signInAgain],
  );
  return <MutationNotifierProvider notice={notice}>{children}</MutationNotifierProvider>;
}

/** Moves the focus to the top of the new screen when a navigation has removed the focused element. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Guards every screen below: it has a session, a selected account, the local store and the image token. */
export function AppLayout() {
  const { session } = useAuth();
  const { id: accountId } = useAccount();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(accountId);
  if (!session) return null;
  if (opened !== accountId) {
    // The path of the previous studio means nothing in this one: go home.
    if (pathname !== paths.home) return <Navigate to={paths.home} replace />;
    setOpened(accountId);
  }
  // The key remounts everything for another person or account, so that no input, selection or data carries over.
  return <Studio key={`${session.user.id}:${accountId}`} session={session} />;
}

function Studio({ session }: { session: AuthSession }) {
  const account = useAccount();
  const { reload } = useAccounts();
  const clearToasts = useClearToasts();
  useEffect(() => clearToasts, [clearToasts]);
  return (
    <BackOfficeConsent>
      <StoreProvider session={session} account={account} cacheURL={readConfig().zeroUrl} onLost={reload}>
        <ImageTokenProvider accountId={account.id}>
          <MutationToasts>
            <UploadsProvider>
              <AccountSync />
              <CommandPaletteProvider>
                <PresenceProvider>
                  <Frame />
                </PresenceProvider>
              </CommandPaletteProvider>
            </UploadsProvider>
          </MutationToasts>
        </ImageTokenProvider>
      </StoreProvider>
    </BackOfficeConsent>
  );
}

/** In milliseconds: the other screens wait for the rows of the first one no longer, as without a network. */
const FIRST_ROWS_MS = 10_000;

/** Loads the other screens, and the worker that keeps all of them for a start without a network. */
function useLaterScreens(): void {
  const { isSynced } = useStore();
  useEffect(() => {
    const load = () => {
      void registerServiceWorker();
      // A failed request is repeated by the navigation that needs the section, which shows its error.
      preloadSections().catch(() => {});
    };
    const timer = setTimeout(load, isSynced ? 0 : FIRST_ROWS_MS);
    return () => clearTimeout(timer);
  }, [isSynced]);
}

function Frame() {
  const { t } = useTranslation(['app', 'common']);
  const { pathname } = useLocation();
  const { role } = useAccount();
  const isEditor = useMatch(paths.sitePage) !== null;
  useFocusOnNavigation();
  useLaterScreens();
  const own = useOwnInvites();
  const navItems = [
    // Current on both of its tabs.
    { to: paths.home, label: t('places.home'), icon: <House />, end: pathname !== paths.insights },
    ...(can(role, 'customers.read') ? [{ to: paths.clients, label: t('places.clients'), icon: <Users /> }] : []),
    ...(can(role, 'sessions.read')
      ? [{ to: paths.scheduling, label: t('places.scheduling'), icon: <CalendarDays /> }]
      : []),
    { to: paths.galleries, label: t('places.galleries'), icon: <Images /> },
    ...(can(role, 'site.write') ? [{ to: paths.site, label: t('places.website'), icon: <Globe /> }] : []),
    { to: paths.settings, label: t('places.settings'), icon: <Settings /> },
  ];
  return (
    <AppShell
      brand={<Brand />}
      navItems={navItems}
      account={<AccountMenu own={own} />}
      find={<SearchButton />}
      user={<UserMenu />}
      isBare={isEditor}
      notice={<ConsentBar aboveNavigation />}
      banner={
        <>
          <LeftAccountBanner />
          <StudioBanner />
          <SupportBanner />
          <ConnectionBanner />
        </>
      }
    >
      <ErrorBoundary resetKey={pathname}>
        {/* A lazy screen suspends here, so that the frame and an open menu stay. */}
        <Suspense>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <ScrollRestoration />
    </AppShell>
  );
}
