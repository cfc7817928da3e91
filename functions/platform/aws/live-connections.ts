import { AwsClient } from 'aws4fetch';
import { readEnv } from '../env.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { type AwsKeys, awsKeysFromEnv, fetchSigned } from './signed-fetch.ts';

/** `gone`: the connection has ended. `busy`: it may work later. */
export type Delivery = 'sent' | 'gone' | 'busy';

/** Sends a text to a connection of the socket; null ends the connection. */
export type PostToConnection = (connectionId: string, text: string | null) => Promise<Delivery>;

/** A connection whose browser does not read must not hold up the others. */
const TIMEOUT_MS = 5_000;

/**
 * Posts by API Gateway's connections API
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html).
 * @param endpoint URL of the WebSocket API's stage, with `https`
 */
export function connectionPoster(endpoint: string, keys: AwsKeys): PostToConnection {
  const client = new AwsClient({ ...keys, service: 'execute-api', retries: 0 });
  return async (connectionId, text) => {
    const url = `${endpoint}/@connections/${encodeURIComponent(connectionId)}`;
    const init = text === null ? { method: 'DELETE' } : { method: 'POST', body: text };
    try {
      const response = await fetchSigned(client, url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.body?.cancel();
      if (response.ok) return 'sent';
      if (response.status === 410) return 'gone';
      if (response.status !== 429) log('error', 'live_refused', { status: response.status });
    } catch (error) {
      log('error', 'live_failed', describeError(error));
    }
    return 'busy';
  };
}

export function connectionPosterFromEnv(): PostToConnection {
  return connectionPoster(readEnv(['LIVE_ENDPOINT']).LIVE_ENDPOINT, awsKeysFromEnv());
}
