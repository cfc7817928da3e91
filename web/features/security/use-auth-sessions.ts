import { useCallback, useEffect, useState } from 'react';
import type { AuthSessionRow } from '#core/api/me.ts';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
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
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Sessions, 'reload'>>({ sessions: null, failure: null });
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const { data } = client.onAuthStateChange((event) => {
      if (event === 'SIGNED_IN') reload();
    });
    return () => data.subscription.unsubscribe();
  }, [client, reload]);

  useEffect(() => {
    let isCurrent = true;
    api.me.sessions().then(
      (sessions) => isCurrent && setState({ sessions, failure: null }),
      (error: unknown) => isCurrent && setState((before) => ({ ...before, failure: errorCode(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, attempt]);
  return { ...state, reload };
}
