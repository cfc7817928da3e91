import { type Queryable, timestamp } from '../platform/db/database.ts';

/** Expires a gallery's archives after a change of names, which their files contain. The packer's cleanup deletes them. */
export async function expireArchives(tx: Queryable, accountId: string, galleryId: string, now: number): Promise<void> {
  await tx.query(
    `update archives set status = 'expired', expires_at = $3
     where account_id = $1 and gallery_id = $2 and status = 'ready' and expires_at > $3`,
    [accountId, galleryId, timestamp(now)],
  );
}
