import { AppError } from '#core/domain/values/errors.ts';
import { attachment } from '../platform/http/content-disposition.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ContractRow, hashOf } from './contract-text.ts';

/** Key prefix of a studio's signed contracts in the bucket of originals. The CDN never serves it. */
export const contractPrefix = (accountId: string): string => `contracts/${accountId}/`;

interface ContractFile {
  accountId: string;
  contractId: string;
  sha256: string;
}

/** The key names the content, so that no object is ever written twice with another content. */
const contractKey = ({ accountId, contractId, sha256 }: ContractFile): string =>
  `${contractPrefix(accountId)}${contractId}/${sha256}.pdf`;

/** Stores a PDF once. @returns its SHA-256 */
export async function storeContract(
  storage: Storage,
  of: { accountId: string; contractId: string },
  pdf: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const sha256 = hashOf(pdf);
  // False: an earlier attempt has stored the same content.
  await storage.put('originals', contractKey({ ...of, sha256 }), pdf, {
    contentType: 'application/pdf',
    ifAbsent: true,
  });
  return sha256;
}

/** Returns a stored PDF; `damaged` if it is not what was signed. */
export async function findContractFile(
  storage: Pick<Storage, 'get'>,
  of: ContractFile,
): Promise<Uint8Array<ArrayBuffer> | 'missing' | 'damaged'> {
  const found = await storage.get('originals', contractKey(of));
  if (!found) return 'missing';
  return hashOf(found.bytes) === of.sha256 ? found.bytes : 'damaged';
}

/**
 * Returns a stored PDF.
 * @throws Error if it is missing or not what was signed
 */
export async function loadContract(storage: Storage, of: ContractFile): Promise<Uint8Array<ArrayBuffer>> {
  const found = await findContractFile(storage, of);
  if (typeof found === 'string') throw new Error(`contract ${of.contractId} is not what was signed`);
  return found;
}

/** Returns an answer with a stored PDF. @throws Error if it is missing or not what was signed */
export async function contractFile(storage: Storage, { title, ...of }: ContractFile & { title: string }) {
  return {
    body: undefined,
    bytes: await loadContract(storage, of),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`${title}.pdf`),
      'cache-control': 'private, no-store',
    },
  };
}

/**
 * Answers with the latest PDF of a signed contract.
 * @throws AppError `not_found` if it is not signed
 */
export async function latestFile(storage: Storage, { id, accountId, title, ...row }: ContractRow) {
  const sha256 = row.finalSha256 ?? row.signedSha256;
  if (sha256 === null) throw new AppError('not_found');
  return contractFile(storage, { accountId, contractId: id, sha256, title });
}
