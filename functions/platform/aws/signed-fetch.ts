import type { AwsClient } from 'aws4fetch';
import { readEnv } from '../env.ts';

/** Who asks a service of AWS, and where. A function's own are temporary, and come with a token. */
export interface AwsKeys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The keys that Lambda gives a function. */
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
 * Sends a signed request, and once more when its connection broke before an answer: a sandbox that was frozen wakes up
 * with connections that the other end has closed meanwhile. Only for requests that may arrive twice.
 * @throws TypeError as `fetch` does, or what `init.signal` ended it with
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
