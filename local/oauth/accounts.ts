import { createHash } from 'node:crypto';
import { DEMO_LOGIN } from '../demo/content.ts';

/** Somebody as a provider knows them; `email` is null where it tells none. */
export type ProviderAccount = { id: string; givenName: string; familyName: string; email: string | null };

/** What a provider says about an account's address; only some ever say that it is not confirmed. */
export const EMAIL_STATES = ['verified', 'unverified', 'none'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** People to choose from. The first has the demo studio's address, so that signing in as her links the two. */
export const KNOWN_PEOPLE = [
  { name: 'Laia Ferrer', email: DEMO_LOGIN.email },
  { name: 'Marta Soler', email: 'marta@soler.test' },
  { name: 'Tom Reilly', email: 'tom.reilly@example.org' },
] as const;

/** As long as Google's subjects and Facebook's ids are, in digits. */
const ID_DIGITS = { google: 21, facebook: 16 };

/** The account of a person at a provider; the same address always has the same one, also after a restart. */
export function accountOf(provider: keyof typeof ID_DIGITS, name: string, email: string): ProviderAccount {
  const digest = createHash('sha256').update(`${provider} ${email.toLowerCase()}`).digest('hex');
  const digits = BigInt(`0x${digest}`).toString().slice(0, ID_DIGITS[provider]);
  const [givenName = '', ...rest] = name.trim().split(/\s+/);
  return { id: digits, givenName, familyName: rest.join(' '), email };
}

export function fullName({ givenName, familyName }: ProviderAccount): string {
  return `${givenName} ${familyName}`.trim();
}
