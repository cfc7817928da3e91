import type { ConnectionState, ZeroOptions } from '@rocicorp/zero';
import { useConnectionState, useQuery, useZero, ZeroProvider } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Account } from '#core/domain/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import type { AuthSession } from '../auth/auth-client.ts';
import { useAuth } from '../auth/auth-session.tsx';
import { useOnline } from './use-online.ts';
import { useReconnect } from './use-reconnect.ts';

/** States of the store wrapper (spec §4). */
export type StoreStatus = 'connecting' | 'connected' | 'disconnected' | 'error';

interface Store {
  status: StoreStatus;
  /** Reason why the live connection is down; null otherwise. Reads continue from the local replica in any case. */
  error: Error | null;
  /** False while Zero refuses writes: forms keep their edits and disable saving. */
  writable: boolean;
  /** True while connected, after the first sync of this page. */
  isSynced: boolean;
  reconnect: () => void;
}

const StoreContext = createContext<Store | null>(null);
const StudioContext = createContext<string | null>(null);

/** Spec §9, in milliseconds. The second value is short for a phone that switches apps, but it is the spec's. */
const PING_TIMEOUT_MS = 5000;
const HIDDEN_TAB_DISCONNECT_MS = 5000;

interface StoreProviderProps {
  session: AuthSession;
  account: Account;
  /** Base URL of zero-cache. */
  cacheURL: string;
  /** Called if the server has a newer version than this page. Do not reload at once: edits would be lost. */
  onUpdateNeeded: () => void;
  /** Called if the server rejects this user: the token has expired, or they are no longer in the account. */
  onRefused: () => void;
  children: ReactNode;
}

/**
 * The local store and its live connection (spec §4), for one user and one account; recreated when either changes. A
 * renewed token only refreshes the connection.
 */
export function StoreProvider({ session, account, cacheURL, onUpdateNeeded, onRefused, children }: StoreProviderProps) {
  const userId = session.user.id;
  const { id: accountId, role } = account;
  if (!accountId) throw new Error('Account ID is required to create a store.');
  // Memoised: a changed option recreates the store.
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

/** Messages of `error`, exactly as in spec §8; screens have their own texts. */
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
  // A query that is always active: complete after the first sync of this page.
  const [, { type }] = useQuery(queries.accounts.current());
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
      isSynced: state.name === 'connected' && type === 'complete',
      reconnect,
    }),
    [state, type, reconnect],
  );
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** Renews a rejected token once (spec §8); a second rejection is shown. The new token reconnects by itself. */
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

/** True while missing data may still arrive: false offline and after the store gave up. */
export function useIsSyncing(): boolean {
  const { status } = useStore();
  const online = useOnline();
  return online && (status === 'connecting' || status === 'connected');
}

/** True if query results are the server's; false outside of a store. */
export function useIsSynced(): boolean {
  return use(StoreContext)?.isSynced ?? false;
}

export function useStore(): Store {
  const store = use(StoreContext);
  if (!store) throw new Error('useStore needs a StoreProvider above it');
  return store;
}

/** Returns the id of the store's account; null outside of a store. */
export function useStudioId(): string | null {
  return use(StudioContext);
}
