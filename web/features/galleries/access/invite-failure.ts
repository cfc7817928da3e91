/** Codes whose text says nothing about the invitation, or about a field that the form does not have. */
const GENERIC_CODES: ReadonlySet<string> = new Set([
  'internal',
  'unknown',
  'validation_failed',
  'invalid_json',
  'body_required',
  'method_not_allowed',
  'channel_required',
  'redirect_not_allowed',
]);

/**
 * Returns the `errors:` code to show for an invitation that failed with `code`: its own text if it says what to do, else
 * "Failed to generate gallery invite link" (docs/specification.md#messages).
 * @param hasText true for a code with a text
 */
export function inviteFailure(code: string, hasText: (code: string) => boolean): string {
  return GENERIC_CODES.has(code) || !hasText(code) ? 'gallery_invite_failed' : code;
}
