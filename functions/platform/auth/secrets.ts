import { createHash, createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '#core/domain/values/ids.ts';

/**
 * The values of a secret, separated by a space. There are several during a rotation: the first is current, for signing
 * and sending; all are accepted, so that nothing fails between two deployments.
 */
export type RotatingSecret = string;

/** Returns the value for signing and sending. */
export function currentSecret(secret: RotatingSecret): string {
  return secret.split(' ', 1)[0]!;
}

/** True if a secret is accepted; in constant time, so that neither length nor position of a difference leaks. */
export function isAccepted(value: string | undefined, secret: RotatingSecret): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const hash = digest(value ?? '');
  // Compare with every value, even after a match.
  const matches = secret.split(' ').filter((accepted) => timingSafeEqual(hash, digest(accepted)));
  return value !== undefined && matches.length > 0;
}

/** Returns a random token for a link or cookie: 256 bits, base64url, 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash to store for a token. A fast hash is sufficient, because 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Returns the version of a gallery's password or PIN, a Postgres `integer`. Visitors keep the version that they entered.
 * It is random: a counter would begin again after the secret was removed, and a clock may show the same second.
 */
export function makeSecretVersion(): number {
  return randomInt(1, 2 ** 31);
}

/** Returns an HMAC-SHA-256 in lower-case hex; the key is a single value in hex. */
export function hmacHex(keyHex: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex');
}

/** Random bytes for `makeId`. */
export const random: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/** OWASP's scrypt parameters: 2^15 × 8 × 3 cost 32 MB and tens of milliseconds per guess. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

/**
 * Returns `scrypt$15$8$3$salt$hash`, salt and hash in base64url; stored hashes keep their parameters if the defaults
 * increase.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', Math.log2(COST.N), COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** True if a password matches a stored hash. A malformed hash matches nothing. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, log2N, r, p, salt, hash] = stored.split('$');
  if (kind !== 'scrypt' || !salt || !hash) return false;
  const cost = { N: 2 ** Number(log2N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const expected = Buffer.from(hash, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return expected.length === key.length && timingSafeEqual(key, expected);
}

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number; maxmem: number }) {
  // NFKC: a phone and a Mac may encode the same password with different code points.
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
