import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '#core/domain/ids.ts';

/**
 * The values of a secret, separated by a space. While it is rotated there are several: the first is the current one,
 * which signs and is sent; all of them are accepted, so that nothing fails between one deployment and the next.
 */
export type RotatingSecret = string;

/** The value that signs and is sent. */
export function currentSecret(secret: RotatingSecret): string {
  return secret.split(' ', 1)[0]!;
}

/** Whether a secret is one of those accepted, in a time that tells neither their lengths nor where they differ. */
export function isAccepted(given: string | undefined, secret: RotatingSecret): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const asked = digest(given ?? '');
  // Each is compared, also after one that fits.
  const fitting = secret.split(' ').filter((value) => timingSafeEqual(asked, digest(value)));
  return given !== undefined && fitting.length > 0;
}

/** An unguessable token for a link or a cookie: 256 bits, base64url, 43 letters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed, however fast the hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** HMAC-SHA-256 in lower-case hex; the key is one value, in hex as well. */
export function hmacHex(keyHex: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex');
}

/** Random bytes for `makeId`. */
export const random: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/** OWASP's scrypt figures: 2^15 × 8 × 3 costs 32 MB and a few tens of milliseconds a guess. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

/** `scrypt$15$8$3$salt$hash`, salt and hash in base64url: the figures stay readable when they are raised one day. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', Math.log2(COST.N), COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password belongs to a stored hash. An unreadable hash fits nothing. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, log2N, r, p, salt, hash] = stored.split('$');
  if (kind !== 'scrypt' || !salt || !hash) return false;
  const cost = { N: 2 ** Number(log2N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const expected = Buffer.from(hash, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return expected.length === key.length && timingSafeEqual(key, expected);
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number; maxmem: number }) {
  // NFKC: the same password typed on a phone and on a Mac may come in different code points.
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
