/** Codes that the auth service hangs to the address a link leads back to: `#error_code=otp_expired`. */
function readError(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('error_code');
}

// Read once, before the auth client takes the fragment away.
const atLoad = readError(location.hash);

/** Why the link that opened this page failed, as a code of `errors:`; null when it did not. */
export function linkError(): string | null {
  return atLoad;
}
