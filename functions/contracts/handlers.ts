import { contracts } from '#core/api/contracts.ts';
import { AppError } from '#core/domain/errors.ts';
import { can } from '#core/domain/roles.ts';
import { canSeeMoneyOf } from '#core/domain/session-money.ts';
import { findManaged } from '../booking/managed-link.ts';
import { limitReads, limitWrites } from '../booking/rate-limits.ts';
import type { Member } from '../platform/auth/authorization.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { canSign } from './client-documents.ts';
import { type ContractRow, readContract, toShownContract } from './contract-text.ts';
import { countersignContract } from './countersign.ts';
import { contractFile } from './files.ts';
import { limitSignatures } from './rate-limits.ts';
import { requireClientContract, signContract } from './sign.ts';

export { answer, questions } from './questionnaire-handlers.ts';

/** Returns a contract whose session's amounts the member may see; after an erasure only for owners and admins. */
async function requireMemberContract(db: Queryable, caller: Member, contractId: string): Promise<ContractRow> {
  const row = await readContract(db, caller.accountId, contractId);
  if (!row || !canSeeMoneyOf(caller, row)) throw new AppError('not_found');
  if (row.isLocked && !can(caller.role, 'account.update')) throw new AppError('not_found');
  return row;
}

/** Answers with the latest PDF of a signed contract. */
async function pdfOf(storage: Storage, { id, accountId, title, ...row }: ContractRow) {
  const sha256 = row.finalSha256 ?? row.signedSha256;
  if (sha256 === null) throw new AppError('not_found');
  return contractFile(storage, { accountId, contractId: id, sha256, title });
}

export const read = defineHandler(contracts.read, async ({ services, request, params }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const managed = await findManaged(db, params.accountSlug, params.token, now);
  const row = await requireClientContract(db, managed, params.contractId);
  if (row.status === 'sent' && !canSign(managed.session, now)) throw new AppError('not_found');
  if (!readsHeadersOnly(request)) {
    await db.query('update contracts set opened_at = $3 where account_id = $1 and id = $2 and opened_at is null', [
      row.accountId,
      row.id,
      timestamp(now),
    ]);
  }
  return { body: { contract: toShownContract(row) } };
});

export const sign = defineHandler(contracts.sign, async ({ services, request, params, body }) => {
  const now = services.clock();
  await limitWrites(services.db, request.viewerIp, now);
  await limitSignatures(services.db, request.viewerIp, params.contractId, now);
  const { name, textHash } = body;
  const from = { ip: request.viewerIp, userAgent: request.headers['user-agent'] ?? '' };
  const link = { slug: params.accountSlug, token: params.token };
  const row = await signContract(services, link, { contractId: params.contractId, name, textHash, ...from }, now);
  return { body: { contract: toShownContract(row) } };
});

export const signedFile = defineHandler(contracts.signedFile, async ({ services, request, params }) => {
  const { db, storage } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const managed = await findManaged(db, params.accountSlug, params.token, now);
  return pdfOf(storage, await requireClientContract(db, managed, params.contractId));
});

export const show = defineHandler(contracts.show, async ({ services, caller, params }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const { signerIp: ip, signerUserAgent: userAgent, signedSha256: signedHash, finalSha256: finalHash } = row;
  return { body: { contract: toShownContract(row), evidence: { ip, userAgent, signedHash, finalHash } } };
});

export const file = defineHandler(contracts.file, async ({ services, caller, params }) =>
  pdfOf(services.storage, await requireMemberContract(services.db, caller, params.contractId)),
);

export const countersign = defineHandler(contracts.countersign, async ({ services, caller, params, body }) => {
  const row = await requireMemberContract(services.db, caller, params.contractId);
  const signer = { name: body.name, userId: caller.userId };
  return { body: { contract: toShownContract(await countersignContract(services, row, signer, services.clock())) } };
});
