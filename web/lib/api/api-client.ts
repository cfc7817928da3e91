import type { z } from 'zod';
import type { BodyInput, Channel, Endpoint, QueryInput, ResponseOf } from '#core/api/endpoint.ts';
import { type Endpoints, endpoints } from '#core/api/endpoints.ts';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import { traceparent } from './trace.ts';

/** A failed call; `code` has a text in `errors:<code>`. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly field: string | undefined;
  readonly issues: readonly FieldIssue[];
  readonly params: Readonly<Record<string, unknown>>;

  constructor(code: string, status: number, error: ErrorFields = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.field = error.field;
    this.issues = error.issues ?? [];
    this.params = error.params ?? {};
  }
}

interface ErrorFields {
  field?: string;
  issues?: readonly FieldIssue[];
  params?: Readonly<Record<string, unknown>>;
}

interface ApiClientOptions {
  channel: Channel;
  /** Returns the current access token; read on each call, since the token is renewed. */
  getToken?: () => Promise<string | null>;
  /** Receives the code of each rejection and the token of the call. */
  onRefused?: (code: string, token: string | null) => void;
  /** Asks for another sign-in that the call needs; true once it has happened. Without it such a call fails. */
  signInAgain?: (byMail: boolean) => Promise<boolean>;
  /** Returns the selected account's id, for `X-Account-ID`. */
  getAccountId?: () => string | null;
}

type ParamsInput<E extends Endpoint> = E['params'] extends z.ZodType ? z.input<E['params']> : undefined;

/** Drops inputs that an endpoint does not take, and makes empty ones optional. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

type Input<E extends Endpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyOfCall<E>>;

type BodyOfCall<E extends Endpoint> = E['body'] extends 'multipart'
  ? FormData
  : E['body'] extends 'raw'
    ? Blob
    : BodyInput<E>;

interface CallOptions {
  signal?: AbortSignal;
}

/** The type of the endpoint's response schema; a Blob without one. */
type AnswerOf<E extends Endpoint> = E extends { response: z.ZodType } ? ResponseOf<E> : Blob;

type Caller<E extends Endpoint> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (input: Input<E>, options?: CallOptions) => Promise<AnswerOf<E>>;

/** Public GET endpoints without a JSON response are links that browsers follow; other programs call those of tokens. */
type Calls<G> = {
  readonly [
    N in keyof G as G[N] extends { access: 'token' }
      ? never
      : G[N] extends { response: z.ZodType } | { access: 'user' | 'member' }
        ? N
        : never
  ]: G[N] extends Endpoint ? Caller<G[N]> : never;
};

/** Every endpoint of the contract as a function: `api.galleries.remove({ params: { galleryId } })`. */
export type ApiClient = { readonly [G in Exclude<keyof Endpoints, 'zero'>]: Calls<Endpoints[G]> };

/**
 * Returns the typed client of the HTTP contract. Same origin, so cookies are sent.
 * @throws ApiError from every call: with the server's code, or `network` without a response
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const groups = Object.entries(endpoints as Record<string, Record<string, Endpoint>>).map(([group, entries]) => {
    const calls = Object.entries(entries).map(([name, endpoint]) => {
      const call = (input: AnyInput = {}, { signal }: CallOptions = {}) => send(endpoint, input, options, signal);
      return [name, call] as const;
    });
    return [group, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(groups) as unknown as ApiClient;
}

interface AnyInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
}

const BEARER = 'Bearer ';

async function send(endpoint: Endpoint, input: AnyInput, options: ApiClientOptions, signal?: AbortSignal) {
  // Read before any await: the call belongs to the account that was selected then.
  const accountId = options.getAccountId?.() ?? null;
  const attempt = () => sendOnce(endpoint, input, { ...options, getAccountId: () => accountId }, signal);
  return attempt().catch(async (error: unknown) => {
    const isStale = error instanceof ApiError && error.code === 'recent_sign_in_required';
    if (isStale && (await options.signInAgain?.(error.params['mail'] === true))) return attempt();
    throw error;
  });
}

async function sendOnce(endpoint: Endpoint, input: AnyInput, options: ApiClientOptions, signal?: AbortSignal) {
  const headers = await headersOf(options);
  let body: BodyInit | undefined;
  if (input.body instanceof FormData) body = input.body;
  else if (input.body instanceof Blob) {
    headers.set('content-type', input.body.type);
    body = input.body;
  } else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(input.body);
  }
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    ...(body ? { body } : {}),
    ...(signal ? { signal } : {}),
  };
  const fail = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new ApiError('network', 0);
  };
  const response = await fetch(addressOf(endpoint.path, input), init).catch(fail);
  if (response.ok) {
    // The connection may end within the answer, as it does when the page is left.
    const read: Promise<unknown> = endpoint.response ? response.json() : response.blob();
    return read.catch(fail);
  }
  const json: unknown = await response.json().catch(() => null);
  const error = errorOf(response, json);
  options.onRefused?.(error.code, headers.get('authorization')?.slice(BEARER.length) ?? null);
  throw error;
}

async function headersOf({ channel, getToken, getAccountId }: ApiClientOptions): Promise<Headers> {
  const headers = new Headers({ 'x-channel': channel, traceparent: traceparent() });
  const accountId = getAccountId?.();
  const token = await getToken?.();
  if (token) headers.set('authorization', BEARER + token);
  if (accountId) headers.set('x-account-id', accountId);
  return headers;
}

/** Returns the path with its parameters, and the query. */
function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(pairs).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Maps a response that is not our API's, e.g. a proxy's, by its status. */
function errorOf({ status, headers }: Response, json: unknown): ApiError {
  const error = (json as { error?: ErrorFields & { code?: unknown } } | null)?.error;
  if (typeof error?.code === 'string') return new ApiError(error.code, status, error);
  if (status === 413) return new ApiError('payload_too_large', status);
  const retryAfter = Number(headers.get('retry-after'));
  const fields = retryAfter > 0 ? { params: { retryAfter } } : {};
  if (status === 429) return new ApiError('rate_limited', status, fields);
  return new ApiError(status >= 500 ? 'unavailable' : 'unknown', status, fields);
}
