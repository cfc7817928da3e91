import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '#core/domain/ids.ts';

/** Whether two secrets are equal, in a time that tells neither their length nor where they differ. */
export function sameSecret(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined;
}

/** An unguessable token for a link or a cookie: 256 bits, base64url, 43 letters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed, however fast the hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** HMAC-SHA-256 in lower-case hex; the key is given in hex as well. */
export function hmacHex(keyHex: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex');
}

/** Random bytes for `makeId`. */
export const random: RandomBytes = (bytes) => crypto.getRandomValues(bytes);
