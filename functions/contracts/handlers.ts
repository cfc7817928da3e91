import { contracts } from '#core/api/contracts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { can } from '#core/domain/studio/roles.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import type { Member } from '../platform/auth/authorization.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { type ContractRow, readContract, toShownContract } from './contract-text.ts';
import { countersignContract } from './countersign.ts';
import { latestFile } from './files.ts';

/** Returns a contract whose session's amounts the member may see; after an erasure only for owners and admins. */
async function requireMemberContract(db: Queryable, caller: Member, contractId: string): Promise<ContractRow> {
  const row = await readContract(db, caller.accountId, contractId);
  if (!row || !canSeeMoneyOf(caller, row)) throw new AppError('not_found');
  if (row.isLocked && !can(caller.role, 'account.update')) throw new AppError('not_found');
  return row;
}

export const show = defineHandler(contracts.show, async ({ services, caller, params }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const { signerIp: ip, signerUserAgent: userAgent, signedSha256: signedHash, finalSha256: finalHash } = row;
  return { body: { contract: toShownContract(row), evidence: { ip, userAgent, signedHash, finalHash } } };
});

export const file = defineHandler(contracts.file, async ({ services, caller, params }) =>
  latestFile(services.storage, await requireMemberContract(services.db, caller, params.contractId)),
);

export const countersign = defineHandler(contracts.countersign, async ({ services, caller, params, body }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const signer = { name: body.name, userId: caller.userId };
  return { body: { contract: toShownContract(await countersignContract(services, row, signer, services.clock())) } };
});
