import { type Queryable, timestamp } from '../platform/db/database.ts';

/** Inserts the key of something that is told once; true for the first caller only. */
export async function claimNotice(tx: Queryable, accountId: string, noticeKey: string, now: number): Promise<boolean> {
  const rows = await tx.query(
    'insert into sent_notices (account_id, notice_key, at) values ($1, $2, $3) on conflict do nothing returning notice_key',
    [accountId, noticeKey, timestamp(now)],
  );
  return rows.length > 0;
}
