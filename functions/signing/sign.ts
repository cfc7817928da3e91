import { CONTRACT_TRANSITIONS } from '#core/domain/contracts/contracts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { assertTransition } from '#core/domain/values/transitions.ts';
import { findManaged, lockManaged } from '../booking/managed-link.ts';
import { canSign } from '../contracts/client-documents.ts';
import { assertComplete, contractText, type ContractRow, hashOf, readContract } from '../contracts/contract-text.ts';
import { storeContract } from '../contracts/files.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { loadLetterhead } from '../receipts/letterhead.ts';
import { confirmIfComplete } from '../sessions/confirm.ts';

/** A session's link. */
interface DocumentLink {
  slug: string;
  token: string;
}

type Managed = Awaited<ReturnType<typeof lockManaged>>;

/**
 * Returns a contract of the link's session. The link of the booking form shows what was typed there instead of what the
 * studio knows of the client with this email address.
 * @throws AppError `not_found`
 */
export async function requireClientContract(
  db: Queryable,
  { studio, session }: Pick<Managed, 'studio' | 'session'>,
  contractId: string,
): Promise<ContractRow> {
  const row = await readContract(db, studio.accountId, contractId);
  const isHidden = row?.status === 'withdrawn' || row?.status === 'draft';
  if (!row || row.sessionId !== session.id || isHidden || !session.rights.signs) {
    throw new AppError('not_found');
  }
  if (!session.isFormLink) return row;
  // A contract that was signed by a mailed link may name the client's address.
  if (row.signedText !== null && !row.isFormSigned) throw new AppError('not_found');
  return { ...row, client: session.clientName, clientAddress: session.clientAddress, clientTaxId: '' };
}

export interface Signing {
  contractId: string;
  name: string;
  textHash: string;
  ip: string;
  userAgent: string;
}

/**
 * Signs a contract: renders and stores its PDF, then records the signature under the session's lock. Of two concurrent
 * requests the first wins; the other's file stays unreferenced until the sweep.
 * @returns the signed contract, also for a repeated request
 * @throws AppError `contract_changed`, `contract_incomplete`, `transition_refused`
 */
export async function signContract(
  { db, storage }: { db: Database; storage: Storage },
  { slug, token }: DocumentLink,
  signing: Signing,
  now: number,
): Promise<ContractRow> {
  const { contractId } = signing;
  const before = await findManaged(db, slug, token, now);
  const read = await requireClientContract(db, before, contractId);
  if (read.status === 'signed') return read;
  assertSignable(read, before.session, signing, now);
  const { accountId } = before.studio;
  const signed = { ...read, status: 'signed', signedAt: now, signerName: signing.name } as const;
  // Load the PDF library only here: it takes longer to load than the rest.
  const { renderContract } = await import('../contracts/pdf.ts');
  const pdf = await renderContract(signed, await loadLetterhead(db, storage, accountId));
  const sha256 = await storeContract(storage, { accountId, contractId }, pdf);
  await db.transaction(async (tx) => {
    const managed = await lockManaged(tx, accountId, token, now);
    const row = await requireClientContract(tx, managed, contractId);
    if (row.status === 'signed') return;
    assertSignable(row, managed.session, signing, now);
    await recordSignature(tx, row, { ...signing, sha256, isFormSigned: managed.session.isFormLink }, now);
  });
  const after = await findManaged(db, slug, token, now);
  return requireClientContract(db, after, contractId);
}

function assertSignable(row: ContractRow, session: Managed['session'], { textHash }: Signing, now: number): void {
  assertTransition(CONTRACT_TRANSITIONS, row.status, 'signed');
  if (!canSign(session, now)) throw new AppError('transition_refused', { field: 'status', from: session.status });
  assertComplete(row);
  if (hashOf(contractText(row)) !== textHash) throw new AppError('contract_changed', { field: 'textHash' });
}

async function recordSignature(
  tx: Queryable,
  row: ContractRow,
  { name, ip, userAgent, sha256, isFormSigned }: Signing & { sha256: string; isFormSigned: boolean },
  now: number,
): Promise<void> {
  const { id: contractId, accountId, sessionId } = row;
  await tx.query(
    `update contract_texts set signed_text = $3, signed_price = $4, signed_deposit = $5, signer_ip = $6,
       signer_user_agent = $7, signed_sha256 = $8, is_form_signed = $9
     where account_id = $1 and contract_id = $2`,
    [
      accountId,
      contractId,
      contractText(row),
      row.price,
      row.deposit,
      ip.slice(0, 64),
      userAgent.slice(0, 500),
      sha256,
      isFormSigned,
    ],
  );
  await tx.query(
    `update contracts set status = 'signed', signed_at = $3, signer_name = $4, signed_date = $5, signed_duration = $6
     where account_id = $1 and id = $2`,
    [accountId, contractId, timestamp(now), name, timestamp(row.date), row.duration],
  );
  const of = { accountId, sessionId };
  const asked = ['contract_to_sign', 'contract_reminder'] as const;
  await withdrawMessages(tx, { ...of, kinds: asked, documentId: contractId, reason: 'already_signed' }, now);
  await scheduleMessage(tx, { ...of, contractId, kind: 'contract_signed' }, now);
  await notifyStudio(tx, { ...of, what: 'documents', documentId: contractId, document: 'contract' }, now);
  await confirmIfComplete(tx, of, now);
}
