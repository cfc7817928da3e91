/* Without schemas, so that public pages can count too. */

/** How many of a contract's signers have signed. */
export interface SignatureCount {
  signed: number;
  of: number;
}

/** Returns how many of several signers have signed; null for a contract of one signer. */
export function countSignatures(signers: readonly { signedAt: number | null }[]): SignatureCount | null {
  if (signers.length < 2) return null;
  return { signed: signers.filter(({ signedAt }) => signedAt !== null).length, of: signers.length };
}
