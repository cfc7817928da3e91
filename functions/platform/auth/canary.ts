import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Member } from './authorization.ts';
import { currentSecret, isAccepted, type RotatingSecret } from './secrets.ts';

/*
 * The canary is a studio of the product itself, without people. The job `vitals` renames its only client each minute and
 * measures when a second window sees it. Its token is a signature with the key that zero-cache and functions share, so
 * that no sign-in has to be kept; it opens this one studio, and only to what zero-cache asks.
 */

export const CANARY = {
  accountId: 'canary0000',
  userId: '00000000-0000-4000-8000-0000ca4a5700',
  customerId: 'canary00000000000000',
} as const;

/** Longer than one measurement, in milliseconds. */
const VALID_MS = 5 * MINUTE_MS;
const TOKEN = /^canary\.(\d{13})\.([0-9a-f]{64})$/;

const sign = (key: string, expiresAt: number) => createHmac('sha256', key).update(`canary.${expiresAt}`).digest('hex');

/** Returns a token that is valid for five minutes. @param now epoch milliseconds */
export function canaryToken(secret: RotatingSecret, now: number): string {
  const expiresAt = now + VALID_MS;
  return `canary.${expiresAt}.${sign(currentSecret(secret), expiresAt)}`;
}

/** Returns the canary as a member of its studio; null for any other token, and for one that has expired. */
export function canaryMember(token: string | null, secret: RotatingSecret, now: number): Member | null {
  const [, expiresAt, signature] = TOKEN.exec(token ?? '') ?? [];
  if (!expiresAt || Number(expiresAt) <= now || Number(expiresAt) > now + VALID_MS) return null;
  const accepted = secret.split(' ').map((key) => sign(key, Number(expiresAt)));
  if (!isAccepted(signature, accepted.join(' '))) return null;
  const { accountId, userId } = CANARY;
  return { accountId, userId, role: 'owner', access: 'open', email: '', sessionId: userId, isSecondFactor: false };
}
