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
    | { status: number; code?: string; field?: string; headers?: Record<string, string> }
    | {
        uri?: string;
        query?: Record<string, string>;
        cookies?: Record<string, string>;
        /** null if the request must not be forwarded. */
        headers?: Record<string, string | null>;
      };
}
