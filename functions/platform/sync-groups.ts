import { BUCKETS, groupsOf } from '#core/domain/studio/sync-groups.ts';
import type { Services } from './services.ts';

/** SQL: the bucket of a studio, by its id. The publications of groups contain the same (supabase/migrations). */
export const bucketOf = (id: string): string => `hashtext(${id}) & ${BUCKETS - 1}`;

/** Returns the numbers of the groups that have a studio's rows; the first one serves it. */
export async function readGroups(
  { db, syncGroups }: Pick<Services, 'db' | 'syncGroups'>,
  accountId: string,
): Promise<number[]> {
  const [row] = await db.query<{ bucket: number }>(`select ${bucketOf('$1')} as bucket`, [accountId]);
  return groupsOf(syncGroups, row!.bucket);
}
