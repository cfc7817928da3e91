import type { z } from 'zod';
import type { Capability } from '../domain/roles.ts';

/**
 * Who may call, decided before anything is read:
 * - `anyone`: no identity asked for; the visitor session, where there is one, says who it is.
 * - `user`: a valid bearer token.
 * - `member`: a bearer token, and `X-Account-ID` of an account that this person belongs to.
 * - `sync`: zero-cache, by its `X-Api-Key`; the person's token and account come along and are checked as for `member`.
 */
export type Access = 'anyone' | 'user' | 'member' | 'sync';

/** Value of `X-Channel` that a call must carry (decisions §1). */
export type Channel = 'backoffice' | 'public';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/accounts/:accountId`; each `:name` is a key of `params`. */
  readonly path: string;
  readonly access: Access;
  /** Absent where browsers navigate by themselves (downloads) and where the caller is a service. */
  readonly channel?: Channel;
  /** Asked of the caller's role in the account, for `member`. */
  readonly capability?: Capability;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON by schema; `multipart` and `raw` reach the handler as they came. */
  readonly body?: z.ZodType | 'multipart' | 'raw';
  /** JSON by schema; absent when the answer is a redirect or bytes. */
  readonly response?: z.ZodType;
  /** Status of a good answer; 200 unless said. */
  readonly status?: number;
}

/** Checks an endpoint's shape and keeps its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Inferred<T> = T extends z.ZodType ? z.infer<T> : undefined;

export type ParamsOf<E extends Endpoint> = Inferred<E['params']>;
export type QueryOf<E extends Endpoint> = Inferred<E['query']>;
export type BodyOf<E extends Endpoint> = Inferred<E['body']>;
export type ResponseOf<E extends Endpoint> = Inferred<E['response']>;
/** What a caller passes in: before defaults and coercions. */
export type BodyInput<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
export type QueryInput<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
