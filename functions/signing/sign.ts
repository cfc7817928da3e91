import { CONTRACT_TRANSITIONS } from '#core/domain/contracts/contracts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { assertTransition } from '#core/domain/values/transitions.ts';
import { findManaged, lockManaged } from '../booking/managed-link.ts';
import { canSign } from '../contracts/client-documents.ts';
import {
  assertComplete,
  contractText,
  type ContractRow,
  type ContractSigner,
  type ContractViewer,
  hashOf,
  readContract,
} from '../contracts/contract-text.ts';
import { recordSignature } from '../contracts/record-signature.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { completeContract, isSameSignatures, lockContract, storeSigned } from './complete.ts';

/** A session's link. */
interface DocumentLink {
  slug: string;
  token: string;
}

type Managed = Awaited<ReturnType<typeof lockManaged>>;

/** A contract, and what the link that shows it allows. */
export interface ClientContract {
  row: ContractRow;
  viewer: ContractViewer;
}

/**
 * Returns a contract of the link's session. The link of the booking form shows what was typed there instead of what the
 * studio knows of the client with this email address.
 * @throws AppError `not_found`
 */
export async function requireClientContract(
  db: Queryable,
  { studio, session }: Pick<Managed, 'studio' | 'session'>,
  contractId: string,
): Promise<ClientContract> {
  const row = await readContract(db, studio.accountId, contractId);
  const isHidden = row?.status === 'withdrawn' || row?.status === 'draft';
  if (!row || row.sessionId !== session.id || isHidden || !session.rights.signs) {
    throw new AppError('not_found');
  }
  const viewer = { signable: signersOf(row, session), seesNames: !session.isFormLink };
  if (!session.isFormLink) return { row, viewer };
  const typed = { client: session.clientName, clientAddress: session.clientAddress, clientTaxId: '' };
  const shown = { ...row, ...typed };
  // A contract that was signed by a mailed link may name what was not typed here, such as the client's address.
  const isTyped = row.isFormSigned || contractText({ ...shown, signedText: null }) === row.signedText;
  if (row.signedText !== null && !isTyped) throw new AppError('not_found');
  return { row: shown, viewer };
}

/**
 * Returns those for whom a link signs: its contact; the first signer if the link is of a booking made before links knew
 * their contact; anybody if the studio copied it.
 */
function signersOf({ signers }: ContractRow, { contactId, isFormLink }: Managed['session']): ContractSigner[] {
  if (contactId !== null) return signers.filter((signer) => signer.contactId === contactId);
  return isFormLink ? signers.slice(0, 1) : signers;
}

export interface Signing {
  contractId: string;
  name: string;
  textHash: string;
  /** Who signs, where the link may sign for several. */
  signerId?: string | undefined;
  ip: string;
  userAgent: string;
}

/** How often a signature begins again because another person's was recorded meanwhile, or the contacts changed. */
const MAX_TURNS = 20;

/**
 * Records a signature under the locks of the session and the contract. The last one of a contract renders and stores its
 * PDF first, with the others as they are then; if another signature was recorded meanwhile, it begins again.
 * @returns the contract, also for a repeated request
 * @throws AppError `contract_changed`, `contract_incomplete`, `transition_refused`, `conflict`; `validation_failed` if the
 *   link signs for several and none is named
 */
export async function signContract(
  { db, storage }: { db: Database; storage: Storage },
  { slug, token }: DocumentLink,
  signing: Signing,
  now: number,
): Promise<ClientContract> {
  const { contractId } = signing;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = await findManaged(db, slug, token, now);
    const read = await requireClientContract(db, before, contractId);
    const signer = read.row.status === 'signed' ? null : chooseSigner(read, signing);
    if (!signer || signer.signedAt !== null) return read;
    assertSignable(read.row, before.session, signing, now);
    const { accountId } = before.studio;
    const signed = withSignature(read.row, signer, signing, now);
    const sha256 = isLast(signed) ? await storeSigned({ db, storage }, signed, now) : null;
    const isRecorded = await db.transaction(async (tx) => {
      const managed = await lockManaged(tx, accountId, token, now);
      await lockContract(tx, accountId, contractId);
      const { row } = await requireClientContract(tx, managed, contractId);
      if (row.status === 'signed' || !isSameSignatures(row, read.row)) return false;
      assertSignable(row, managed.session, signing, now);
      await recordSignature(tx, row, { ...signing, signer, isFormSigned: managed.session.isFormLink }, now);
      if (sha256 !== null) await completeContract(tx, signed, sha256, now);
      return true;
    });
    if (isRecorded) return requireClientContract(db, await findManaged(db, slug, token, now), contractId);
  }
  throw new AppError('conflict');
}

/** Returns who signs; null if the link lets no one sign. */
function chooseSigner({ viewer: { signable } }: ClientContract, { signerId }: Signing): ContractSigner | null {
  if (signerId !== undefined) {
    const named = signable.find(({ id }) => id === signerId);
    if (!named) throw new AppError('not_found', { field: 'signerId' });
    return named;
  }
  if (signable.length > 1) throw new AppError('validation_failed', { field: 'signerId' });
  return signable[0] ?? null;
}

const isLast = ({ signers }: ContractRow) => signers.every(({ signedAt }) => signedAt !== null);

/** Returns a contract as it is once a person has signed it. */
function withSignature(
  row: ContractRow,
  signer: ContractSigner,
  { name, ip, userAgent }: Signing,
  now: number,
): ContractRow {
  const signature = { signedAt: now, signerName: name, ip, userAgent };
  return { ...row, signers: row.signers.map((one) => (one.id === signer.id ? { ...one, ...signature } : one)) };
}

function assertSignable(row: ContractRow, session: Managed['session'], { textHash }: Signing, now: number): void {
  assertTransition(CONTRACT_TRANSITIONS, row.status, 'signed');
  if (!canSign(session, now)) throw new AppError('transition_refused', { field: 'status', from: session.status });
  assertComplete(row);
  if (hashOf(contractText(row)) !== textHash) throw new AppError('contract_changed', { field: 'textHash' });
}
