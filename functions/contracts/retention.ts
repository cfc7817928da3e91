import { readTax } from '#core/domain/payments/receipts.ts';
import { type EffectRun } from '../outbox/effects.ts';
import { enqueueAll } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { contractPrefix } from './files.ts';

/** Contracts per run; the rest waits for the next run. */
const BATCH_SIZE = 500;

/**
 * Erases the documents of sessions whose client is being erased. Questionnaires and unsigned contracts go immediately.
 * A signed contract proves what both sides agreed, so it stays for owners and admins as long as receipts keep their
 * recipient (the setting `tax.receiptYears`, counted from the end of the year of the signature), and then goes with its
 * files.
 */
export async function lockContracts(
  tx: Queryable,
  accountId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<void> {
  const of = [accountId, sessionIds];
  await tx.query('delete from questionnaires where account_id = $1 and session_id = any($2::text[])', of);
  await tx.query(
    `delete from contracts where account_id = $1 and session_id = any($2::text[]) and status <> 'signed'`,
    of,
  );
  const [tax] = await tx.query<{ value: unknown }>(`select value from settings where account_id = $1 and key = 'tax'`, [
    accountId,
  ]);
  await tx.query(
    `update contract_texts t set erase_at = make_timestamptz(
       extract(year from c.signed_at at time zone a.time_zone)::int + $3::int + 1, 1, 1, 0, 0, 0, a.time_zone)
     from contracts c join accounts a on a.id = c.account_id
     where c.account_id = t.account_id and c.id = t.contract_id and t.account_id = $1
       and c.session_id = any($2::text[]) and t.erase_at is null`,
    [...of, readTax(tax?.value).receiptYears],
  );
  // Members see these columns in their replica.
  await tx.query(
    `update contracts set signer_name = '' where account_id = $1 and session_id = any($2::text[]) and signer_name <> ''`,
    of,
  );
  await tx.query(
    `update contract_signers n set signer_name = '' from contracts c
     where n.account_id = $1 and c.account_id = n.account_id and c.id = n.contract_id
       and c.session_id = any($2::text[]) and n.signer_name <> ''`,
    of,
  );
  await eraseContracts(tx, now, accountId);
}

/**
 * Deletes locked contracts whose retention period is over, and enqueues the deletion of their files.
 * @param accountId null for all studios
 */
export async function eraseContracts(tx: Queryable, now: number, accountId: string | null = null): Promise<number> {
  const erased = await tx.query<{ id: string; accountId: string }>(
    `delete from contracts c using contract_texts t
     where t.account_id = c.account_id and t.contract_id = c.id and c.id in (
       select d.contract_id from contract_texts d where d.erase_at <= $1 and ($2::text is null or d.account_id = $2)
       order by d.erase_at, d.contract_id limit ${BATCH_SIZE})
     returning c.id, c.account_id as "accountId"`,
    [timestamp(now), accountId],
  );
  for (const { id: contractId, accountId: owner } of erased) {
    const effect = { payload: { accountId: owner, contractId }, dedupeKey: `contract-erase:${contractId}` };
    await enqueueAll(tx, owner, 'contract.erase', [effect], now);
  }
  return erased.length;
}

/** Deletes the files of a contract whose row is gone. */
export async function eraseContractFiles({
  payload: { accountId, contractId },
  jobs,
}: EffectRun<'contract.erase'>): Promise<void> {
  const [row] = await jobs.db.query('select from contracts where id = $1', [contractId]);
  if (!row) await jobs.storage.removePrefix('originals', `${contractPrefix(accountId)}${contractId}/`);
}
