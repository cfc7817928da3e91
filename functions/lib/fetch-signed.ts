import type { AwsClient } from 'aws4fetch';

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
