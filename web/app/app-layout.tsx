import { CalendarDays, House, Images, Settings, Users } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { AppShell } from '#web/components/layout/app-shell.tsx';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useClearToasts } from '#web/components/ui/toast-provider.tsx';
import { UploadsProvider } from '#web/features/galleries/uploads/uploads-provider.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts.tsx';
import type { AuthSession } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { readConfig } from '#web/lib/env.ts';
import { ImageTokenProvider } from '#web/lib/image-token.tsx';
import { StoreProvider } from '#web/lib/store.tsx';
import { AccountSync } from './account-follower.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { LeftAccountBanner } from './parted-banner.tsx';
import { paths } from './paths.ts';
import { SearchButton, CommandPaletteProvider } from './palette/palette.tsx';
import { MutationToasts } from './toast-notice.tsx';
import { useFocusOnNavigation } from './use-arrival.ts';
import { UserMenu } from './user-menu.tsx';

/** Everything below has a person, an account, the local store and pictures. */
export function AppLayout() {
  const { session } = useAuth();
  const { id: accountId } = useAccount();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(accountId);
  if (!session) return null;
  if (opened !== accountId) {
    // The place in the former studio means nothing in this one.
    if (pathname !== paths.home) return <Navigate to={paths.home} replace />;
    setOpened(accountId);
  }
  // Made anew with another person or account: nothing that was typed, chosen or fetched for one reaches another.
  return <Studio key={`${session.user.id}:${accountId}`} session={session} />;
}

function Studio({ session }: { session: AuthSession }) {
  const account = useAccount();
  const { reload } = useAccounts();
  const clearToasts = useClearToasts();
  const [outdated, setOutdated] = useState(false);
  const onUpdateNeeded = useCallback(() => setOutdated(true), []);
  useEffect(() => clearToasts, [clearToasts]);
  return (
    <StoreProvider
      session={session}
      account={account}
      cacheURL={readConfig().zeroUrl}
      onUpdateNeeded={onUpdateNeeded}
      onRefused={reload}
    >
      <ImageTokenProvider accountId={account.id}>
        <AccountSync />
        <MutationToasts>
          <UploadsProvider>
            <CommandPaletteProvider>
              <Frame outdated={outdated} />
            </CommandPaletteProvider>
          </UploadsProvider>
        </MutationToasts>
      </ImageTokenProvider>
    </StoreProvider>
  );
}

function Frame({ outdated }: { outdated: boolean }) {
  const { t } = useTranslation(['app', 'common']);
  const { pathname } = useLocation();
  useFocusOnNavigation();
  const places = [
    { to: paths.home, label: t('places.home'), icon: <House />, end: true },
    { to: paths.clients, label: t('places.clients'), icon: <Users /> },
    { to: paths.scheduling, label: t('places.scheduling'), icon: <CalendarDays /> },
    { to: paths.galleries, label: t('places.galleries'), icon: <Images /> },
    { to: paths.settings, label: t('places.settings'), icon: <Settings /> },
  ];
  return (
    <AppShell
      brand={<Brand to={paths.home} />}
      navItems={places}
      account={<AccountMenu />}
      find={<SearchButton />}
      user={<UserMenu />}
      banner={
        <>
          <LeftAccountBanner />
          {outdated ? <OutdatedBanner /> : <ConnectionBanner />}
        </>
      }
    >
      <ErrorBoundary resetKey={pathname}>
        {/* What a screen still has to fetch of itself takes neither the frame away nor a menu that is open in it. */}
        <Suspense>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <ScrollRestoration />
    </AppShell>
  );
}

function OutdatedBanner() {
  const { t } = useTranslation(['app', 'common']);
  return (
    <Banner
      title={t('outdated.title')}
      action={
        <Button size="small" onClick={() => location.reload()}>
          {t('common:reload')}
        </Button>
      }
    >
      {t('outdated.text')}
    </Banner>
  );
}
