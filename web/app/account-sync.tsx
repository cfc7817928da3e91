import { useQuery } from '@rocicorp/zero/react';
import { useEffect } from 'react';
import { dateFormat as dateFormats } from '#core/domain/date-formats.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';

/** The account list comes from the API; what another window or person changes of this account comes with the sync. */
export function AccountSync() {
  const account = useAccount();
  const { put } = useAccounts();
  const [row, { type }] = useQuery(queries.accounts.current());
  useEffect(() => {
    // What is stored on this device may be older than the list.
    if (!row || row.id !== account.id || type !== 'complete') return;
    const { name, slug, language, timeZone, dateFormat } = row;
    const followed = { name, slug, language, timeZone, dateFormat: dateFormats.catch('auto').parse(dateFormat) };
    const names = Object.keys(followed) as (keyof typeof followed)[];
    if (names.some((field) => followed[field] !== account[field])) put({ ...account, ...followed });
    // Only what arrives is followed: a change of the list by this window is not taken back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, type]);
  useFollowMembership();
  return null;
}

/** Another role, or none any more: the server is asked, and every screen follows the list that it answers. */
function useFollowMembership(): void {
  const { role } = useAccount();
  const { reload } = useAccounts();
  const userId = useAuth().session?.user.id;
  const [members, { type }] = useQuery(queries.team.members());
  const synced = members.find((member) => member.userId === userId)?.role ?? null;
  useEffect(() => {
    if (type === 'complete' && synced !== role) reload();
  }, [type, synced, role, reload]);
}
