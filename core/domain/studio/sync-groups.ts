/*
 * Studios in groups, each with a zero-cache of its own: a studio is in one of 32 buckets, by a hash of its id, and a
 * group has a range of buckets (docs/operations.md#groups-of-studios).
 */

/** Values of `hashtext(account_id) & 31`. */
export const BUCKETS = 32;

export interface SyncGroup {
  /** Part of the group's names: path, replication slot, schema, stack. */
  number: number;
  /** Its buckets, both included. */
  first: number;
  last: number;
}

/** One zero-cache for all studios. */
export const ONE_GROUP = '0:0-31';

/**
 * Reads groups with their buckets, `1:0-15 2:16-31`. The first group that has a studio's bucket serves it; others that
 * have it follow its changes, so that pages may move to them or have just moved away.
 * @throws Error if a bucket has no group, or a number has two
 */
export function parseSyncGroups(text: string): readonly SyncGroup[] {
  const groups = text.split(' ').map((one) => {
    const [, number, first, last] = /^(\d{1,2}):(\d{1,2})-(\d{1,2})$/.exec(one) ?? [];
    const group = { number: Number(number), first: Number(first), last: Number(last) };
    if (!(group.first <= group.last && group.last < BUCKETS)) throw new Error(`Not a group of studios: ${one}`);
    return group;
  });
  if (new Set(groups.map(({ number }) => number)).size < groups.length)
    throw new Error(`Two groups of studios have one number: ${text}`);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    if (groupsOf(groups, bucket).length === 0) throw new Error(`No group has studios of bucket ${bucket}: ${text}`);
  return groups;
}

/** Writes groups as `parseSyncGroups` reads them. */
export const formatSyncGroups = (groups: readonly SyncGroup[]): string =>
  groups.map(({ number, first, last }) => `${number}:${first}-${last}`).join(' ');

/** Returns the numbers of the groups that have a bucket; the first one serves it. */
export const groupsOf = (groups: readonly SyncGroup[], bucket: number): number[] =>
  groups.filter(({ first, last }) => first <= bucket && bucket <= last).map(({ number }) => number);

/** True for a group that serves the studios of a bucket, false for one that only follows others. */
export const isServing = ({ number, first, last }: SyncGroup, groups: readonly SyncGroup[]): boolean =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).some(
    (bucket) => groupsOf(groups, bucket)[0] === number,
  );

/** Returns what follows `zero` in the path and in the names of a group; nothing for the group 0. */
export const groupSuffix = (number: number): string => (number === 0 ? '' : `-${number}`);

/** Returns a group's `ZERO_APP_ID`, by which zero-cache names its schema and its replication slot. */
export const zeroAppOf = (number: number): string => `zero${groupSuffix(number)}`.replace('-', '_');

/** Returns the schema in which zero-cache and the functions keep the progress of mutations: app and shard. */
export const zeroSchemaOf = (number: number): string => `${zeroAppOf(number)}_0`;

/** Returns the publication that a group replicates: that of all studios, or of its buckets (supabase/migrations). */
export const publicationOf = ({ first, last }: SyncGroup): string =>
  last - first === BUCKETS - 1
    ? 'zero_studio'
    : ['zero_buckets', ...[first, last].map((bucket) => String(bucket).padStart(2, '0'))].join('_');
