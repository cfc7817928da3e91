import { contracts } from '#core/api/contracts.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { can } from '#core/domain/studio/roles.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import type { Member } from '../platform/auth/authorization.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { loadLetterhead } from '../receipts/letterhead.ts';
import { type ContractRow, findGaps, readContract, signaturesOf, toShownContract } from './contract-text.ts';
import { latestFile, storeContract } from './files.ts';

/** Returns a contract whose session's amounts the member may see; after an erasure only for owners and admins. */
async function requireMemberContract(db: Queryable, caller: Member, contractId: string): Promise<ContractRow> {
  const row = await readContract(db, caller.accountId, contractId);
  if (!row || !canSeeMoneyOf(caller, row)) throw new AppError('not_found');
  if (row.isLocked && !can(caller.role, 'account.update')) throw new AppError('not_found');
  return row;
}

export const show = defineHandler(contracts.show, async ({ services, caller, params }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const { signedSha256: signedHash, finalSha256: finalHash } = row;
  const signatures = signaturesOf(row).map(({ signerName: name, signedAt: at, ip, userAgent }) => ({
    name,
    at,
    ip,
    userAgent,
  }));
  const gaps = row.status === 'signed' ? [] : findGaps(row);
  return { body: { contract: toShownContract(row), evidence: { signatures, gaps, signedHash, finalHash } } };
});

export const file = defineHandler(contracts.file, async ({ services, caller, params }) =>
  latestFile(services.storage, await requireMemberContract(services.db, caller, params.contractId)),
);

export const countersign = defineHandler(contracts.countersign, async ({ services, caller, params, body }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const signer = { name: body.name, userId: caller.userId };
  return { body: { contract: toShownContract(await countersignContract(services, row, signer, services.clock())) } };
});

/**
 * Signs for the studio: the final PDF names both people and the hash of what the client signed, and the client is mailed
 * it. Of two concurrent requests the first wins.
 * @param row the signed contract
 * @throws AppError `transition_refused` if the client has not signed
 */
async function countersignContract(
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
