import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Account } from '#core/domain/studio/accounts.ts';
import type { ApiClient } from '../api/api-client.ts';
import { useApi } from '../api/api-context.tsx';
import { useAuth } from '../auth/auth-session.tsx';
import { FormatContext } from '../format/use-format.ts';
import {
  clearAccountData,
  clearStoredAccount,
  clearWindowAccount,
  storeAccount,
  storedAccount,
} from './account-storage.ts';

declare global {
  interface Window {
    /** The request that the document has begun with this token (web/build/session-document.js). */
    begunAccounts?: { token: string; answer: Promise<Response> };
  }
}

/** Lists the person's accounts: the first time by the request that the document has begun, unless that has failed. */
async function listAccounts(api: ApiClient, token: string | undefined): Promise<readonly Account[]> {
  const begun = window.begunAccounts;
  delete window.begunAccounts;
  if (begun && begun.token === token) {
    const accounts = await begun.answer.then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (accounts) return accounts as readonly Account[];
  }
  return api.accounts.list();
}

interface AccountsState {
  /** True until the list or the stored account is available. */
  loading: boolean;
  /** Error of the request, if nothing is stored either. */
  error: unknown;
  accounts: readonly Account[];
  current: Account | null;
  select: (account: Account) => void;
  /** Adds or replaces an account in the list, and selects a new one. */
  put: (account: Account) => void;
  /** Fetches the list again, since other people may have changed memberships. */
  reload: () => void;
  /** Removes an account that this person has left or closed. `why` shows the notice on the next screen. */
  drop: (account: Account, why?: 'left' | 'closed') => void;
  /** The account that was open until this person left it, closed it or was removed from it. */
  leftAccount: LeftAccount | null;
  dismissLeftAccount: () => void;
}

interface LeftAccount {
  account: Account;
  why: 'left' | 'closed' | 'removed';
}

const AccountsContext = createContext<AccountsState | null>(null);

interface AccountsProviderProps {
  /** Receives the selected account's id, for `X-Account-ID`, before anything below calls the API. */
  onCurrent: (accountId: string | null) => void;
  children: ReactNode;
}

/** State keyed by user; ignored for any other user. */
interface Fetched {
  userId: string;
  accounts: readonly Account[];
  error: unknown;
  /** True if the list comes from the server and not from this device. */
  isCertain: boolean;
}

export function AccountsProvider({ onCurrent, children }: AccountsProviderProps) {
  const api = useApi();
  const { loading: isReading, session, mfaRequired } = useAuth();
  // The API rejects a session that still needs an MFA code.
  const userId = mfaRequired ? undefined : session?.user.id;
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [chosen, setChosen] = useState<Account | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [leftAccount, setLeftAccount] = useState<(LeftAccount & { userId: string }) | null>(null);
  /** The account on the screen, for responses that arrive later. */
  const shown = useRef<Account | null>(null);
  const listed = useRef<readonly Account[]>([]);
  const list = fetched !== null && fetched.userId === userId ? fetched : null;
  const storedSelection = useMemo(() => storedAccount(userId), [userId]);
  const load = useEffectEvent(() => listAccounts(api, session?.access_token));

  useEffect(() => {
    if (!userId) return;
    let here = true;
    load().then(
      (accounts) => {
        if (!here) return;
        const before = shown.current;
        if (before && !accounts.some(({ id }) => id === before.id)) {
          setLeftAccount({ userId, account: before, why: 'removed' });
        }
        setFetched({ userId, accounts, error: null, isCertain: true });
      },
      (error: unknown) => {
        if (!here) return;
        // Offline, keep the previous list, or the stored account with its local data.
        setFetched((before) =>
          before?.userId === userId && before.accounts.length > 0
            ? before
            : {
                userId,
                accounts: storedSelection ? [storedSelection] : [],
                error: storedSelection ? null : error,
                isCertain: false,
              },
        );
      },
    );
    return () => {
      here = false;
    };
  }, [api, userId, storedSelection, attempt]);
  useClearRemovedAccounts(list, storedSelection);

  const put = useCallback((account: Account) => {
    setFetched((before) => {
      if (!before) return before;
      const others = before.accounts.filter(({ id }) => id !== account.id);
      const at = before.accounts.findIndex(({ id }) => id === account.id);
      return { ...before, accounts: others.toSpliced(at < 0 ? others.length : at, 0, account) };
    });
    // Select it only if it is new: the response of an update may arrive when another account is open.
    if (!listed.current.some(({ id }) => id === account.id)) setChosen(account);
  }, []);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const drop = useCallback(
    (account: Account, why?: 'left' | 'closed') => {
      if (!userId) return;
      setFetched((before) => before && { ...before, accounts: before.accounts.filter(({ id }) => id !== account.id) });
      // Also if the reloaded list has set a notice already.
      setLeftAccount((before) => (why ? { userId, account, why } : before?.account.id === account.id ? null : before));
      // A pending response may still contain the account: fetch the list again.
      reload();
    },
    [userId, reload],
  );
  const dismissLeftAccount = useCallback(() => setLeftAccount(null), []);
  useReloadOnline(list !== null && !list.isCertain, reload);

  const current = useMemo(() => {
    const wanted = chosen ?? storedSelection;
    if (!list) return userId ? storedSelection : null;
    return list.accounts.find(({ id }) => id === wanted?.id) ?? list.accounts[0] ?? null;
  }, [userId, list, chosen, storedSelection]);

  // A layout effect, to run before the effects of the children, which call the API.
  useLayoutEffect(() => onCurrent(current?.id ?? null), [onCurrent, current?.id]);
  useLayoutEffect(() => void (shown.current = current), [current]);
  useLayoutEffect(() => void (listed.current = list?.accounts ?? []), [list]);

  useEffect(() => {
    if (userId && current) storeAccount({ userId, account: current });
    else if (list && !list.error) clearStoredAccount();
    // Signed out in any window.
    else if (!isReading && !session) clearWindowAccount();
  }, [isReading, session, userId, list, current]);

  const value = useMemo<AccountsState>(
    () => ({
      loading: userId !== undefined && !list && current === null,
      error: list?.error ?? null,
      accounts: list?.accounts ?? (current ? [current] : []),
      current,
      select: setChosen,
      put,
      reload,
      drop,
      leftAccount: leftAccount !== null && leftAccount.userId === userId ? leftAccount : null,
      dismissLeftAccount,
    }),
    [userId, list, current, put, reload, drop, leftAccount, dismissLeftAccount],
  );
  return (
    <AccountsContext value={value}>
      <FormatContext value={current}>{children}</FormatContext>
    </AccountsContext>
  );
}

/** Deletes the local data of accounts that are no longer in the list. */
function useClearRemovedAccounts(list: Fetched | null, kept: Account | null): void {
  const known = useRef<{ userId: string; ids: readonly string[] } | null>(null);
  useEffect(() => {
    if (!list?.isCertain) return;
    const ids = list.accounts.map(({ id }) => id);
    const before = known.current?.userId === list.userId ? known.current.ids : kept ? [kept.id] : [];
    for (const id of before) if (!ids.includes(id)) void clearAccountData(list.userId, id);
    known.current = { userId: list.userId, ids };
  }, [list, kept]);
}

/** Fetches the list when the network returns, if only the stored account is shown. */
function useReloadOnline(isNeeded: boolean, reload: () => void): void {
  useEffect(() => {
    if (!isNeeded) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isNeeded, reload]);
}

export function useAccounts(): AccountsState {
  const state = use(AccountsContext);
  if (!state) throw new Error('useAccounts needs an AccountsProvider above it');
  return state;
}

/** The selected account. Use it below `RequireAccount` only, which guarantees one. */
export function useAccount(): Account {
  const { current } = useAccounts();
  if (!current) throw new Error('No account is selected');
  return current;
}
