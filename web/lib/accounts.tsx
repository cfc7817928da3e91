import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
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

/** Read by the API client for `X-Account-ID`. */
export interface AccountSelection {
  accountId: string | null;
}

export function AccountsProvider({ selection, children }: { selection: AccountSelection; children: ReactNode }) {
  const api = useApi();
  const userId = useAuth().session?.user.id;
  const [list, setList] = useState<{ userId?: string | undefined; accounts: readonly Account[]; error?: unknown }>({
    accounts: [],
  });
  const [chosen, setChosen] = useState<Account | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!userId) {
      setList({ accounts: [] });
      setChosen(null);
      return;
    }
    let here = true;
    const kept = storedAccount(userId);
    setChosen(kept);
    // Without a network the kept account goes on with what is stored on this device.
    api.accounts.list().then(
      (accounts) => here && setList({ userId, accounts }),
      (error: unknown) => here && setList({ userId, accounts: kept ? [kept] : [], error: kept ? null : error }),
    );
    return () => {
      here = false;
    };
  }, [api, userId, attempt]);

  const select = useCallback((account: Account) => setChosen(account), []);
  const put = useCallback((account: Account) => {
    setList((before) => {
      const known = before.accounts.some(({ id }) => id === account.id);
      const accounts = known
        ? before.accounts.map((other) => (other.id === account.id ? account : other))
        : [...before.accounts, account];
      return { ...before, accounts };
    });
    setChosen(account);
  }, []);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  const fetched = userId !== undefined && list.userId === userId;
  const current = useMemo(() => {
    if (!userId) return null;
    if (!fetched) return chosen;
    return list.accounts.find(({ id }) => id === chosen?.id) ?? list.accounts[0] ?? null;
  }, [userId, fetched, chosen, list.accounts]);

  // While rendering, not in an effect: the effects of what is below run first, and call the API.
  selection.accountId = current?.id ?? null;

  useEffect(() => {
    if (userId && current) writeStored(ACCOUNT_STORAGE_KEY, { userId, account: current });
    else if (userId && fetched && !list.error) removeStored(ACCOUNT_STORAGE_KEY);
  }, [userId, fetched, current, list.error]);

  const value = useMemo<AccountsState>(
    () => ({
      loading: userId !== undefined && !fetched && current === null,
      error: fetched ? (list.error ?? null) : null,
      accounts: list.accounts,
      current,
      select,
      put,
      reload,
    }),
    [userId, fetched, current, list, select, put, reload],
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
