import { parseEmail } from '#core/domain/values/email-address.ts';

export type Identifier = { email: string } | { phone: string };

/** E.164: a country code and a number, at most 15 digits. */
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Returns the email address or phone number of a person who signs in or up; null for anything else.
 * @param typed a phone number may have spaces, brackets, points and hyphens
 * @param phoneSignIn true where an SMS provider is configured
 */
export function parseIdentifier(typed: string, phoneSignIn: boolean): Identifier | null {
  const phone = typed.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  if (phoneSignIn && E164.test(phone)) return { phone };
  const address = parseEmail(typed);
  return address === null ? null : { email: address };
}
