import type { AwsClient } from 'aws4fetch';
import { readEnv } from '../env.ts';

/**
 * Credentials and region for an AWS service. A function's own credentials are temporary and include a session token.
 */
export interface AwsKeys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Returns the credentials that Lambda provides. */
export function awsKeysFromEnv(): AwsKeys {
  const env = readEnv(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']);
  return {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  };
}

/**
 * Sends a signed request, and retries once if the connection broke before a response: a resumed sandbox has connections
 * that the server has closed. Use it only for idempotent requests.
 * @throws TypeError like `fetch`, or the abort reason of `init.signal`
 */
export async function fetchSigned(client: AwsClient, url: string, init: RequestInit): Promise<Response> {
  try {
    return await client.fetch(url, init);
  } catch (error) {
    if (!isBroken(error)) throw error;
    return client.fetch(url, init);
  }
}

const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function isBroken(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && BROKEN.has(cause.code);
}
