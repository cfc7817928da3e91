import type { BrowserContext, Request, Route, WebSocketRoute } from '@playwright/test';

/**
 * When the sync server refuses a socket: `late` after it has accepted it, as zero-cache does. `error` is a failure that
 * has nothing to do with the token.
 */
export type SyncRefusal = 'late' | 'early' | 'mixed' | 'error';

/** How requests over HTTP are refused. */
export interface HttpRefusal {
  status: number;
  /** Seconds of `Retry-After`. */
  retryAfter?: number;
}

/** Ways of refusing; a missing one passes everything. */
export interface Refusals {
  sync?: SyncRefusal;
  /** The auth service's answer to requests for a new token. */
  tokens?: HttpRefusal;
  /** The API's answer to everything. */
  api?: HttpRefusal;
  /** The product socket is closed immediately. */
  live?: true;
}

const SYNC = /\/zero\/sync\//;
const LIVE = /\/ws\?/;
const isTokenRequest = (url: string) => url.includes('grant_type=refresh_token');

/**
 * A proxy between the pages of a context and the product, which it lets through until it is told to refuse. It counts
 * what the pages send, with times. Install it before the pages are opened.
 */
export class RefusingServer {
  #refusals: Refusals = {};
  #synced = new Set<WebSocketRoute>();
  #live = new Set<WebSocketRoute>();
  #refused = 0;
  /** Times of requests and sockets in epoch milliseconds, by kind; those for tokens count for the whole context. */
  readonly sent = new Map<string, number[]>();

  static async install(context: BrowserContext): Promise<RefusingServer> {
    const server = new RefusingServer();
    context.on('request', (request) => server.#count(request));
    await context.routeWebSocket(SYNC, (socket) => server.#onSync(socket));
    await context.routeWebSocket(LIVE, (socket) => server.#onLive(socket));
    await context.route(
      (url) => isTokenRequest(url.href) || url.pathname.startsWith('/api/'),
      (route) => server.#onRequest(route),
    );
    return server;
  }

  /** Refuses from now on, also what is open. */
  refuse(refusals: Refusals): void {
    this.#refusals = refusals;
    if (refusals.sync) for (const socket of this.#synced) this.#refuseSync(socket, 'AuthInvalidated');
    if (refusals.live) for (const socket of this.#live) void socket.close();
  }

  accept(): void {
    this.#refusals = {};
  }

  /** Number of refused sockets of sync. */
  get refusedSockets(): number {
    return this.#refused;
  }

  #add(kind: string): void {
    this.sent.set(kind, [...(this.sent.get(kind) ?? []), Date.now()]);
  }

  #count(request: Request): void {
    const { pathname } = new URL(request.url());
    if (isTokenRequest(request.url())) this.#add('token');
    // Pictures are not requests that repeat themselves.
    else if (/^\/api\/[^.]*$/.test(pathname)) this.#add(`${request.method()} ${pathname}`);
  }

  #onSync(socket: WebSocketRoute): void {
    this.#add('sync');
    const { sync } = this.#refusals;
    if (!sync) {
      this.#synced.add(socket);
      socket.connectToServer();
      return;
    }
    const isLate = sync === 'late' || (sync === 'mixed' && this.#refused % 2 === 0);
    const wsid = new URL(socket.url()).searchParams.get('wsid');
    if (isLate) socket.send(JSON.stringify(['connected', { wsid, timestamp: Date.now() }]));
    this.#refuseSync(socket, 'Unauthorized');
  }

  #refuseSync(socket: WebSocketRoute, kind: 'Unauthorized' | 'AuthInvalidated'): void {
    this.#refused += 1;
    this.#synced.delete(socket);
    const body =
      this.#refusals.sync === 'error'
        ? { kind: 'InvalidConnectionRequest', message: 'Out of order' }
        : { kind, message: 'Failed to decode auth token' };
    socket.send(JSON.stringify(['error', { ...body, origin: 'zeroCache' }]));
  }

  #onLive(socket: WebSocketRoute): void {
    this.#add('live');
    if (this.#refusals.live) return void socket.close();
    this.#live.add(socket);
    socket.connectToServer();
  }

  #onRequest(route: Route): Promise<void> {
    const isToken = isTokenRequest(route.request().url());
    const refusal = isToken ? this.#refusals.tokens : this.#refusals.api;
    if (!refusal || route.request().method() === 'OPTIONS') return route.fallback();
    const { status, retryAfter } = refusal;
    const code = status === 429 ? 'rate_limited' : 'internal';
    return route.fulfill({
      status,
      headers: {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
      body: JSON.stringify({ error: { code, message: 'Refused.', params: { retryAfter } } }),
    });
  }
}

/** Returns the largest number of these times within any minute. */
export function mostInAMinute(times: readonly number[]): number {
  return Math.max(0, ...times.map((time, at) => times.slice(at).filter((later) => later < time + 60_000).length));
}
