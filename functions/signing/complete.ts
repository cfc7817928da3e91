import { type ContractRow, readContract, signaturesOf } from '../contracts/contract-text.ts';
import { storeContract } from '../contracts/files.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { loadLetterhead } from '../receipts/letterhead.ts';
import { confirmIfComplete } from '../sessions/confirm.ts';

/** Most letters of the signers' names that the back office shows. */
const MAX_NAMES = 200;

/** True if the same people sign a contract, and the same of them have signed. */
export function isSameSignatures(one: ContractRow, other: ContractRow): boolean {
  const signatures = ({ signers }: ContractRow) => signers.map(({ id, signedAt }) => `${id}:${signedAt}`).join();
  return signatures(one) === signatures(other);
}

/**
 * Locks a contract until the end of the transaction: its signers stay as they are, since `sync_contract_signers` locks
 * the same row. Call it under the session's lock, before the signers are read.
 */
export async function lockContract(tx: Queryable, accountId: string, contractId: string): Promise<void> {
  await tx.query('select from contracts where account_id = $1 and id = $2 for no key update', [accountId, contractId]);
}

/** Renders and stores the PDF of a contract that everyone has signed. @returns its SHA-256 */
export async function storeSigned(
  { db, storage }: { db: Queryable; storage: Storage },
  row: ContractRow,
  now: number,
): Promise<string> {
  const { id: contractId, accountId } = row;
  // Load the PDF library only here: it takes longer to load than the rest.
  const { renderContract } = await import('../contracts/pdf.ts');
  const pdf = await renderContract({ ...row, signedAt: now }, await loadLetterhead(db, storage, accountId));
  return storeContract(storage, { accountId, contractId }, pdf);
}

/**
 * Makes a contract signed: mails the PDF, tells the studio, and confirms the session if nothing else is missing. Call it
 * under the session's lock.
 * @param row with every signature
 */
export async function completeContract(tx: Queryable, row: ContractRow, sha256: string, now: number): Promise<void> {
  const { id: contractId, accountId, sessionId, language } = row;
  const names = signaturesOf(row).map(({ signerName }) => signerName);
  await tx.query('update contract_texts set signed_sha256 = $3 where account_id = $1 and contract_id = $2', [
    accountId,
    contractId,
    sha256,
  ]);
  await tx.query(
    `update contracts set status = 'signed', signed_at = $3, signer_name = $4 where account_id = $1 and id = $2`,
    [accountId, contractId, timestamp(now), new Intl.ListFormat(language).format(names).slice(0, MAX_NAMES)],
  );
  const of = { accountId, sessionId };
  const asked = ['contract_to_sign', 'contract_reminder'] as const;
  await withdrawMessages(tx, { ...of, kinds: asked, documentId: contractId, reason: 'already_signed' }, now);
  await scheduleMessage(tx, { ...of, contractId, kind: 'contract_signed' }, now);
  await notifyStudio(tx, { ...of, what: 'documents', documentId: contractId, document: 'contract' }, now);
  await confirmIfComplete(tx, of, now);
}

/** Completes a contract of which everyone has signed who still has to, because another signer was removed. */
export async function completeIfSigned({
  payload: { accountId, contractId },
  jobs: { db, storage, clock },
}: EffectRun<'contract.complete'>): Promise<void> {
  const read = await readContract(db, accountId, contractId);
  if (!read || !isComplete(read)) return;
  const now = clock();
  const sha256 = await storeSigned({ db, storage }, read, now);
  await db.transaction(async (tx) => {
    await tx.query('select from sessions where account_id = $1 and id = $2 for update', [accountId, read.sessionId]);
    await lockContract(tx, accountId, contractId);
    const row = await readContract(tx, accountId, contractId);
    // A signer who was added meanwhile has their own mail; the change requests the effect again.
    if (!row || !isComplete(row) || !isSameSignatures(row, read)) return;
    await completeContract(tx, row, sha256, now);
  });
}

const isComplete = ({ status, signedText, signers }: ContractRow) =>
  status === 'sent' && signedText !== null && signers.every(({ signedAt }) => signedAt !== null);
