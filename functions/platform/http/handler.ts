import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { z } from 'zod';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#core/api/endpoint.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { isStorable, parseOrThrow } from '#core/domain/values/primitives.ts';
import { assertCan } from '#core/domain/studio/roles.ts';
import { assertMayWrite } from '#core/domain/studio/studio-access.ts';
import { bearerToken, type Identity } from '../auth/access-token.ts';
import { authorizeToken, authorizeTokenCall, bearerApiToken, refuseTokensIn } from '../auth/api-token.ts';
import {
  type Actor,
  type Member,
  requireMember,
  requireRecentSignIn,
  requireSession,
  selectedAccount,
} from '../auth/authorization.ts';
import { canaryMember } from '../auth/canary.ts';
import { isAccepted } from '../auth/secrets.ts';
import { withOutboxTrigger } from '../aws/queues.ts';
import { log } from '../observability/telemetry.ts';
import { requestTrace, withTrace } from '../observability/trace.ts';
import type { Services } from '../services.ts';
import { errorResponse } from './error-response.ts';
import { type HttpRequest, readJson, readQuery, readRequest } from './request.ts';

export type Result = APIGatewayProxyStructuredResultV2;
export type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<Result>;

/** The caller, as far as the endpoint requires one. */
export type Caller<E extends Endpoint> = E['access'] extends 'anyone'
  ? null
  : E['access'] extends 'user'
    ? Identity
    : E extends { scope: string }
      ? Actor
      : Member;

/** One validated call. */
export interface Call<E extends Endpoint> {
  readonly services: Services;
  readonly request: HttpRequest;
  readonly caller: Caller<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

export interface HandlerResult<Body> {
  body: Body;
  /** Overrides the endpoint's own status. */
  status?: number;
  headers?: Record<string, string>;
  /** Complete `Set-Cookie` values. */
  cookies?: string[];
  /** A serialised body for endpoints without a response schema: JSON, unless `headers` override the type. */
  json?: string;
  /** A binary body; `headers` set its type. */
  bytes?: Uint8Array;
}

/** A redirect instead of the endpoint's own response. */
export interface Redirect {
  location: string;
  status: 302 | 308;
  headers?: Record<string, string>;
}

/** A page instead of the endpoint's own response, where a browser without scripts shows it. */
export interface HtmlPage {
  html: string;
  status: number;
  headers?: Record<string, string>;
  /** Complete `Set-Cookie` values. */
  cookies?: string[];
}

/** An endpoint with its handler. */
export interface Handler<E extends Endpoint> {
  readonly endpoint: E;
  run(request: HttpRequest, params: Readonly<Record<string, string>>, services: Services): Promise<Result>;
}

/** A handler for every endpoint of a table; a missing one does not compile. */
export type Handlers<T> = {
  readonly [G in keyof T]: { readonly [N in keyof T[G]]: T[G][N] extends Endpoint ? Handler<T[G][N]> : never };
};

/**
 * Runs every endpoint's checks before `run`, in this order: channel, identity, membership and capability, then path,
 * query and body, and a recent sign-in. So strangers learn nothing about the body format, and cause no database reads.
 */
export function defineHandler<E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<HandlerResult<ResponseOf<E>> | Redirect | HtmlPage>,
): Handler<E> {
  return {
    endpoint,
    async run(request, path, services) {
      const needsChannel = endpoint.channel && !(endpoint.scope && bearerApiToken(request.headers['authorization']));
      if (needsChannel && request.headers['x-channel'] !== endpoint.channel) throw new AppError('channel_required');
      const caller = (await identifyCaller(endpoint, request, services)) as Caller<E>;
      const params = readParams(endpoint, path) as ParamsOf<E>;
      const query = (endpoint.query ? parseOrThrow(endpoint.query, readQuery(request.query)) : undefined) as QueryOf<E>;
      const body = readBody(endpoint, request) as BodyOf<E>;
      if (isToken(caller)) await authorizeTokenCall(services.db, caller, endpoint, { params, query, body });
      // Endpoints with `recentSignIn` have no scope, so their caller is a person.
      if (takesRecentSignIn(endpoint, body)) await requireRecentSignIn(services.db, caller as Identity);
      const answer = await run({ services, request, caller, params, query, body });
      return toResult(endpoint, answer);
    },
  };
}

async function identifyCaller(
  endpoint: Endpoint,
  request: HttpRequest,
  services: Services,
): Promise<Identity | Actor | null> {
  const { access } = endpoint;
  if (access === 'anyone') return null;
  if (access === 'sync' && !isAccepted(request.headers['x-api-key'], services.zeroApiKey))
    throw new AppError('forbidden');
  const canary =
    access === 'sync' &&
    canaryMember(bearerToken(request.headers['authorization']), services.zeroApiKey, services.clock());
  if (canary) return canary;
  const apiToken = bearerApiToken(request.headers['authorization']);
  if (apiToken) {
    const call = { endpoint, account: request.headers['x-account-id'], viewerIp: request.viewerIp };
    const actor = await authorizeToken(services.db, apiToken, { ...call, now: services.clock() });
    authorizeCall(endpoint, actor);
    return actor;
  }
  if (access === 'token') throw new AppError('token_invalid');
  const token = bearerToken(request.headers['authorization']);
  if (!token) throw new AppError('unauthorized');
  const identity = await services.verifyToken(token);
  if (access === 'user') {
    await requireSession(services.db, identity, services.clock());
    return identity;
  }
  const account = selectedAccount(request.headers['x-account-id']);
  const member = await requireMember(services.db, identity, account, services.clock());
  authorizeCall(endpoint, member);
  return member;
}

/** @throws AppError `forbidden`; `studio_read_only`, `studio_suspended` for a write of a studio that may not write */
function authorizeCall({ capability, method, whilePaused }: Endpoint, { role, access }: Actor): void {
  if (capability) assertCan(role, capability);
  if (method === 'GET' || whilePaused) return;
  if (role === 'support') throw new AppError('forbidden');
  assertMayWrite(access);
}

/** True for a program, false for a person. */
const isToken = (caller: Identity | Actor | null): caller is Actor => caller !== null && 'scopes' in caller;

function takesRecentSignIn({ recentSignIn = false }: Endpoint, body: unknown): boolean {
  return typeof recentSignIn === 'function' ? recentSignIn(body as never) : recentSignIn;
}

/** A malformed id gets the same response as an unknown id. */
function readParams(endpoint: Endpoint, path: Readonly<Record<string, string>>): unknown {
  if (!endpoint.params) return undefined;
  const parsed = endpoint.params.safeParse(path);
  if (!parsed.success || !Object.values(path).every(isStorable)) throw new AppError('not_found');
  return parsed.data;
}

function readBody(endpoint: Endpoint, request: HttpRequest): unknown {
  if (!(endpoint.body instanceof z.ZodType)) return undefined;
  const json = readJson(request);
  if (json === undefined && !endpoint.body.safeParse(undefined).success) throw new AppError('body_required');
  return parseOrThrow(endpoint.body, json);
}

/** Serialises the result; the response schema strips extra fields of a row. */
function toResult<E extends Endpoint>(endpoint: E, answer: HandlerResult<ResponseOf<E>> | Redirect | HtmlPage): Result {
  if ('location' in answer) {
    const { location, status, headers } = answer;
    return { statusCode: status, headers: { 'cache-control': 'no-store', ...headers, location } };
  }
  if ('html' in answer) {
    const { html, status, headers, cookies } = answer;
    const page = { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' };
    return {
      statusCode: status,
      headers: { ...page, ...headers },
      ...(cookies?.length ? { cookies } : {}),
      body: html,
    };
  }
  const json = endpoint.response ? JSON.stringify(endpoint.response.parse(answer.body)) : answer.json;
  return {
    statusCode: answer.status ?? endpoint.status ?? 200,
    headers: {
      'cache-control': 'no-store',
      ...(json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...answer.headers,
    },
    ...(answer.cookies?.length ? { cookies: answer.cookies } : {}),
    ...(json === undefined ? {} : { body: json }),
    ...(answer.bytes ? { body: Buffer.from(answer.bytes).toString('base64'), isBase64Encoded: true } : {}),
  };
}

/** Methods of requests that change something: a line in the log leads from each to its effects. */
const ACTS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Handles one event: rejects requests that bypassed the distribution (API Gateway has no origin access control, and
 * only the distribution's viewer address is trustworthy), and converts every error to a response.
 */
export async function respond(
  event: APIGatewayProxyEventV2,
  services: Services,
  work: (request: HttpRequest) => Promise<Result>,
): Promise<Result> {
  // An event of another trigger has neither: reading the request reports it.
  const { headers, requestContext } = event as Partial<APIGatewayProxyEventV2>;
  return withTrace(requestTrace(headers?.['traceparent']), async () => {
    const answer = await answerTo(event, services, work);
    const { requestId, routeKey, http } = requestContext ?? {};
    if (http && ACTS.has(http.method)) log('info', 'request', { requestId, routeKey, status: answer.statusCode });
    return answer;
  });
}

async function answerTo(
  event: APIGatewayProxyEventV2,
  services: Services,
  work: (request: HttpRequest) => Promise<Result>,
): Promise<Result> {
  try {
    const request = readRequest(event);
    if (!isAccepted(request.headers['x-origin-secret'], services.originSecret)) throw new AppError('forbidden');
    refuseTokensIn(request.query);
    return await withOutboxTrigger(services, () => work(request));
  } catch (error) {
    const { requestId, routeKey } = event.requestContext;
    return errorResponse(error, { requestId, routeKey });
  }
}

/** Errors that only mean that nobody is signed in. */
const SIGNED_OUT_CODES: ReadonlySet<string> = new Set(['unauthorized', 'session_ended', 'mfa_required']);

/** Returns the user of an optional bearer token; null if it is missing or expired, or if its session has ended. */
export async function optionalIdentity(request: HttpRequest, services: Services): Promise<Identity | null> {
  const token = bearerToken(request.headers['authorization']);
  if (!token) return null;
  try {
    const identity = await services.verifyToken(token);
    await requireSession(services.db, identity, services.clock());
    return identity;
  } catch (error) {
    if (error instanceof AppError && SIGNED_OUT_CODES.has(error.code)) return null;
    throw error;
  }
}
