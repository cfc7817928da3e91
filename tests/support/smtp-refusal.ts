/** An SMTP error for addresses that begin with a status code, in the form of `smtp-server`; none for others. */
export function refusal(address: string): Error | null {
  const code = Number(address.split('@')[0]);
  if (!(code >= 400)) return null;
  return Object.assign(new Error('refused'), { responseCode: code });
}
