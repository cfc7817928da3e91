import type { ErrorCode } from '#core/domain/errors.ts';

/*
 * What CloudFront hands to a function at the viewer's side, and takes back (event structure version 1.0,
 * JavaScript runtime 2.0). Names are in lower case. Names and values of the query arrive as they were sent, still
 * percent-encoded.
 *
 * The runtime is ES 5.1 with const, let, arrow functions, rest parameters, template literals, async and await:
 * no destructuring, spread, for-of, default arguments, classes or async closures; no URL, no timers, no network.
 * tests/contract/edge-bundle.test.ts holds everything in this folder to it.
 */

export interface EdgeValue {
  value: string;
  /** Present when the name was given more than once; then it holds every value, the first one included. */
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
  body?: string;
}

export interface ViewerRequestEvent {
  viewer: { ip: string };
  request: EdgeRequest;
}

export interface ViewerResponseEvent extends ViewerRequestEvent {
  response: EdgeResponse;
}

/** The request to go on with, or an answer in its place. */
export type EdgeResult = EdgeRequest | EdgeResponse;

/** CloudFront's KeyValueStore: `get` rejects for a key that is not there. */
export interface KeyValueStore {
  get(key: string): Promise<string>;
}

/** What differs between CloudFront and the local edge; everything else is the same code. */
export interface EdgeRuntime {
  store: KeyValueStore;
  /** HMAC-SHA-256 of a text under a key given in hex, in lower-case hex. */
  hmac(keyHex: string, text: string): string;
  /** Epoch milliseconds. */
  now(): number;
}

/** Whether a function answered by itself. */
export function isResponse(result: EdgeResult): result is EdgeResponse {
  return 'statusCode' in result;
}

/** An answer of the edge's own, with the same body as every failed answer of the API (core/api/errors.ts). */
export function errorResponse(status: number, code: ErrorCode, message: string, field?: string): EdgeResponse {
  const error: { code: string; message: string; field?: string } = { code, message };
  if (field !== undefined) error.field = field;
  return {
    statusCode: status,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: JSON.stringify({ error }),
  };
}
