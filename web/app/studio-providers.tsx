import { useCallback, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { ToastProvider } from '#web/components/ui/overlays/toast.tsx';
import { AccountsProvider } from '#web/lib/accounts/accounts.tsx';
import { createApiClient } from '#web/lib/api/api-client.ts';
import { ApiProvider } from '#web/lib/api/api-context.tsx';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { SignInAgain } from '#web/features/auth/sign-in-again.tsx';
import { handleApiRejection, useAuth } from '#web/lib/auth/auth-session.tsx';

interface SignInRequest {
  /** Only a mailed code counts. */
  byMail: boolean;
  /** Tells the waiting calls whether the person has signed in again. */
  end: (isDone: boolean) => void;
}

/** Provides the API client, the person's accounts and toasts to all screens but the sign-in page. */
export function StudioProviders() {
  const { client, session } = useAuth();
  const [asked, setAsked] = useState<SignInRequest | null>(null);
  const signInAgain = useCallback(
    (byMail: boolean) =>
      new Promise<boolean>((resolve) => {
        // Calls that wait at the same time share one dialog.
        setAsked((others) => ({
          byMail,
          end: (isDone) => {
            others?.end(isDone);
            resolve(isDone);
          },
        }));
      }),
    [],
  );
  const [{ api, onCurrent }] = useState(() => connect(client, signInAgain));
  const answer = (isDone: boolean) => {
    setAsked(null);
    asked?.end(isDone);
  };
  return (
    <ApiProvider api={api} signInAgain={signInAgain}>
      <AccountsProvider onCurrent={onCurrent}>
        <ToastProvider>
          <Outlet />
          {asked && session && <SignInAgain user={session.user} byMail={asked.byMail} onEnd={answer} />}
        </ToastProvider>
      </AccountsProvider>
    </ApiProvider>
  );
}

/** Returns a client that sends the person's token and the account of this window, which other windows do not change. */
function connect(auth: AuthClient, signInAgain: (byMail: boolean) => Promise<boolean>) {
  const selection = { accountId: null as string | null };
  return {
    onCurrent: (accountId: string | null) => void (selection.accountId = accountId),
    api: createApiClient({
      channel: 'backoffice',
      getToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
      onRefused: (code, token) => void handleApiRejection(auth, code, token),
      signInAgain,
      getAccountId: () => selection.accountId,
    }),
  };
}
