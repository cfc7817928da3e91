import { createHash } from 'node:crypto';
import { DEMO_LOGIN } from '../demo/content.ts';

/** A person's account at a provider; `email` is null without one. */
export type ProviderAccount = { id: string; givenName: string; familyName: string; email: string | null };

/** State of an account's email at its provider; only some providers report unconfirmed ones. */
export const EMAIL_STATES = ['verified', 'unverified', 'none'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** Selectable people. The first has the demo studio's email, so that signing in links the accounts. */
export const KNOWN_PEOPLE = [
  { name: 'Laia Ferrer', email: DEMO_LOGIN.email },
  { name: 'Marta Soler', email: 'marta@soler.test' },
  { name: 'Tom Reilly', email: 'tom.reilly@example.org' },
] as const;

/** Number of digits of Google's subjects and Facebook's ids. */
const ID_DIGITS = { google: 21, facebook: 16 };

/** Returns a person's account at a provider; an email always has the same account, also after a restart. */
export function accountOf(provider: keyof typeof ID_DIGITS, name: string, email: string): ProviderAccount {
  const digest = createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex');
  const digits = BigInt(`0x${digest}`).toString().slice(0, ID_DIGITS[provider]);
  const [givenName = '', ...rest] = name.trim().split(/\s+/);
  return { id: digits, givenName, familyName: rest.join(' '), email };
}

export function fullName({ givenName, familyName }: ProviderAccount): string {
  return `${givenName} ${familyName}`.trim();
}
