import { createContext, use, useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { account as accountSchema, type Account } from '#core/domain/accounts.ts';
import { useApi } from './api.tsx';
import { useAuth } from './auth-session.tsx';
import { readStored, removeStored, writeStored } from './storage.ts';

/** Spec §3: the selected account, with its id, is kept under this key. */
export const ACCOUNT_STORAGE_KEY = 'account-storage';

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
  reload: () => void;
}

const AccountsContext = createContext<AccountsState | null>(null);

const stored = z.object({ userId: z.string(), account: accountSchema });

/** The kept account of this person; somebody else's is not touched. */
function storedAccount(userId: string | undefined): Account | null {
  const kept = stored.safeParse(readStored(ACCOUNT_STORAGE_KEY));
  return kept.success && kept.data.userId === userId ? kept.data.account : null;
}

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
}

export function AccountsProvider({ onCurrent, children }: AccountsProviderProps) {
  const api = useApi();
  const userId = useAuth().session?.user.id;
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [chosen, setChosen] = useState<Account | null>(null);
  const [attempt, setAttempt] = useState(0);
  const list = fetched !== null && fetched.userId === userId ? fetched : null;
  const kept = useMemo(() => storedAccount(userId), [userId]);

  useEffect(() => {
    if (!userId) return;
    let here = true;
    api.accounts.list().then(
      (accounts) => here && setFetched({ userId, accounts, error: null }),
      // Without a network the kept account goes on with what is stored on this device.
      (error: unknown) => here && setFetched({ userId, accounts: kept ? [kept] : [], error: kept ? null : error }),
    );
    return () => {
      here = false;
    };
  }, [api, userId, kept, attempt]);

  const put = useCallback((account: Account) => {
    setFetched((before) => {
      if (!before) return before;
      const others = before.accounts.filter(({ id }) => id !== account.id);
      const at = before.accounts.findIndex(({ id }) => id === account.id);
      return { ...before, accounts: others.toSpliced(at < 0 ? others.length : at, 0, account) };
    });
    setChosen(account);
  }, []);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  const current = useMemo(() => {
    const wanted = chosen ?? kept;
    if (!list) return userId ? kept : null;
    return list.accounts.find(({ id }) => id === wanted?.id) ?? list.accounts[0] ?? null;
  }, [userId, list, chosen, kept]);

  // Before the effects of what is below, which call the API.
  useLayoutEffect(() => onCurrent(current?.id ?? null), [onCurrent, current?.id]);

  useEffect(() => {
    if (userId && current) writeStored(ACCOUNT_STORAGE_KEY, { userId, account: current });
    else if (list && !list.error) removeStored(ACCOUNT_STORAGE_KEY);
  }, [userId, list, current]);

  const value = useMemo<AccountsState>(
    () => ({
      loading: userId !== undefined && !list && current === null,
      error: list?.error ?? null,
      accounts: list?.accounts ?? (current ? [current] : []),
      current,
      select: setChosen,
      put,
      reload,
    }),
    [userId, list, current, put, reload],
  );
  return <AccountsContext value={value}>{children}</AccountsContext>;
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
