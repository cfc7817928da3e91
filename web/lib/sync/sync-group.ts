import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import { readStored, writeStored } from '../browser/storage.ts';

/** Storage key of the groups in which this browser has replicas of a studio; without `accountId` the prefix of all. */
export const syncGroupsKey = (userId: string, accountId = '') => `sync-groups:${userId}:${accountId}`;

const stored = z.array(z.number().int());

/** Returns those groups, the one that was open last at the end. */
function usedGroups(userId: string, accountId: string): number[] {
  const kept = stored.safeParse(readStored(syncGroupsKey(userId, accountId)));
  return kept.success ? kept.data : [];
}

/**
 * Returns the `storageKey` of a studio's replica. Each group has its own: a zero-cache cannot continue what another one
 * has begun, and two windows of a person may be in two groups for a while.
 */
export const replicaKey = (accountId: string, group: number): string => accountId + groupSuffix(group);

/** Returns the keys of all replicas of a studio in this browser. */
export const replicaKeys = (userId: string, accountId: string): string[] =>
  [...new Set([0, ...usedGroups(userId, accountId)])].map((group) => replicaKey(accountId, group));

/**
 * Returns the group whose zero-cache a window syncs a studio with, and `follow`, if meanwhile another one serves the
 * studio. A window stays, also when it is loaded again, because only the group that a change was made in can take it;
 * unless that group no longer has the studio.
 */
export function useSyncGroup(
  userId: string,
  { id, syncGroups }: Pick<Account, 'id' | 'syncGroups'>,
): { group: number; follow: (() => void) | null } {
  const serving = syncGroups[0] ?? 0;
  const [begun, setBegun] = useState(() => usedGroups(userId, id).at(-1) ?? serving);
  const group = syncGroups.includes(begun) ? begun : serving;
  if (group !== begun) setBegun(group);
  useEffect(() => {
    const others = usedGroups(userId, id).filter((one) => one !== group);
    writeStored(syncGroupsKey(userId, id), [...others, group]);
  }, [userId, id, group]);
  const follow = useCallback(() => setBegun(serving), [serving]);
  return { group, follow: group === serving ? null : follow };
}
