/** What a mail server says to an address that begins with a code of SMTP, as `smtp-server` wants it; nothing to others. */
export function refusal(address: string): Error | null {
  const code = Number(address.split('@')[0]);
  if (!(code >= 400)) return null;
  return Object.assign(new Error('refused'), { responseCode: code });
}
