import type { Zero, ZeroOptions } from '@rocicorp/zero';
import { useConnectionState, useQuery, useZero, ZeroProvider } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Account } from '#core/domain/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import type { AuthSession } from '../auth/auth-client.ts';
import { useAuth } from '../auth/auth-session.tsx';
import { StoreSetup } from './store-setup.tsx';
import {
  errorOf,
  type ReloadNeed,
  replicaNeed,
  statusOf,
  type StoreStatus,
  updateNeed,
  useFailure,
} from './store-status.ts';
import { useOnline } from './use-online.ts';
import { useReconnect } from './use-reconnect.ts';
import { WritableProvider } from './writable.ts';

interface Store {
  status: StoreStatus;
  /**
   * Reason why the live connection is down, until it is connected; null otherwise. Reads continue from the local replica
   * in any case.
   */
  error: Error | null;
  /** Why this page has to be reloaded to sync again; null if it need not. */
  reloadNeed: ReloadNeed | null;
  /** True while connected, after the first sync of this page. */
  isSynced: boolean;
  reconnect: () => void;
}

const StoreContext = createContext<Store | null>(null);
const StudioContext = createContext<string | null>(null);

/** Spec §9, in milliseconds. The second value is short for a phone that switches apps, but it is the spec's. */
const PING_TIMEOUT_MS = 5000;
const HIDDEN_TAB_DISCONNECT_MS = 5000;
/** Spec §9, in milliseconds: a connection that takes longer has failed. */
const CONNECT_TIMEOUT_MS = 10_000;

interface StoreProviderProps {
  session: AuthSession;
  account: Account;
  /** Base URL of zero-cache. */
  cacheURL: string;
  /** Called if the server rejects this user: the token has expired, or they are no longer in the account. */
  onRefused: () => void;
  children: ReactNode;
}

type Created = Pick<Zero, 'connection'>;

/**
 * The local store and its live connection (spec §4), for one user and one account; recreated when either changes. A
 * renewed token only refreshes the connection.
 */
export function StoreProvider({ session, account, cacheURL, onRefused, children }: StoreProviderProps) {
  const userId = session.user.id;
  const { id: accountId, role } = account;
  if (!accountId) throw new Error('Account ID is required to create a store.');
  if (!session.access_token) throw new Error('Missing access token');
  const created = useRef<Created | null>(null);
  const [reloadNeed, setReloadNeed] = useState<ReloadNeed | null>(null);
  // Memoised: a changed option recreates the store.
  const options = useMemo(() => {
    const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
    // The page is never reloaded over what somebody is typing: a banner asks for it.
    const requireReload = (need: ReloadNeed) => {
      // oxlint-disable-next-line no-console -- the spec's messages; the banner has its own text
      console.error(need.message);
      setReloadNeed(need);
    };
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
      onUpdateNeeded: (reason) => requireReload(updateNeed(reason)),
      // By default ZeroProvider creates another store, and remounts every screen.
      onClientStateNotFound: () => requireReload(replicaNeed(created.current?.connection.state.current)),
      init: (zero: Created) => void (created.current = zero),
    } satisfies ZeroOptions & { init: (zero: Created) => void };
  }, [userId, accountId, role, cacheURL]);
  return (
    <StoreSetup isCreated={() => created.current !== null}>
      <ZeroProvider {...options} auth={session.access_token}>
        <StudioContext value={accountId}>
          <Connection token={session.access_token} reloadNeed={reloadNeed} onRefused={onRefused}>
            {children}
          </Connection>
        </StudioContext>
      </ZeroProvider>
    </StoreSetup>
  );
}

interface ConnectionProps {
  token: string;
  reloadNeed: ReloadNeed | null;
  onRefused: () => void;
  children: ReactNode;
}

function Connection({ token, reloadNeed, onRefused, children }: ConnectionProps) {
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
  useReconnect(state.name === 'error' && reloadNeed === null, state.name === 'connected', reconnect);
  const failure = useFailure(state, CONNECT_TIMEOUT_MS);
  const store = useMemo<Store>(
    () => ({
      status: statusOf(state, failure),
      error: reloadNeed ? new Error(reloadNeed.message) : errorOf(failure),
      reloadNeed,
      isSynced: state.name === 'connected' && type === 'complete',
      reconnect,
    }),
    [state, failure, reloadNeed, type, reconnect],
  );
  return (
    <StoreContext value={store}>
      <WritableProvider value={!['disconnected', 'error', 'closed'].includes(state.name)}>{children}</WritableProvider>
    </StoreContext>
  );
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
