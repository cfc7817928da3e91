import { parseCookie } from 'cookie';
import { accountId } from '#core/domain/values/ids.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { JOIN_MS, type LiveMessage, type LiveRequest, type Room } from '#core/domain/galleries/live.ts';
import { findVisitor } from '../galleries/visitors.ts';
import { findOnlyAccount, requireMember } from '../platform/auth/authorization.ts';
import { isAccepted } from '../platform/auth/secrets.ts';
import { withOutboxTrigger } from '../platform/aws/queues.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import { errorResponse } from '../platform/http/error-response.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { admit } from './admit.ts';
import {
  type Connection,
  forgetConnections,
  type KnownConnection,
  limitJoins,
  openConnection,
  useConnection,
} from './connections.ts';
import { parseLiveRequest } from './live-messages.ts';
import { findPeople, joinRoom, leaveRoom, tellPresence } from './rooms.ts';

/** An event of API Gateway's WebSocket API, as far as it is used. Only `$connect` has headers and a query. */
export interface SocketEvent {
  requestContext: { connectionId: string; routeKey: string; requestId: string; identity?: { sourceIp?: string } };
  headers?: Readonly<Record<string, string | undefined>>;
  queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
  body?: string | null;
}

/** A status for `$connect`; a body is sent to the browser. */
export interface SocketResult {
  statusCode: number;
  body?: string;
}

/** Returns the function of the socket's three routes. */
export function createSocket(services: Services): (event: SocketEvent) => Promise<SocketResult> {
  return async (event) => {
    const { connectionId, routeKey, requestId } = event.requestContext;
    try {
      return await withOutboxTrigger(services, async () => {
        if (routeKey === '$connect') return await connect(services, event);
        if (routeKey === '$disconnect') return await disconnect(services, connectionId);
        const answer = await receive(services, connectionId, event.body ?? '').catch(async (error: unknown) => {
          if (error instanceof AppError && error.code === 'rate_limited') await end(services, connectionId);
          throw error;
        });
        return answer ? say(answer) : { statusCode: 200 };
      });
    } catch (error) {
      const { statusCode = 500 } = await errorResponse(error, { requestId, routeKey });
      if (routeKey !== '$default') return { statusCode };
      const code = error instanceof AppError && SIGNED_OUT.has(error.code) ? 'forbidden' : 'busy';
      return say({ type: 'bye', code, retryAfter: code === 'busy' ? BUSY_MS : 0 });
    }
  };
}

/** Forgets a connection and has the gateway end it, so that it costs no further call. */
async function end({ db, clock }: Services, connectionId: string): Promise<void> {
  const now = clock();
  await tellPresence(db, await forgetConnections(db, [connectionId]), now);
  await enqueue(db, null, 'live.close', { connectionId }, now, { dedupeKey: `live-close:${connectionId}` });
}

const say = (message: LiveMessage): SocketResult => ({ statusCode: 200, body: JSON.stringify(message) });

/** Delay before a client may reconnect after an error or after too many messages, in milliseconds. */
const BUSY_MS = 30_000;
const SIGNED_OUT: ReadonlySet<string> = new Set(['unauthorized', 'session_ended', 'mfa_required', 'forbidden']);

/** `$connect`: who it is. Refuses requests that bypassed the distribution, and pages of other sites. */
async function connect(services: Services, event: SocketEvent): Promise<SocketResult> {
  const request = toRequest(event);
  if (!isAccepted(request.headers['x-origin-secret'], services.originSecret)) throw new AppError('forbidden');
  const host = request.headers['x-viewer-host'] ?? '';
  if (URL.parse(request.headers['origin'] ?? '')?.host !== host) throw new AppError('forbidden');
  const now = services.clock();
  const network = networkPrefix(request.viewerIp);
  await limitAttempts(services.db, 'live-connections', { network: request.viewerIp }, now);
  const connection = await identify(services, request, host, now);
  await openConnection(services.db, { id: event.requestContext.connectionId, ...connection }, network, now);
  return { statusCode: 200 };
}

function toRequest({ requestContext, headers = {}, queryStringParameters }: SocketEvent): HttpRequest {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: 'GET',
    path: '/ws',
    headers: lower,
    cookies: parseCookie(lower['cookie'] ?? ''),
    query: new URLSearchParams({ ...queryStringParameters } as Record<string, string>),
    bytes: new Uint8Array(),
    viewerIp: lower['x-viewer-address'] ?? requestContext.identity?.sourceIp ?? '',
  };
}

/** Studios' own domains have visitors only. @throws AppError for anybody who may not connect */
async function identify(services: Services, request: HttpRequest, host: string, now: number) {
  const channel = request.query.get('channel');
  if (channel === 'public') {
    const visitor = await findVisitor(services, request);
    return { visitorId: visitor?.id ?? null, userId: null, accountId: null };
  }
  if (channel !== 'backoffice' || host !== new URL(services.appOrigin).host) throw new AppError('forbidden');
  const identity = await services.verifyToken(request.query.get('token') ?? '');
  const account = accountId.safeParse(
    request.query.get('accountId') ?? (await findOnlyAccount(services.db, identity.userId)),
  );
  if (!account.success) throw new AppError('forbidden');
  const { userId } = await requireMember(services.db, identity, account.data, now);
  return { visitorId: null, userId, accountId: account.data };
}

/** `$disconnect`: best effort; connections without one are deleted later. */
async function disconnect({ db, clock }: Services, id: string): Promise<SocketResult> {
  await tellPresence(db, await forgetConnections(db, [id]), clock());
  return { statusCode: 200 };
}

/** `$default`: one message. @returns the answer to its sender */
async function receive(services: Services, id: string, text: string): Promise<LiveMessage | null> {
  const connection = await useConnection(services.db, id, services.clock());
  // The browser connects again: the row was lost with a crash, or ended for too many messages.
  if (!connection) {
    await end(services, id);
    return { type: 'bye', code: 'ended', retryAfter: 1000 };
  }
  const request = parseLiveRequest(text);
  if (!request) return { type: 'denied', room: null, code: 'invalid' };
  return REQUESTS[request.type](services, connection, request as never);
}

type RequestOf<T extends LiveRequest['type']> = Extract<LiveRequest, { type: T }>;

const REQUESTS: {
  [T in LiveRequest['type']]: (
    services: Services,
    connection: KnownConnection,
    request: RequestOf<T>,
  ) => Promise<LiveMessage | null>;
} = {
  async join(services, connection, { room }) {
    const { db } = services;
    const now = services.clock();
    await limitJoins(db, connection, now);
    const admission = await admit(services, connection, room);
    if (typeof admission === 'string') return { type: 'denied', room, code: admission };
    const rev = await joinRoom(db, connection, room, admission, now);
    if (typeof rev === 'object') return { type: 'denied', room, ...rev };
    if (admission.personId) await tellPresence(db, [{ room, accountId: admission.accountId }], now);
    return { type: 'joined', room, rev, people: await findPeople(db, room, now) };
  },

  async leave({ db, clock }, { id }, { room }) {
    await leaveRoom(db, id, room, clock());
    return null;
  },

  async renew(services, connection, { token }) {
    const now = services.clock();
    if (connection.userId) {
      const identity = await services.verifyToken(token ?? '');
      await requireMember(services.db, identity, connection.accountId!, now);
      if (identity.userId !== connection.userId) throw new AppError('forbidden');
    }
    return { type: 'renewed', rooms: await renewJoins(services, connection, now) };
  },

  /** More than one a second are dropped. */
  async at({ db, clock }, { id }, { room, place }) {
    const now = clock();
    const [updated] = await db.query<{ accountId: string }>(
      `with connection as (
         update live_connections set placed_at = $4 where id = $1 and (placed_at is null or placed_at <= $5) returning id)
       update live_joins j set place = $3 from connection
       where j.connection_id = connection.id and j.room = $2 and j.person_id is not null and j.authorised_until > $4
       returning j.account_id as "accountId"`,
      [id, room, place, timestamp(now), timestamp(now - RECORD_MS)],
    );
    if (updated) await tellPresence(db, [{ room, accountId: updated.accountId }], now);
    return null;
  },
};

/**
 * Minimum interval between two open records of a connection, in milliseconds; a little less than a page's own second.
 */
const RECORD_MS = 900;

/** Checks access to every room again; returns the rooms that the connection is still in. */
async function renewJoins(services: Services, connection: Connection, now: number): Promise<Room[]> {
  const { db } = services;
  const joins = await db.query<{ room: Room }>('select room from live_joins where connection_id = $1 order by room', [
    connection.id,
  ]);
  const held: Room[] = [];
  for (const { room } of joins) {
    const admission = await admit(services, connection, room);
    if (typeof admission === 'string') {
      await leaveRoom(db, connection.id, room, now);
      continue;
    }
    await db.query(
      'update live_joins set authorised_until = $3, person_id = $4 where connection_id = $1 and room = $2',
      [connection.id, room, timestamp(now + JOIN_MS), admission.personId],
    );
    held.push(room);
  }
  return held;
}
