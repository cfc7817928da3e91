import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { ToastProvider } from '#web/components/ui/overlays/toast.tsx';
import { AccountsProvider } from '#web/lib/accounts/accounts.tsx';
import { createApiClient } from '#web/lib/api/api-client.ts';
import { ApiProvider } from '#web/lib/api/api-context.tsx';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { handleApiRejection, useAuth } from '#web/lib/auth/auth-session.tsx';

/** Provides the API client, the person's accounts and toasts to all screens but the sign-in page. */
export function StudioProviders() {
  const { client } = useAuth();
  const [{ api, onCurrent }] = useState(() => connect(client));
  return (
    <ApiProvider api={api}>
      <AccountsProvider onCurrent={onCurrent}>
        <ToastProvider>
          <Outlet />
        </ToastProvider>
      </AccountsProvider>
    </ApiProvider>
  );
}

/** Returns a client that sends the person's token and the account of this window, which other windows do not change. */
function connect(auth: AuthClient) {
  const selection = { accountId: null as string | null };
  return {
    onCurrent: (accountId: string | null) => void (selection.accountId = accountId),
    api: createApiClient({
      channel: 'backoffice',
      getToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
      onRefused: (code, token) => void handleApiRejection(auth, code, token),
      getAccountId: () => selection.accountId,
    }),
  };
}
