import type { Row } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useEffect } from 'react';
import { dateFormat as dateFormats } from '#core/domain/values/date-formats.ts';
import { queries } from '#core/zero/queries.ts';
import type { Schema } from '#core/zero/schema.ts';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useUploads } from '#web/features/uploads/uploads-provider.tsx';
import { useHasPendingMutations, useMutationStatus } from '#web/lib/sync/mutation-status.ts';
import { useStore } from '#web/lib/sync/store.tsx';

/**
 * Updates the account list, which comes from the API, with changes of the synced account row by other windows or
 * people.
 */
export function AccountSync() {
  const account = useAccount();
  const { put, reload } = useAccounts();
  const [row, { type }] = useQuery(queries.accounts.current());
  useEffect(() => {
    // The local replica may be older than the list: wait for a complete result.
    if (!row || row.id !== account.id || type !== 'complete') return;
    const followed = followedFields(row);
    const names = Object.keys(followed) as (keyof typeof followed)[];
    // The list alone knows whether an operator's act is told yet.
    if (OPERATORS.some((field) => followed[field] !== account[field])) reload();
    else if (names.some((field) => followed[field] !== account[field])) put({ ...account, ...followed });
    // Run on synced rows only: a change of the list by this window must not be reverted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, type]);
  useFollowMembership();
  useFollowGroup();
  return null;
}

/** Fields that an operator changes. */
const OPERATORS = ['pausedAt', 'heldAt', 'siteHeldAt'] as const;

/** Returns the fields of an account that follow its synced row. */
export function followedFields(row: Row<Schema['tables']['accounts']>) {
  const { name, slug, language, timeZone, dateFormat, currencyCode: currency } = row;
  const { planState, cappedAt, pausedAt, heldAt, siteHeldAt } = row;
  return {
    name,
    slug,
    language,
    timeZone,
    currency,
    planState,
    cappedAt,
    dateFormat: dateFormats.catch('auto').parse(dateFormat),
    pausedAt,
    heldAt,
    siteHeldAt,
  };
}

/** Reloads the account list when the synced membership has another role or is gone. */
function useFollowMembership(): void {
  const { role } = useAccount();
  const { reload } = useAccounts();
  const userId = useAuth().session?.user.id;
  const [members, { type }] = useQuery(queries.team.members());
  const synced = members.find((member) => member.userId === userId)?.role ?? null;
  useEffect(() => {
    // Support is no member: the server refuses its next request once the visit is over.
    if (role !== 'support' && type === 'complete' && synced !== role) reload();
  }, [type, synced, role, reload]);
}

/** Moves a hidden window without changes or uploads of its own to the zero-cache that serves the studio now. */
function useFollowGroup(): void {
  const { follow, isSynced } = useStore();
  const hasPending = useHasPendingMutations(useAccount().id, isSynced);
  const { isConfirmed } = useMutationStatus(null);
  const { unfinished } = useUploads().summary;
  const isBusy = hasPending || !isConfirmed || unfinished > 0;
  useEffect(() => {
    if (!follow || isBusy) return;
    const whenHidden = () => document.visibilityState === 'hidden' && follow();
    whenHidden();
    document.addEventListener('visibilitychange', whenHidden);
    return () => document.removeEventListener('visibilitychange', whenHidden);
  }, [follow, isBusy]);
}
