import { openedHref, readArrivingSession } from '#web/lib/auth/arriving-session.ts';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { sessionToConfirm } from '#web/lib/auth/auth-flows.ts';
import { cleanPath, readAuthRedirect } from '#web/lib/auth/auth-redirect.ts';
import { storedSession } from '#web/lib/auth/auth-state.ts';
import { sessionKey } from '#web/lib/auth/session-key.ts';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { readConfig } from '#web/lib/env.ts';

export type BegunSession = ReturnType<typeof beginSession>;

/**
 * Reads the session of a page load from address and storage, without the auth client, whose script is loaded beside the
 * page. Call it before the client exists: it removes the fragment and an expired session.
 */
export function beginSession() {
  const config = readConfig();
  const key = sessionKey(config.supabaseUrl);
  const stored = storedSession(key);
  const redirect = readAuthRedirect(openedHref, stored !== null);
  const arriving = sessionToConfirm(openedHref, stored?.user.id ?? null);
  // The client removes what it has read; a refused session would stay in address and history.
  if (readArrivingSession(openedHref) === 'refused') history.replaceState(history.state, '', cleanPath(location));
  let client: Promise<AuthClient> | null = null;
  const load = async () => {
    const { createAuthClient } = await importTwice(() => import('#web/lib/auth/auth-client.ts'));
    return createAuthClient(config, arriving === null);
  };
  return {
    key,
    stored,
    redirect,
    arriving,
    isSignedOut: stored === null && !redirect.session,
    loadClient: () => {
      client ??= load();
      // The next call tries again.
      client.catch(() => (client = null));
      return client;
    },
  };
}
