import type { z } from 'zod';
import type { Scope } from '../domain/studio/integrations.ts';
import type { Capability } from '../domain/studio/roles.ts';

/**
 * Authentication of an endpoint, checked before the request is read:
 * - `anyone`: none; a visitor session identifies the browser if there is one.
 * - `user`: a valid bearer token.
 * - `member`: a bearer token, and `X-Account-ID` of an account that the user belongs to.
 * - `token`: an API token of a studio, with the endpoint's `scope`.
 * - `sync`: zero-cache's `X-Api-Key`. It forwards the user's token and account, which are checked as for `member`.
 */
export type Access = 'anyone' | 'user' | 'member' | 'token' | 'sync';

/** Required value of `X-Channel` (docs/specification.md#headers). */
export type Channel = 'backoffice' | 'public';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/accounts/:accountId`; each `:name` is a key of `params`. */
  readonly path: string;
  readonly access: Access;
  /** Absent for links that browsers follow themselves (downloads) and for services. */
  readonly channel?: Channel;
  /** Capability that the caller's role in the account must have, for `member` and `token`. */
  readonly capability?: Capability;
  /**
   * True if the caller must have signed in within the last hour, because the act gives access, money or an address to
   * others and a stolen token or an unlocked screen must not suffice; a predicate of the body if only some requests do.
   * Checked once, in `functions/platform/http/handler.ts`: 403 `recent_sign_in_required`. Sensitive endpoints
   * declare it also if it is false (`recent-sign-in.test.ts`).
   */
  readonly recentSignIn?: boolean | ((body: never) => boolean);
  /**
   * True for a method other than GET that members of a suspended studio may call: it reads, pays, or ends access. Others
   * are refused for them.
   */
  readonly whilePaused?: true;
  /** Permission that an API token needs; `any`: each token has it. Without it the endpoint refuses tokens. */
  readonly scope?: Scope | 'any';
  /** Further permission that an API token needs for this body; null for none. */
  readonly bodyScope?: { readonly scope: Scope; readonly when: string; isNeeded: (body: never) => boolean };
  /** One line of the reference for integrators (`openapi.ts`); required with `scope`. */
  readonly summary?: string;
  /** Further paragraphs of the reference, as Markdown. */
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON schema of the body; `multipart` and `raw` reach the handler unparsed. */
  readonly body?: z.ZodType | 'multipart' | 'raw';
  /** JSON schema of the response; absent for redirects and binary responses. */
  readonly response?: z.ZodType;
  /** Status of a successful response; 200 by default. */
  readonly status?: number;
  /** Status of a request that repeats a successful one by its own id; it changes nothing. */
  readonly repeatedStatus?: number;
}

/** Returns the methods that an endpoint answers: `HEAD` wherever `GET` is (RFC 9110 §9.1). */
export const requestMethods = (method: Endpoint['method']): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Returns the definition unchanged: checks its shape and keeps its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Inferred<T> = T extends z.ZodType ? z.infer<T> : undefined;

export type ParamsOf<E extends Endpoint> = Inferred<E['params']>;
export type QueryOf<E extends Endpoint> = Inferred<E['query']>;
export type BodyOf<E extends Endpoint> = Inferred<E['body']>;
export type ResponseOf<E extends Endpoint> = Inferred<E['response']>;
/** Input type of a body: before defaults and coercions. */
export type BodyInput<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
export type QueryInput<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
