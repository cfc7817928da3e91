import { type ReactNode, Suspense } from 'react';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { ContinueAsPage } from '#web/features/auth/continue-as-page.tsx';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { AuthProvider } from '#web/lib/auth/auth-session.tsx';
import type { BegunSession } from './begin-session.ts';
import { PageRoot } from './page-root.tsx';
import { PRODUCT_NAME } from './product-name.tsx';

interface SessionRootProps {
  begun: BegunSession;
  /** Null until it is loaded, on a sign-in page. */
  client: AuthClient | null;
  children: ReactNode;
}

/** Provides the session of the page load, or asks first whether the one in the address is the person's. */
export function SessionRoot({ begun, client, children }: SessionRootProps) {
  const { arriving, stored, redirect, key, loadClient, isSignedOut } = begun;
  return (
    <PageRoot>
      <Suspense fallback={<SpinnerPage />}>
        {arriving ? (
          <ContinueAsPage
            brand={PRODUCT_NAME}
            arriving={arriving}
            current={stored && (stored.user.email || `+${stored.user.phone}`)}
          />
        ) : (
          <AuthProvider
            client={client}
            loadClient={loadClient}
            isSignedOut={isSignedOut}
            redirect={redirect}
            sessionKey={key}
          >
            {children}
          </AuthProvider>
        )}
      </Suspense>
    </PageRoot>
  );
}
