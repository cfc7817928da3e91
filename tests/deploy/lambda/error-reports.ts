import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface ErrorReports {
  dsn: string;
  /** All reports, as received. */
  bodies: readonly string[];
  close(): Promise<void>;
}

/** Receives the functions' reports to Sentry for inspection. */
export async function receiveErrorReports(): Promise<ErrorReports> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    dsn: `http://key@localhost:${(server.address() as AddressInfo).port}/1`,
    bodies,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const bytes = await buffer(request);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}
