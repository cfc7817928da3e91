import { createHmac, randomBytes } from 'node:crypto';

/** Base64 of 30 random bytes: 40 letters without padding. */
export const makeWebhookSecret = (): string => randomBytes(30).toString('base64');

/** A secret as people copy it. */
export const shownSecret = (secret: string): string => `whsec_${secret}`;

interface Message {
  id: string;
  /** Epoch milliseconds. */
  at: number;
  body: string;
}

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com): a signature for each secret, the current one first.
 * @param secrets Base64, without `whsec_`
 */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
