import { Agent, type IncomingMessage, request } from 'node:http';

/** Connections that a browser opens to one host. */
const CONNECTIONS = 6;

export interface VisitorRequest {
  method: string;
  /** Path with query, or a URL of this machine. */
  address: string;
  headers?: Record<string, string>;
  body?: string | null;
  /** Ends after the first bytes of the body. */
  onlyStart?: boolean;
}

export interface VisitorAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/**
 * A browser of its own network: an address in 127.0.0.0/8 that no other visitor has, a cookie jar, six connections.
 * Rate limits count it like a visitor from elsewhere.
 */
export class Visitor {
  readonly #origin: string;
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();

  /** @param number from 0 to 50,000 */
  constructor(origin: string, number: number) {
    this.#origin = origin;
    const localAddress = `127.${10 + (number >> 8)}.${number & 255}.7`;
    this.#agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress });
  }

  ask(wanted: VisitorRequest): Promise<VisitorAnswer> {
    const { method, address, headers = {}, body, onlyStart = false } = wanted;
    const url = new URL(address, this.#origin);
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    return new Promise((resolve, reject) => {
      const asked = request({
        agent: this.#agent,
        // A name could be resolved to ::1, which has one address only.
        host: '127.0.0.1',
        port: url.port,
        path: url.pathname + url.search,
        method,
        headers: {
          host: url.host,
          ...headers,
          // Storage is another origin: it gets no cookie.
          ...(cookie && url.origin === this.#origin && { cookie }),
          ...(body && { 'content-length': Buffer.byteLength(body) }),
        },
      });
      asked.once('error', (error) => {
        // The server has closed the idle connection meanwhile: browsers ask again on another one.
        if (asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
          this.ask(wanted).then(resolve, reject);
        else reject(error);
      });
      asked.once('response', (response) => {
        for (const one of response.headers['set-cookie'] ?? []) this.#keep(one);
        const { statusCode: status = 0, headers: answered } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (onlyStart) response.destroy();
        });
        response.once('error', reject);
        // Also after `destroy`.
        response.once('close', () => resolve({ status, headers: answered, body: Buffer.concat(chunks).toString() }));
      });
      asked.end(body ?? undefined);
    });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const mark = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, mark), pair.slice(mark + 1));
  }

  leave(): void {
    this.#agent.destroy();
  }
}
