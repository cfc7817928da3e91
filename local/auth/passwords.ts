import { randomInt } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { AuthError, badRequest } from './errors.ts';
import type { AuthSettings } from './settings.ts';

/** bcrypt's limit; a longer password would be truncated to 72 bytes. */
const MAX_BYTES = 72;

/** Returns the weakness of a password as `{message, reasons}`; null if it is strong enough. */
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

/** Throws 400 over 72 bytes: administrators may set weak passwords, but no truncated ones. */
export function requireShortPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw badRequest(`Password cannot be longer than ${MAX_BYTES} characters`);
  }
}

export function hashPassword(password: string, settings: AuthSettings): Promise<string> {
  return bcrypt.hash(password, settings.bcryptCost);
}

/** True for a bcrypt hash, the only kind that an administrator may import here. */
export function isPasswordHash(hash: string): boolean {
  return /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(hash);
}

/** Also compares without a stored hash, so that the response time does not reveal registered emails. */
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

/** Returns a random password for accounts created by a link; it satisfies every rule. */
export function randomPassword(settings: AuthSettings): string {
  const required = settings.passwordCharacters.map((set) => pick(set)).join('');
  return required + Array.from({ length: 64 - required.length }, () => pick(alphabet)).join('');
}

function pick(set: string): string {
  return set.charAt(randomInt(set.length));
}
