import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { z } from 'zod';
import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#core/api/endpoint.ts';
import { AppError } from '#core/domain/errors.ts';
import { isStorable, parseOrThrow } from '#core/domain/primitives.ts';
import { assertCan } from '#core/domain/roles.ts';
import { bearerToken, type Identity } from '../auth/access-token.ts';
import { type Member, requireMember, requireSession, selectedAccount } from '../auth/authorization.ts';
import { isAccepted } from '../auth/secrets.ts';
import { withOutboxTrigger } from '../aws/queues.ts';
import type { Services } from '../services.ts';
import { errorResponse } from './error-response.ts';
import { type HttpRequest, readJson, readQuery, readRequest } from './request.ts';

export type Result = APIGatewayProxyStructuredResultV2;
export type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<Result>;

/** Who calls, as far as the endpoint asks. */
export type Caller<A extends Access> = A extends 'anyone' ? null : A extends 'user' ? Identity : Member;

/** One call, checked: everything an endpoint's function needs. */
export interface Call<E extends Endpoint> {
  readonly services: Services;
  readonly request: HttpRequest;
  readonly caller: Caller<E['access']>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}

export interface HandlerResult<Body> {
  body: Body;
  /** Instead of the endpoint's own. */
  status?: number;
  headers?: Record<string, string>;
  /** Whole `Set-Cookie` values. */
  cookies?: string[];
  /** Already written, for endpoints whose answers have no schema of ours: JSON, unless `headers` say what else. */
  json?: string;
  /** What is no text; `headers` say what it is. */
  bytes?: Uint8Array;
}

/** An endpoint together with what answers it. */
export interface Handler<E extends Endpoint> {
  readonly endpoint: E;
  run(request: HttpRequest, params: Readonly<Record<string, string>>, services: Services): Promise<Result>;
}

/** A handler for every endpoint of a table; forgetting one does not compile. */
export type Handlers<T> = {
  readonly [G in keyof T]: { readonly [N in keyof T[G]]: T[G][N] extends Endpoint ? Handler<T[G][N]> : never };
};

/**
 * Puts the checks that every endpoint owes in front of `run`, in this order: channel, identity, membership and
 * capability, and only then path, query and body. So a stranger learns nothing of what a body should look like, and
 * nothing is read from the database for one.
 */
export function defineHandler<E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<HandlerResult<ResponseOf<E>>>,
): Handler<E> {
  return {
    endpoint,
    async run(request, path, services) {
      if (endpoint.channel && request.headers['x-channel'] !== endpoint.channel) throw new AppError('channel_required');
      const caller = (await identifyCaller(endpoint, request, services)) as Caller<E['access']>;
      const answer = await run({
        services,
        request,
        caller,
        params: readParams(endpoint, path) as ParamsOf<E>,
        query: (endpoint.query ? parseOrThrow(endpoint.query, readQuery(request.query)) : undefined) as QueryOf<E>,
        body: readBody(endpoint, request) as BodyOf<E>,
      });
      return toResult(endpoint, answer);
    },
  };
}

async function identifyCaller(
  endpoint: Endpoint,
  request: HttpRequest,
  services: Services,
): Promise<Identity | Member | null> {
  const { access, capability } = endpoint;
  if (access === 'anyone') return null;
  if (access === 'sync' && !isAccepted(request.headers['x-api-key'], services.zeroApiKey))
    throw new AppError('forbidden');
  const token = bearerToken(request.headers['authorization']);
  if (!token) throw new AppError('unauthorized');
  const identity = await services.verifyToken(token);
  if (access === 'user') {
    await requireSession(services.db, identity, services.clock());
    return identity;
  }
  const account = selectedAccount(request.headers['x-account-id']);
  const member = await requireMember(services.db, identity, account, services.clock());
  if (capability) assertCan(member.role, capability);
  return member;
}

/** A malformed id is an id that does not exist, and is answered so. */
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

/** The response's schema also strips whatever a row had beside it. */
function toResult<E extends Endpoint>(endpoint: E, answer: HandlerResult<ResponseOf<E>>): Result {
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

/**
 * Runs one event: refuses what did not come through the distribution (API Gateway knows no origin access control, and
 * only the distribution's word on the visitor's address counts), and turns whatever is thrown into an answer.
 */
export async function respond(
  event: APIGatewayProxyEventV2,
  services: Services,
  work: (request: HttpRequest) => Promise<Result>,
): Promise<Result> {
  try {
    const request = readRequest(event);
    if (!isAccepted(request.headers['x-origin-secret'], services.originSecret)) throw new AppError('forbidden');
    return await withOutboxTrigger(services, () => work(request));
  } catch (error) {
    const { requestId, routeKey } = event.requestContext;
    return errorResponse(error, { requestId, routeKey });
  }
}

/** Refusals that only mean that nobody is signed in. */
const SIGNED_OUT_CODES: ReadonlySet<string> = new Set(['unauthorized', 'session_ended', 'mfa_required']);

/**
 * The person behind the bearer token of a call that does not ask for one; null for nobody, for a token past its time,
 * and for one whose session was ended.
 */
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
