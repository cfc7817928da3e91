/*
 * Proof of work of the contact form, without zod: the form's script needs it. It costs a browser a moment and a sender
 * of thousands of messages hours. A visitor without scripts sends none, so a missing proof only adds to the spam score.
 */

/** Leading zero bits of the hash: 4,096 attempts on average, a third of a second on a phone. */
const PROOF_BITS = 12;

/** The values that a proof is bound to, as sent: a copied proof fits no other message. */
interface ProofSubject {
  slug: string;
  email: string;
  message: string;
}

/** Returns the SHA-256 of a text: WebCrypto, which this room does not know. */
type Sha256 = (text: string) => Promise<ArrayBuffer>;

/** Returns a number whose hash with the subject begins with `PROOF_BITS` zeros, as text. */
export async function makeProof(sha256: Sha256, subject: ProofSubject): Promise<string> {
  for (let nonce = 0; ; nonce++) if (await isProof(sha256, subject, String(nonce))) return String(nonce);
}

/** True if the proof was made for this subject. */
export async function isProof(sha256: Sha256, { slug, email, message }: ProofSubject, proof: string): Promise<boolean> {
  if (!/^\d{1,9}$/.test(proof)) return false;
  const hash = new DataView(await sha256(JSON.stringify([slug, email, message, proof])));
  return hash.getUint32(0) >>> (32 - PROOF_BITS) === 0;
}
