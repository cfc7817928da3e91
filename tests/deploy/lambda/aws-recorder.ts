import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a service of AWS, and how it was answered. */
export interface AwsExchange {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The beginning of what was sent. */
  body: string;
  /** The answer's. */
  status: number;
}

export interface AwsRecorder {
  /** Where the function believes the service to be. */
  origin: string;
  close(): Promise<void>;
}

/** A message for a queue is shorter; nothing else is looked into. */
const SHOWN_BYTES = 2048;
/** Connections outlive the run. */
const KEPT_MS = 600_000;

/**
 * Stands between one function and one embedded service, and shows each request. What the function signs for others
 * leads here too, and counts as its own, as it does on AWS. Nothing is changed on the way, `Host` included: signatures
 * hold.
 */
export async function startAwsRecorder(target: string, show: (exchange: AwsExchange) => void): Promise<AwsRecorder> {
  const { hostname, port } = new URL(target);
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const outgoing = httpRequest({ host: hostname, port, method, path: url, headers, agent: false }, (answer) => {
      show({ method, url, headers, body: sent.toString('latin1'), status: answer.statusCode ?? 0 });
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    let sent = Buffer.alloc(0);
    incoming.on('data', (chunk: Buffer) => {
      if (sent.length < SHOWN_BYTES) sent = Buffer.concat([sent, chunk]).subarray(0, SHOWN_BYTES);
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  const server = createServer(pass);
  // A sandbox that is frozen does not hear that its connection was closed, and would stumble over it when it wakes up.
  server.keepAliveTimeout = KEPT_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
