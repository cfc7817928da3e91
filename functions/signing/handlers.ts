import { contracts } from '#core/api/contracts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { findManaged } from '../booking/managed-link.ts';
import { limitReads, limitWrites } from '../booking/rate-limits.ts';
import { canSign } from '../contracts/client-documents.ts';
import { toShownContract } from '../contracts/contract-text.ts';
import { latestFile } from '../contracts/files.ts';
import { timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import { limitSignatures } from './rate-limits.ts';
import { requireClientContract, signContract } from './sign.ts';

export { countersign, file, show } from '../contracts/handlers.ts';
export { answer, questions } from './questionnaire-handlers.ts';

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
  return latestFile(storage, await requireClientContract(db, managed, params.contractId));
});
