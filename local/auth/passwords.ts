import { randomInt } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { AuthError, badRequest } from './errors.ts';
import type { AuthSettings } from './settings.ts';

/** bcrypt reads no further; a longer password would be accepted for its first 72 bytes alone. */
const MAX_BYTES = 72;

/** Why a password is too weak, as `{message, reasons}`; null when it is strong enough. */
export function passwordWeakness(password: string, settings: AuthSettings) {
  const messages: string[] = [];
  const reasons: string[] = [];
  if (Buffer.byteLength(password) < settings.passwordMinimum) {
    reasons.push('length');
    messages.push(`Password should be at least ${settings.passwordMinimum} characters.`);
  }
  if (settings.passwordCharacters.some((set) => !Array.from(set).some((character) => password.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${settings.passwordCharacters.join(', ')}.`);
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : null;
}

/** Throws 400 over 72 bytes and 422 `weak_password` with its reasons. */
export function requireStrongPassword(password: string, settings: AuthSettings): void {
  requireShortPassword(password);
  const weakness = passwordWeakness(password, settings);
  if (weakness) throw new AuthError(422, 'weak_password', weakness.message, weakness.reasons);
}

/** Throws 400 over 72 bytes: administrators may set weak passwords, but none that is cut off. */
export function requireShortPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw badRequest(`Password cannot be longer than ${MAX_BYTES} characters`);
  }
}

export function hashPassword(password: string, settings: AuthSettings): Promise<string> {
  return bcrypt.hash(password, settings.bcryptCost);
}

/** Whether a string is a bcrypt hash, the only kind an administrator may bring along here. */
export function isPasswordHash(hash: string): boolean {
  return /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(hash);
}

/** Compares also when there is nothing to compare with, so that time does not tell who is registered. */
export async function passwordMatches(
  password: string,
  hash: string | null | undefined,
  settings: AuthSettings,
): Promise<boolean> {
  const matches = await bcrypt.compare(password, hash || (await decoyHash(settings)));
  return matches && Boolean(hash) && Buffer.byteLength(password) <= MAX_BYTES;
}

const decoys = new Map<number, Promise<string>>();

function decoyHash({ bcryptCost }: AuthSettings): Promise<string> {
  let decoy = decoys.get(bcryptCost);
  if (!decoy) {
    decoy = bcrypt.hash('nobody has this password', bcryptCost);
    decoys.set(bcryptCost, decoy);
  }
  return decoy;
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~';

/** A password nobody knows, for accounts that were opened by a link; it satisfies every demand on passwords. */
export function randomPassword(settings: AuthSettings): string {
  const required = settings.passwordCharacters.map((set) => pick(set)).join('');
  return required + Array.from({ length: 64 - required.length }, () => pick(alphabet)).join('');
}

function pick(set: string): string {
  return set.charAt(randomInt(set.length));
}
