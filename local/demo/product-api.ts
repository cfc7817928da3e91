import type { z } from 'zod';
import type { BodyInput, Endpoint, ResponseOf } from '#core/api/endpoint.ts';
import { errorBody } from '#core/api/errors.ts';

/** A refusal of the API with its code. */
export class RefusedError extends Error {
  readonly code: string;

  constructor(path: string, code: string) {
    super(`${path}: ${code}`);
    this.name = 'RefusedError';
    this.code = code;
  }
}

/** Calls the product's API through the edge, as the back office does. */
export class ProductApi {
  readonly origin: string;
  readonly #token: string;
  /** Set once the studio exists. */
  accountId: string | undefined;

  constructor(origin: string, token: string) {
    this.origin = origin;
    this.#token = token;
  }

  async call<E extends Endpoint & { response: z.ZodType }>(
    endpoint: E,
    params: Record<string, string>,
    /** JSON by the endpoint's schema, raw bytes, or a form. */
    body?: BodyInput<E> | Blob | FormData,
  ): Promise<ResponseOf<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await fetch(this.origin + path, {
      method: endpoint.method,
      headers: {
        // Painting may outlast the server's keep-alive, and a request on a closing socket fails.
        connection: 'close',
        authorization: `Bearer ${this.#token}`,
        'x-channel': endpoint.channel ?? 'backoffice',
        ...(this.accountId ? { 'x-account-id': this.accountId } : {}),
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : {
            body: body instanceof Blob || body instanceof FormData ? body : JSON.stringify(body),
          }),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return endpoint.response.parse(answer) as ResponseOf<E>;
    const refusal = errorBody.safeParse(answer);
    throw new RefusedError(path, refusal.success ? refusal.data.error.code : `status ${response.status}`);
  }
}
