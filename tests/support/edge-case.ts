import type { RawRequest, RawResponse } from './edge-events.ts';

/** One case of an edge function. */
export interface EdgeCase {
  title: string;
  fn: string;
  request: RawRequest;
  /** For viewer-response functions. */
  response?: RawResponse;
  /** The function's own response, or the forwarded request; only the given fields are compared. */
  expect:
    | {
        status: number;
        code?: string;
        field?: string;
        /** null if the viewer must not get it. */
        headers?: Record<string, string | null>;
        /** All cookies of the response. */
        setCookies?: Record<string, { value: string; attributes: string }>;
      }
    | {
        uri?: string;
        query?: Record<string, string>;
        cookies?: Record<string, string>;
        /** null if the request must not be forwarded. */
        headers?: Record<string, string | null>;
      };
}
