import type { ErrorCode } from '#core/domain/values/errors.ts';

/*
 * Viewer request and response of a CloudFront function (event structure version 1.0, JavaScript runtime 2.0). Names are
 * in lower case. Names and values of the query arrive as sent, still percent-encoded.
 * The runtime is ES 5.1 with const, let, arrow functions, rest parameters, template literals, async and await: no
 * destructuring, spread, for-of, default arguments, classes or async closures; no URL, no timers, no network.
 * tests/contract/edge-bundle.test.ts checks every file in this folder.
 */

export interface EdgeValue {
  value: string;
  /** Set if the name occurs more than once; holds all values, including the first. */
  multiValue?: Array<{ value: string }>;
}

export interface EdgeValues {
  [name: string]: EdgeValue;
}

export interface EdgeRequest {
  method: string;
  /** The path, without the query. */
  uri: string;
  querystring: EdgeValues;
  headers: EdgeValues;
  cookies: EdgeValues;
}

export interface EdgeResponse {
  statusCode: number;
  statusDescription?: string;
  headers: EdgeValues;
  /** `attributes` as in `Set-Cookie`. */
  cookies?: { [name: string]: { value: string; attributes: string } };
  body?: string;
}

export interface ViewerRequestEvent {
  viewer: { ip: string };
  request: EdgeRequest;
}

export interface ViewerResponseEvent extends ViewerRequestEvent {
  response: EdgeResponse;
}

/** The request to continue with, or a response instead. */
export type EdgeResult = EdgeRequest | EdgeResponse;

/** CloudFront's KeyValueStore: `get` rejects for a missing key. */
export interface KeyValueStore {
  get(key: string): Promise<string>;
}

/** Differences between CloudFront and the local edge; all other code is shared. */
export interface EdgeRuntime {
  store: KeyValueStore;
  /** HMAC-SHA-256 in lower-case hex; the key is hex. */
  hmac(keyHex: string, text: string): string;
  /** Epoch milliseconds. */
  now(): number;
  /** True behind TLS: cookies are `Secure`. */
  https: boolean;
}

/** True if a function returned a response. */
export function isResponse(result: EdgeResult): result is EdgeResponse {
  return 'statusCode' in result;
}

/** Returns an error response of the edge, with the body of all API errors (core/api/errors.ts). */
export function errorResponse(
  status: number,
  code: ErrorCode,
  message: string,
  field?: string,
  params?: object,
): EdgeResponse {
  const error: { code: string; message: string; field?: string; params?: object } = { code, message };
  if (field !== undefined) error.field = field;
  if (params !== undefined) error.params = params;
  return {
    statusCode: status,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: JSON.stringify({ error }),
  };
}
