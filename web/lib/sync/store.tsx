import type { ConnectionState, ZeroOptions } from '@rocicorp/zero';
import { useConnectionState, useZero, ZeroProvider } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Account } from '#core/domain/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { schema } from '#core/zero/schema.ts';
import type { AuthSession } from '../auth/auth-client.ts';
import { useAuth } from '../auth/auth-session.tsx';
import { useOnline } from './use-online.ts';
import { useReconnect } from './use-reconnect.ts';

/** Spec §4: states of the store wrapper. */
export type StoreStatus = 'connecting' | 'connected' | 'disconnected' | 'error';

interface Store {
  status: StoreStatus;
  /** Why the live connection is not there; null while it is. Reads go on from this device in any case. */
  error: Error | null;
  /** False while Zero refuses writes: forms keep what was typed, and wait. */
  writable: boolean;
  reconnect: () => void;
}

const StoreContext = createContext<Store | null>(null);
const StudioContext = createContext<string | null>(null);

/** Spec §9, in milliseconds. The second is short for a phone that switches apps, but it is the spec's figure. */
const PING_TIMEOUT_MS = 5000;
const HIDDEN_TAB_DISCONNECT_MS = 5000;

interface StoreProviderProps {
  session: AuthSession;
  account: Account;
  /** Base of zero-cache. */
  cacheURL: string;
  /** The server has a newer version than this page; reloading at once would lose what is being typed. */
  onUpdateNeeded: () => void;
  /** The server refuses this person here: their token has ended, or they are not in the account any more. */
  onRefused: () => void;
  children: ReactNode;
}

/**
 * The local store and its live connection (spec §4): made for one signed-in person and one account, torn down and
 * made anew when either changes. A renewed token only refreshes the connection.
 */
export function StoreProvider({ session, account, cacheURL, onUpdateNeeded, onRefused, children }: StoreProviderProps) {
  const userId = session.user.id;
  const { id: accountId, role } = account;
  if (!accountId) throw new Error('Account ID is required to create a store.');
  // Memoised: an option that changes makes a new store.
  const options = useMemo(() => {
    const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
    return {
      schema,
      mutators,
      userID: userId,
      // Tabs on different accounts must not share a client group.
      storageKey: accountId,
      context: { userId, accountId, role },
      cacheURL,
      queryHeaders: headers,
      mutateHeaders: headers,
      pingTimeoutMs: PING_TIMEOUT_MS,
      hiddenTabDisconnectDelay: HIDDEN_TAB_DISCONNECT_MS,
      onUpdateNeeded,
    } satisfies ZeroOptions;
  }, [userId, accountId, role, cacheURL, onUpdateNeeded]);
  return (
    <ZeroProvider {...options} auth={session.access_token}>
      <StudioContext value={accountId}>
        <Connection token={session.access_token} onRefused={onRefused}>
          {children}
        </Connection>
      </StudioContext>
    </ZeroProvider>
  );
}

/** Spec §8, to the letter, for whoever reads `error`; screens have sentences of their own. */
const MESSAGES: Record<Exclude<ConnectionState['name'], 'connecting' | 'connected'>, string> = {
  disconnected: 'WebSocket connection error (app continues on local storage only)',
  'needs-auth': 'WebSocket connection failed',
  error: 'WebSocket connection failed',
  closed: 'WebSocket connection failed',
};

const STATUS: Record<ConnectionState['name'], StoreStatus> = {
  connecting: 'connecting',
  connected: 'connected',
  disconnected: 'disconnected',
  'needs-auth': 'error',
  error: 'error',
  closed: 'disconnected',
};

function errorOf(state: ConnectionState): Error | null {
  if (state.name === 'connected' || state.name === 'connecting') return null;
  return new Error(MESSAGES[state.name], { cause: state.reason });
}

interface ConnectionProps {
  token: string;
  onRefused: () => void;
  children: ReactNode;
}

function Connection({ token, onRefused, children }: ConnectionProps) {
  const zero = useZero();
  const state = useConnectionState();
  const reconnect = useCallback(() => void zero.connection.connect({ auth: token }), [zero, token]);
  const refused = state.name === 'needs-auth';
  useRenewOnce(refused, token);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  useReconnect(state.name === 'error', state.name === 'connected', reconnect);
  const store = useMemo<Store>(
    () => ({
      status: STATUS[state.name],
      error: errorOf(state),
      writable: !['disconnected', 'error', 'closed'].includes(state.name),
      reconnect,
    }),
    [state, reconnect],
  );
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** A refused token is fetched anew once (spec §8); a second refusal is shown. The new token reconnects by itself. */
function useRenewOnce(refused: boolean, token: string): void {
  const { renew } = useAuth();
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (!refused || tried.current !== null) return;
    tried.current = token;
    void renew();
  }, [refused, token, renew]);
  useEffect(() => {
    if (!refused && tried.current !== token) tried.current = null;
  }, [refused, token]);
}

/** Whether what this device does not have yet can still come: not without a network, nor after the store gave up. */
export function useIsSyncing(): boolean {
  const { status } = useStore();
  const online = useOnline();
  return online && (status === 'connecting' || status === 'connected');
}

export function useStore(): Store {
  const store = use(StoreContext);
  if (!store) throw new Error('useStore needs a StoreProvider above it');
  return store;
}

/** The account whose store this is; null outside of every store. */
export function useStudioId(): string | null {
  return use(StudioContext);
}
