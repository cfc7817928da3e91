import { useCallback, useEffect } from 'react';
import type { AuthSessionRow } from '#core/api/me.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

interface Sessions {
  /** Last used first; null until the list is loaded. */
  sessions: readonly AuthSessionRow[] | null;
  failure: string | null;
  reload: () => void;
}

/** Returns the user's signed-in devices. Reloads them when the tab becomes visible, on an event of the auth client. */
export function useAuthSessions(): Sessions {
  const api = useApi();
  const { client } = useAuth();
  const { data: sessions, failure, reload } = useApiData(useCallback(() => api.me.sessions(), [api]));

  useEffect(() => {
    const { data } = client.onAuthStateChange((event) => {
      if (event === 'SIGNED_IN') reload();
    });
    return () => data.subscription.unsubscribe();
  }, [client, reload]);
  return { sessions, failure, reload };
}
