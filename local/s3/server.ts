import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Blobs } from './blobs.ts';
import { Buckets } from './buckets.ts';
import { liveBlobs, openCatalog } from './catalog.ts';
import { CorsRule } from './cors.ts';
import { S3Error } from './errors.ts';
import { EventDelivery } from './events.ts';
import type { Store } from './exchange.ts';
import { Objects } from './objects.ts';
import { operate } from './operations.ts';
import { Outbox } from './outbox.ts';
import { parseRequest } from './request.ts';
import { authorize, type Credentials } from './signature.ts';
import { Uploads } from './uploads.ts';
import { expireVersions, Versions } from './versions.ts';
import { writeXml } from './xml.ts';

export interface S3Options {
  /** Data directory, created if missing. */
  readonly dir: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** A loopback address, by default 127.0.0.1. */
  readonly host?: string;
  readonly credentials: readonly Credentials[];
  readonly region: string;
  /** Created if missing. */
  readonly buckets: readonly string[];
  /** Those of them that keep replaced and deleted objects as versions, for 30 days. */
  readonly versioned?: readonly string[];
  /** Origins of browsers that may read and write; each may contain one `*`. */
  readonly corsOrigins: readonly string[];
  /** URL for ObjectCreated events of these buckets. */
  readonly notify?: { readonly url: string; readonly buckets: readonly string[] };
  /** Clock of signatures and objects, in milliseconds since the epoch. */
  readonly now?: () => number;
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];
/** Milliseconds; longer than clients keep idle connections, so that no request meets a closing one. */
const keepAliveTimeout = 65_000;
/** Milliseconds that a closing server waits for running requests. */
const closingGrace = 2000;

function answerError(message: IncomingMessage, response: ServerResponse, error: S3Error): void {
  const requestId = String(response.getHeader('x-amz-request-id'));
  const resource = message.url?.split('?')[0] ?? '';
  const body = writeXml('Error', {
    Code: error.code,
    Message: error.message,
    ...error.details,
    Resource: resource,
    RequestId: requestId,
  });
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  if (error.status === 304) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(error.status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
  response.end(message.method === 'HEAD' ? undefined : body);
}

/** True if the client has disconnected, which is no error of this server. */
function isDisconnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'EPIPE';
}

class RequestHandler {
  readonly #options: S3Options;
  readonly #store: Store;
  readonly #cors: CorsRule;

  constructor(options: S3Options, store: Store) {
    this.#options = options;
    this.#store = store;
    this.#cors = new CorsRule(options.corsOrigins);
  }

  /** `waiting` is true if the client waits for `100 Continue` before its body. */
  async handle(message: IncomingMessage, response: ServerResponse, waiting: boolean): Promise<void> {
    let holdsBody = waiting;
    const accept = () => {
      if (holdsBody) response.writeContinue();
      holdsBody = false;
    };
    response.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase());
    try {
      await this.#answer(message, response, accept);
    } catch (error) {
      if (!(error instanceof S3Error) && !isDisconnection(error)) console.error('s3:', error);
      if (response.headersSent || response.destroyed || isDisconnection(error)) {
        response.destroy();
        return;
      }
      // Without its body the connection cannot be reused; a body already being sent is read and dropped.
      if (holdsBody) response.setHeader('connection', 'close');
      else message.resume();
      answerError(message, response, error instanceof S3Error ? error : new S3Error('InternalError'));
    }
  }

  async #answer(message: IncomingMessage, response: ServerResponse, accept: () => void): Promise<void> {
    if (message.method === 'GET' && message.url === '/__health') {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok');
      return;
    }
    this.#cors.apply(message, response);
    if (message.method === 'OPTIONS') {
      this.#cors.answerPreflight(message, response);
      return;
    }
    const store = this.#store;
    const { credentials, region } = this.#options;
    const request = authorize(parseRequest(message), { credentials, region, now: store.now() });
    await operate({ store, request, response, accept });
  }
}

function createHttpServer(handler: RequestHandler): Server {
  const handle = async (message: IncomingMessage, response: ServerResponse, waiting: boolean) => {
    await handler.handle(message, response, waiting);
    // A closing server waits for idle connections too, so close this one.
    response.once('close', () => !server.listening && server.closeIdleConnections());
  };
  const server = createServer((message, response) => void handle(message, response, false));
  server.on('checkContinue', (message, response) => void handle(message, response, true));
  // No timeout: a large upload on a slow connection takes long.
  server.requestTimeout = 0;
  server.keepAliveTimeout = keepAliveTimeout;
  return server;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise;
  return (server.address() as AddressInfo).port;
}

/** Waits briefly for running requests, then closes the remaining connections. */
async function closeHttpServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closingGrace);
  await promise;
  clearTimeout(timer);
}

/**
 * Starts an S3 server for development and tests: strict where S3 is strict, 501 for unsupported features.
 * @throws if the host is no loopback address, the port is used, or another server uses the directory
 */
export async function startS3(options: S3Options): Promise<{ port: number; close(): Promise<void> }> {
  const host = options.host ?? '127.0.0.1';
  if (!loopbackHosts.includes(host)) throw new Error(`S3 listens on loopback addresses only, not on ${host}`);
  await mkdir(options.dir, { recursive: true });
  const database = openCatalog(options.dir);
  const now = options.now ?? Date.now;
  expireVersions(database, now());
  const blobs = await Blobs.open(options.dir, liveBlobs(database));
  const outbox = new Outbox(database, options.notify?.buckets ?? []);
  const buckets = new Buckets(database);
  for (const bucket of options.buckets) buckets.create(bucket, now());

  const versions = new Versions(database, options.versioned ?? []);
  const objects = new Objects(database, outbox, versions);
  const uploads = new Uploads(database);
  const store: Store = { buckets, objects, versions, uploads, blobs, region: options.region, now };
  const server = createHttpServer(new RequestHandler(options, store));
  const delivery = options.notify && new EventDelivery(outbox, options.notify.url, options.region);
  try {
    const port = await listen(server, options.port, host);
    delivery?.start();
    const close = async () => {
      await closeHttpServer(server);
      await delivery?.stop();
      database.close();
    };
    return { port, close };
  } catch (error) {
    database.close();
    throw error;
  }
}
