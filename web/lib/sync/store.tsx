import type { ConnectionState, Zero, ZeroOptions } from '@rocicorp/zero';
import { useConnectionState, useQuery, useZero, ZeroProvider } from '@rocicorp/zero/react';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { Account } from '#core/domain/studio/accounts.ts';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import { studioAccess } from '#core/domain/studio/studio-access.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import type { AuthSession } from '../auth/auth-client.ts';
import { useAuth } from '../auth/auth-session.tsx';
import { replicaKey, useSyncGroup } from './sync-group.ts';
import { StoreSetup } from './store-setup.tsx';
import {
  BLOCKED,
  errorOf,
  type ReloadNeed,
  replicaNeed,
  statusOf,
  type StoreStatus,
  updateNeed,
  useFailure,
  useIsBlocked,
} from './store-status.ts';
import { useAsyncValue } from '../use-async-value.ts';
import { useOnline } from './use-online.ts';
import { useRecovery } from './recovery.ts';
import { WritableProvider } from './writable.ts';
import { createZeroLog } from './zero-log.ts';

interface Store {
  status: StoreStatus;
  /**
   * Reason why the live connection is down, until it is connected; null otherwise. Reads continue from the local replica
   * in any case.
   */
  error: Error | null;
  /** Why this page has to be reloaded to sync again; null if it need not. */
  reloadNeed: ReloadNeed | null;
  /** True while connected, after the first sync of this connection. */
  isSynced: boolean;
  /** True if the server does not accept the session, until it has synced again. */
  isRefused: boolean;
  /** Connects immediately; a refusal renews the token once more. */
  reconnect: () => void;
  /** Syncs with the zero-cache that serves the studio now, which remounts every screen; null if this one does. */
  follow: (() => void) | null;
}

const StoreContext = createContext<Store | null>(null);
const StudioContext = createContext<string | null>(null);

/** In milliseconds (docs/decisions/sync.md). The second value is short for a phone that switches apps. */
const PING_TIMEOUT_MS = 5000;
const HIDDEN_TAB_DISCONNECT_MS = 5000;
/** In milliseconds: a connection that takes longer has failed. */
const CONNECT_TIMEOUT_MS = 10_000;
/** In milliseconds: a replica that takes longer to open is blocked. */
const OPEN_TIMEOUT_MS = 5000;

interface StoreProviderProps {
  session: AuthSession;
  account: Account;
  /** Base URL of the zero-cache of the first group of studios. */
  cacheURL: string;
  /**
   * Called if the server rejects this user, whose token has expired or who is no longer in the account, or if nothing has
   * answered for a minute: another zero-cache may serve the studio now.
   */
  onLost: () => void;
  children: ReactNode;
}

type Created = Pick<Zero, 'connection'>;

/**
 * The local store and its live connection (docs/decisions/sync.md), for one user and one account; recreated when either
 * changes. A renewed token only refreshes the connection.
 */
export function StoreProvider({ session, account, cacheURL, onLost, children }: StoreProviderProps) {
  const userId = session.user.id;
  const { id: accountId, role } = account;
  const access = studioAccess(account);
  const { group, follow } = useSyncGroup(userId, account);
  if (!accountId) throw new Error('Account ID is required to create a store.');
  if (!session.access_token) throw new Error('Missing access token');
  const created = useRef<Created | null>(null);
  const [reloadNeed, setReloadNeed] = useState<ReloadNeed | null>(null);
  // Memoised: a changed option recreates the store.
  const options = useMemo(() => {
    const log = createZeroLog();
    const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
    // The page is never reloaded over what a person is typing: a banner asks for it.
    const requireReload = (need: ReloadNeed) => {
      // oxlint-disable-next-line no-console -- fixed messages; the banner has its own text
      console.error(need.message);
      setReloadNeed(need);
    };
    return {
      schema,
      mutators,
      userID: userId,
      // Tabs on different accounts must not share a client group.
      storageKey: replicaKey(accountId, group),
      context: { userId, accountId, role, access },
      cacheURL: cacheURL + groupSuffix(group),
      queryHeaders: headers,
      mutateHeaders: headers,
      pingTimeoutMs: PING_TIMEOUT_MS,
      hiddenTabDisconnectDelay: HIDDEN_TAB_DISCONNECT_MS,
      onUpdateNeeded: (reason) => requireReload(updateNeed(reason)),
      // By default ZeroProvider creates another store, and remounts every screen.
      onClientStateNotFound: () =>
        requireReload(replicaNeed(created.current?.connection.state.current, log.latestKind())),
      logSink: log.sink,
      init: (zero: Created) => void (created.current = zero),
    } satisfies ZeroOptions & { init: (zero: Created) => void };
  }, [userId, accountId, role, access, cacheURL, group]);
  return (
    <StoreSetup isCreated={() => created.current !== null}>
      <ZeroProvider {...options} auth={session.access_token}>
        <StudioContext value={accountId}>
          <Connection {...{ reloadNeed, onLost, follow }} token={session.access_token}>
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
  onLost: () => void;
  follow: Store['follow'];
  children: ReactNode;
}

function Connection({ token, onLost, follow, children, ...page }: ConnectionProps) {
  const zero = useZero();
  const isBlocked = useIsBlocked(zero, OPEN_TIMEOUT_MS);
  const reloadNeed = page.reloadNeed ?? (isBlocked ? BLOCKED : null);
  const state = useConnectionState();
  const isSynced = useSynced(zero, state.name);
  const needsReload = reloadNeed !== null;
  const reconnect = useRecovery(zero, { name: state.name, token, isSynced, needsReload }, useAuth().renew);
  const isLost = state.name === 'needs-auth' || state.name === 'disconnected';
  useEffect(() => {
    if (isLost) onLost();
  }, [isLost, onLost]);
  const failure = useFailure(state, isSynced, CONNECT_TIMEOUT_MS);
  const store = useMemo<Store>(
    () => ({
      status: isBlocked ? 'error' : statusOf(state, failure),
      error: reloadNeed ? new Error(reloadNeed.message) : errorOf(failure),
      reloadNeed,
      isSynced,
      isRefused: failure?.name === 'needs-auth',
      reconnect,
      follow,
    }),
    [state, failure, isBlocked, reloadNeed, isSynced, reconnect, follow],
  );
  const isWritable = !isBlocked && !['disconnected', 'error', 'closed'].includes(state.name);
  return (
    <StoreContext value={store}>
      <WritableProvider value={isWritable}>{children}</WritableProvider>
    </StoreContext>
  );
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

/**
 * True while connected, after the first sync of this connection. The result of `useQuery` does not tell: it stays
 * complete from an earlier connection.
 */
function useSynced(zero: Pick<Zero, 'run'>, name: ConnectionState['name']): boolean {
  // Keeps the query that tells active, so that the next line adds none.
  useQuery(queries.accounts.current());
  const isConnected = name === 'connected';
  // Another function for each connection: its first sync has not happened.
  const load = useMemo(
    () => (isConnected ? () => zero.run(queries.accounts.current(), { type: 'complete' }) : null),
    [zero, isConnected],
  );
  // An error: the server refused the query, or the store was closed.
  const { isLoading, error } = useAsyncValue(load);
  return isConnected && !isLoading && error === null;
}
