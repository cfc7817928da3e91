import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Maximum of a response in bytes: 6 MB and 100, as Lambda's own refusal says. */
export const MAX_ANSWER_BYTES = 6_291_556;

/** One invocation, as a runtime receives it. */
export interface Invocation {
  requestId: string;
  /** JSON. */
  payload: string;
  /** Epoch milliseconds. */
  deadline: number;
  traceId: string;
  functionArn: string;
}

/** Reason of a failure, by Lambda's names: `Runtime.ExitError`, `Sandbox.Timedout`, or the class that was thrown. */
export class FunctionError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.name = 'FunctionError';
    this.type = type;
  }
}

interface Running {
  invocation: Invocation;
  answered: PromiseWithResolvers<string>;
}

/**
 * Lambda's Runtime API for one sandbox, on a loopback port of its own
 * (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html).
 */
export class RuntimeApi {
  readonly #server: Server;
  readonly #ready = Promise.withResolvers<void>();
  /** The pending long poll of an idle runtime. */
  #polling: ServerResponse | undefined;
  #running: Running | undefined;
  /** Called when the runtime asks for work: until there is some, nothing may run in its sandbox. */
  onIdle: () => void = () => {};

  private constructor() {
    this.#ready.promise.catch(() => {});
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async listen(): Promise<RuntimeApi> {
    const api = new RuntimeApi();
    await once(api.#server.listen(0, '127.0.0.1'), 'listening');
    return api;
  }

  /** Host and port, as `AWS_LAMBDA_RUNTIME_API` contains them. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the function has loaded, rejects with a FunctionError if loading failed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * Passes an event and waits for its response.
   * @throws FunctionError
   */
  invoke(invocation: Invocation): Promise<string> {
    if (this.#running || !this.#polling) throw new Error('a sandbox takes one call at a time');
    const answered = Promise.withResolvers<string>();
    this.#running = { invocation, answered };
    this.#handOut(this.#polling, invocation);
    this.#polling = undefined;
    return answered.promise;
  }

  /** Rejects all pending promises: the process has ended. */
  fail(error: FunctionError): void {
    this.#ready.reject(error);
    this.#running?.answered.reject(error);
    this.#running = undefined;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/2018-06-01/runtime', '');
    if (path === '/invocation/next') return this.#poll(response);
    const body = await text(request);
    if (path === '/init/error') this.#ready.reject(errorOf(body));
    else if (path === `/invocation/${this.#running?.invocation.requestId}/response`) this.#answer(body, response);
    else if (path === `/invocation/${this.#running?.invocation.requestId}/error`) this.#settle(errorOf(body));
    else response.statusCode = 404;
    if (!response.writableEnded) response.writeHead(response.statusCode === 200 ? 202 : response.statusCode).end();
  }

  #poll(response: ServerResponse): void {
    this.#polling = response;
    this.#ready.resolve();
    this.onIdle();
  }

  #handOut(response: ServerResponse, { requestId, payload, deadline, traceId, functionArn }: Invocation): void {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'lambda-runtime-aws-request-id': requestId,
      'lambda-runtime-deadline-ms': String(deadline),
      'lambda-runtime-invoked-function-arn': functionArn,
      'lambda-runtime-trace-id': traceId,
    });
    response.end(payload);
  }

  #answer(body: string, response: ServerResponse): void {
    const bytes = Buffer.byteLength(body);
    if (bytes <= MAX_ANSWER_BYTES) return this.#settle(body);
    response.writeHead(413).end();
    this.#settle(new FunctionError('Function.ResponseSizeTooLarge', `${bytes} bytes, ${MAX_ANSWER_BYTES} are allowed`));
  }

  #settle(answer: string | FunctionError): void {
    const running = this.#running;
    this.#running = undefined;
    if (answer instanceof FunctionError) running?.answered.reject(answer);
    else running?.answered.resolve(answer);
  }
}

function errorOf(body: string): FunctionError {
  const { errorType, errorMessage } = JSON.parse(body) as { errorType?: string; errorMessage?: string };
  return new FunctionError(errorType ?? 'Unhandled', errorMessage ?? '');
}
