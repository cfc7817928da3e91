import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to an AWS service and its response. */
export interface AwsExchange {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Start of the request body. */
  body: string;
  /** Status of the response. */
  status: number;
}

export interface AwsRecorder {
  /** URL of the service as the function knows it. */
  origin: string;
  close(): Promise<void>;
}

/** Queue messages are shorter; no other body is read. */
const SHOWN_BYTES = 2048;
/** Connections outlive the run. */
const KEPT_MS = 600_000;

/**
 * Proxies and records requests of one function to one embedded service. URLs that the function signs for others lead
 * here too, and count as its own, as on AWS. Changes nothing, not even `Host`, which signatures contain.
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
  // A frozen sandbox misses the end of its connection, and would fail after it wakes up.
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
