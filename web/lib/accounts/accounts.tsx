import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Account } from '#core/domain/accounts.ts';
import { useApi } from '../api/api-context.tsx';
import { useAuth } from '../auth/auth-session.tsx';
import { setDateFormat } from '../format/date-format.ts';
import {
  clearAccountData,
  clearStoredAccount,
  clearWindowAccount,
  storeAccount,
  storedAccount,
} from './account-storage.ts';

interface AccountsState {
  /** True until the first list, or what was kept of it, is there. */
  loading: boolean;
  /** The list could not be fetched, and nothing was kept. */
  error: unknown;
  accounts: readonly Account[];
  current: Account | null;
  select: (account: Account) => void;
  /** Puts a created or changed account into the list, and selects it when it is new. */
  put: (account: Account) => void;
  /** Asks anew who belongs where: somebody else may have changed it. */
  reload: () => void;
  /** Takes a studio out of the list that this person has given up. With a reason the next screen says so. */
  drop: (account: Account, why?: 'left' | 'closed') => void;
  /** The studio that was on the screen until this person left or closed it, or was taken out of it. */
  leftAccount: LeftAccount | null;
  dismissLeftAccount: () => void;
}

export interface LeftAccount {
  account: Account;
  why: 'left' | 'closed' | 'removed';
}

const AccountsContext = createContext<AccountsState | null>(null);

interface AccountsProviderProps {
  /** Told the selected account's id, for `X-Account-ID`, before anything below calls the API. */
  onCurrent: (accountId: string | null) => void;
  children: ReactNode;
}

/** What belongs to one person; with another signed in it counts as not there. */
interface Fetched {
  userId: string;
  accounts: readonly Account[];
  error: unknown;
  /** The server's own word, and not what this device had kept. */
  isCertain: boolean;
}

export function AccountsProvider({ onCurrent, children }: AccountsProviderProps) {
  const api = useApi();
  const { loading: isReading, session, mfaRequired } = useAuth();
  // The API answers nobody who still owes a code.
  const userId = mfaRequired ? undefined : session?.user.id;
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [chosen, setChosen] = useState<Account | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [leftAccount, setParted] = useState<(LeftAccount & { userId: string }) | null>(null);
  /** What is on the screen, for answers that come later. */
  const shown = useRef<Account | null>(null);
  const listed = useRef<readonly Account[]>([]);
  const list = fetched !== null && fetched.userId === userId ? fetched : null;
  const kept = useMemo(() => storedAccount(userId), [userId]);

  useEffect(() => {
    if (!userId) return;
    let here = true;
    api.accounts.list().then(
      (accounts) => {
        if (!here) return;
        const before = shown.current;
        if (before && !accounts.some(({ id }) => id === before.id)) {
          setParted({ userId, account: before, why: 'removed' });
        }
        setFetched({ userId, accounts, error: null, isCertain: true });
      },
      (error: unknown) => {
        if (!here) return;
        // Without a network the list goes on as it was, or the kept account with what is stored on this device.
        setFetched((before) =>
          before?.userId === userId && before.accounts.length > 0
            ? before
            : { userId, accounts: kept ? [kept] : [], error: kept ? null : error, isCertain: false },
        );
      },
    );
    return () => {
      here = false;
    };
  }, [api, userId, kept, attempt]);
  useClearRemovedAccounts(list, kept);

  const put = useCallback((account: Account) => {
    setFetched((before) => {
      if (!before) return before;
      const others = before.accounts.filter(({ id }) => id !== account.id);
      const at = before.accounts.findIndex(({ id }) => id === account.id);
      return { ...before, accounts: others.toSpliced(at < 0 ? others.length : at, 0, account) };
    });
    // A change's answer may come when another one is shown.
    if (!listed.current.some(({ id }) => id === account.id)) setChosen(account);
  }, []);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const drop = useCallback(
    (account: Account, why?: 'left' | 'closed') => {
      if (!userId) return;
      setFetched((before) => before && { ...before, accounts: before.accounts.filter(({ id }) => id !== account.id) });
      // Also when the list already said so, of itself.
      setParted((before) => (why ? { userId, account, why } : before?.account.id === account.id ? null : before));
      // A list that is on its way may not know of it yet.
      reload();
    },
    [userId, reload],
  );
  const dismissLeftAccount = useCallback(() => setParted(null), []);
  useReloadOnline(list !== null && !list.isCertain, reload);

  const current = useMemo(() => {
    const wanted = chosen ?? kept;
    if (!list) return userId ? kept : null;
    return list.accounts.find(({ id }) => id === wanted?.id) ?? list.accounts[0] ?? null;
  }, [userId, list, chosen, kept]);

  // Before anything below is drawn, which the change of the context draws anew.
  setDateFormat(current?.dateFormat ?? 'auto');

  // Before the effects of what is below, which call the API.
  useLayoutEffect(() => onCurrent(current?.id ?? null), [onCurrent, current?.id]);
  useLayoutEffect(() => void (shown.current = current), [current]);
  useLayoutEffect(() => void (listed.current = list?.accounts ?? []), [list]);

  useEffect(() => {
    if (userId && current) storeAccount({ userId, account: current });
    else if (list && !list.error) clearStoredAccount();
    // Signed out, by whatever window.
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
  return <AccountsContext value={value}>{children}</AccountsContext>;
}

/** What this device holds of studios that are not in the list any more is deleted. */
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

/** The list is asked for again with the network, when only what was kept of it is there. */
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

/** The selected account; only below the route guard, which sees to there being one. */
export function useAccount(): Account {
  const { current } = useAccounts();
  if (!current) throw new Error('No account is selected');
  return current;
}
