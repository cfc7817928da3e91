import type { RawRequest, RawResponse } from './edge-events.ts';

/** One thing that a function at the edge has to do. */
export interface EdgeCase {
  title: string;
  fn: string;
  request: RawRequest;
  /** For functions at the answer's side. */
  response?: RawResponse;
  /** The answer of the function's own, or what it sends on: as far as given. */
  expect:
    | { status: number; code?: string; field?: string; headers?: Record<string, string> }
    | {
        uri?: string;
        query?: Record<string, string>;
        cookies?: Record<string, string>;
        /** null for one that must not go on. */
        headers?: Record<string, string | null>;
      };
}
