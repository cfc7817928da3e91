/* Email addresses without a validator, which is a seventh of the script that the sign-in page waits for. */

/** RFC 5321, 4.5.3.1.3, less the angle brackets. */
export const MAX_EMAIL_CHARS = 254;

/** What zod accepts (`z.regexes.email`). */
export const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/**
 * Returns an email address in lower case; null for anything else.
 * @param typed trimmed before the check: phone keyboards add a space after a completed address
 */
export function parseEmail(typed: string): string | null {
  const address = typed.trim().toLowerCase();
  return address.length <= MAX_EMAIL_CHARS && EMAIL_PATTERN.test(address) ? address : null;
}
