import { AppError } from '#core/domain/values/errors.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type Database, timestamp } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { loadLetterhead } from '../receipts/letterhead.ts';
import { type ContractRow, readContract } from './contract-text.ts';
import { storeContract } from './files.ts';

/**
 * Signs for the studio: the final PDF names both people and the hash of what the client signed, and the client is mailed
 * it. Of two concurrent requests the first wins.
 * @param row the signed contract
 * @throws AppError `transition_refused` if the client has not signed
 */
export async function countersignContract(
  { db, storage }: { db: Database; storage: Storage },
  row: ContractRow,
  { name, userId }: { name: string; userId: string },
  now: number,
): Promise<ContractRow> {
  const { id: contractId, accountId, sessionId } = row;
  const { signedAt } = row;
  if (signedAt === null) throw new AppError('transition_refused', { field: 'status', from: row.status });
  if (row.countersignedAt !== null) return row;
  const { renderContract } = await import('./pdf.ts');
  const signed = { ...row, signedAt, countersignedAt: now, countersignerName: name };
  const pdf = await renderContract(signed, await loadLetterhead(db, storage, accountId));
  const sha256 = await storeContract(storage, { accountId, contractId }, pdf);
  await db.transaction(async (tx) => {
    const [first] = await tx.query(
      `update contracts set countersigned_at = $3, countersigned_by = $4, countersigner_name = $5
       where account_id = $1 and id = $2 and status = 'signed' and countersigned_at is null returning id`,
      [accountId, contractId, timestamp(now), userId, name],
    );
    if (!first) return;
    await tx.query('update contract_texts set final_sha256 = $3 where account_id = $1 and contract_id = $2', [
      accountId,
      contractId,
      sha256,
    ]);
    await scheduleMessage(tx, { accountId, sessionId, contractId, kind: 'contract_signed' }, now);
  });
  return (await readContract(db, accountId, contractId))!;
}
