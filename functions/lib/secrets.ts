import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
