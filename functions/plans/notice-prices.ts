import { pricesBegin } from '#core/domain/studio/plan.ts';
import { PRICES } from '#core/domain/studio/prices.ts';
import type { Database } from '../platform/db/database.ts';
import { notifyOwners } from '../security/security-events.ts';

/** Studios that one run of the job tells; it runs every ten minutes. */
const MAX_TOLD = 500;

/**
 * Tells studios of the latest version of the prices, unless they began with it: what was not told 60 days before does not
 * count for them. One on trial, or suspended, is told once it pays, as it is read-only without an answer from then on.
 * @param from the first month that studios pay for
 * @returns the number of studios told
 */
export async function noticePrices(db: Database, from: string | null, now: number): Promise<number> {
  const { version, from: begins } = PRICES.at(-1)!;
  if (from === null || begins === null) return 0;
  const rows = await db.query<{ accountId: string }>(
    `select p.account_id as "accountId" from account_plans p join accounts a on a.id = p.account_id
     where a.deleted_at is null and a.plan_state not in ('trialing', 'suspended')
       and p.prices < $1 and not p.noticed ? $1::text order by p.account_id limit ${MAX_TOLD}`,
    [version],
  );
  for (const { accountId } of rows) {
    await db.transaction(async (tx) => {
      const told = await tx.query(
        `update account_plans set noticed = noticed || jsonb_build_object($2::text, $3::bigint)
         where account_id = $1 and not noticed ? $2::text returning account_id`,
        [accountId, version, now],
      );
      if (told.length === 0) return;
      const prices = { version, from: pricesBegin(version, now) };
      const notice = { what: 'prices_changed', accountId, outboxAccountId: accountId, prices } as const;
      await notifyOwners(tx, { ...notice, key: String(version) }, now);
    });
  }
  return rows.length;
}
