import type { Storage } from '../platform/storage/storage.ts';
import { hashOf } from './contract-text.ts';

/** Key prefix of a studio's signed contracts in the bucket of originals. The CDN never serves it. */
export const contractPrefix = (accountId: string): string => `contracts/${accountId}/`;

interface ContractFile {
  accountId: string;
  contractId: string;
  sha256: string;
}

/** The key names the content, so that no object is ever written twice with another content. */
export const contractKey = ({ accountId, contractId, sha256 }: ContractFile): string =>
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

/**
 * Returns a stored PDF.
 * @throws Error if it is missing or not what was signed
 */
export async function loadContract(storage: Storage, of: ContractFile): Promise<Uint8Array<ArrayBuffer>> {
  const found = await storage.get('originals', contractKey(of));
  if (!found || hashOf(found.bytes) !== of.sha256) throw new Error(`contract ${of.contractId} is not what was signed`);
  return found.bytes;
}
