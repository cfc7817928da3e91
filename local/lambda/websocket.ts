import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { SocketEvent, SocketResult } from '#functions/live/socket.ts';
import { refusalOf } from '#local/aws/signature.ts';
import type { Credentials } from '#local/s3/signature.ts';
import { sendMessage } from './answer.ts';
import { type Handler, invoke } from './invoke.ts';

/*
 * A WebSocket API: its three routes, and the API by which functions send
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api.html). Its stage is `ws`.
 */

/** Path of the stage: browsers connect to it. */
export const STAGE_PATH = '/ws';
const CONNECTIONS = `${STAGE_PATH}/@connections/`;

export type SocketHandler = Handler<SocketEvent, SocketResult | void>;

/** API Gateway's quotas. */
const MAX_FRAME = 32 * 1024;
const MAX_POST = 128 * 1024;
const TIMEOUT_MS = 29_000;
const IDLE_MS = 10 * MINUTE_MS;
const CONNECTION_MS = 2 * HOUR_MS;

export interface SocketOptions {
  handler: SocketHandler;
  credentials: Credentials;
  region: string;
  idleMs?: number;
  connectionMs?: number;
  /** Called with the id of each connection that ends; false loses its `$disconnect`, as may happen in AWS. */
  reportsEnd?: (connectionId: string) => boolean;
  /** Called before a post; true answers 429, as API Gateway does above its account's rate. */
  isThrottled?: (connectionId: string) => boolean;
}

export interface Sockets {
  /** Number of open connections. */
  readonly size: number;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  isPost(request: IncomingMessage): boolean;
  post(request: IncomingMessage, response: ServerResponse, body: Buffer): void;
  /** Ends all connections without a closing frame, as a lost network does. */
  close(): Promise<void>;
}

export function startSockets(options: SocketOptions): Sockets {
  const { handler, credentials, region, idleMs = IDLE_MS, connectionMs = CONNECTION_MS } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false });
  const open = new Map<string, { webSocket: WebSocket; idle: NodeJS.Timeout }>();

  const running = new Set<Promise<unknown>>();
  let closed = false;

  const call = (event: SocketEvent) => {
    const run = invoke({ functionName: 'live', handler, timeoutMs: TIMEOUT_MS }, event);
    const ended = run.catch(() => undefined).finally(() => running.delete(ended));
    running.add(ended);
    return run;
  };

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const id = `${randomBytes(11).toString('base64url')}=`;
    const result = await call(connectEvent(id, request));
    if (result?.statusCode !== 200) return refuse(socket, result?.statusCode ?? 500);
    server.handleUpgrade(request, socket, head, (webSocket) => accept(id, webSocket));
  }

  function accept(id: string, webSocket: WebSocket): void {
    const end = () => webSocket.close(1001, 'Going away');
    const last = setTimeout(end, connectionMs).unref();
    const idle = setTimeout(end, idleMs).unref();
    open.set(id, { webSocket, idle });
    webSocket.on('error', () => undefined);
    webSocket.on('message', (data: RawData) => {
      idle.refresh();
      receive(id, webSocket, data).catch((error: unknown) => console.error(error));
    });
    webSocket.on('close', () => {
      clearTimeout(last);
      clearTimeout(idle);
      open.delete(id);
      if (closed || options.reportsEnd?.(id) === false) return;
      call(eventOf(id, '$disconnect')).catch((error: unknown) => console.error(error));
    });
  }

  async function receive(id: string, webSocket: WebSocket, data: RawData): Promise<void> {
    const body = (data as Buffer).toString('utf8');
    const result = await call({ ...eventOf(id, '$default'), body });
    // The route response.
    if (result?.body) webSocket.send(result.body);
  }

  return {
    get size() {
      return open.size;
    },
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      if (pathOf(request) !== STAGE_PATH) return refuse(socket, 403);
      connect(request, socket, head).catch((error: unknown) => {
        console.error(error);
        refuse(socket, 502);
      });
    },
    isPost: ({ url = '' }) => url.startsWith(CONNECTIONS),
    post(request, response, body) {
      const refusal = refusalOf(request, body, { credentials, region, service: 'execute-api', now: Date.now() });
      if (refusal) return sendMessage(response, 403, refusal);
      const id = decodeURIComponent(pathOf(request).slice(CONNECTIONS.length));
      if (options.isThrottled?.(id)) return sendMessage(response, 429, 'LimitExceededException');
      const { webSocket, idle } = open.get(id) ?? {};
      if (webSocket?.readyState !== 1) return sendMessage(response, 410, 'GoneException');
      if (request.method === 'DELETE') webSocket.close(1000, 'Connection Closed Normally');
      else if (request.method === 'GET') return sendMessage(response, 200, id);
      else if (body.length > MAX_POST) return sendMessage(response, 413, 'PayloadTooLargeException');
      else webSocket.send(body.toString('utf8'));
      idle?.refresh();
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-length': 0 }).end();
    },
    async close() {
      closed = true;
      for (const { webSocket } of open.values()) webSocket.terminate();
      server.close();
      await Promise.all(running);
    },
  };
}

function connectEvent(id: string, request: IncomingMessage): SocketEvent {
  const query = new URLSearchParams((request.url ?? '').split('?')[1]);
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join('; ')]);
  return {
    ...eventOf(id, '$connect'),
    headers: Object.fromEntries(headers) as Record<string, string>,
    queryStringParameters: query.size > 0 ? Object.fromEntries(query) : null,
  };
}

function eventOf(connectionId: string, routeKey: string): SocketEvent {
  return { requestContext: { connectionId, routeKey, requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } } };
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0]!;

function refuse(socket: Duplex, status: number): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
