import { Agent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { endToEnd, makeAnswer, type Answer } from './answer.ts';

/** CloudFront waits 30 s for an origin's next byte by default; transforms may take longer. */
const ORIGIN_TIMEOUT_MS = 65_000;
/** Maximum bytes of a response in memory: above the largest possible rendition. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export class OriginError extends Error {
  readonly status: 502 | 504;

  constructor(status: 502 | 504, cause?: unknown) {
    super(`origin answered nothing (${status})`, { cause });
    this.name = 'OriginError';
    this.status = status;
  }
}

interface OriginRequest {
  url: string;
  method?: string | undefined;
  headers?: OutgoingHttpHeaders;
  body?: Readable;
}

/** @throws OriginError without a response */
export async function askOrigin(ask: OriginRequest): Promise<IncomingMessage> {
  try {
    return await attempt(ask);
  } catch (error) {
    // The origin may have closed an idle connection. Without a body the request can be repeated.
    if (error instanceof OriginError && error.status === 502 && !ask.body && wasReset(error.cause)) return attempt(ask);
    throw error;
  }
}

function wasReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}

function attempt({ url, method = 'GET', headers = {}, body }: OriginRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent, timeout: ORIGIN_TIMEOUT_MS }, resolve);
    outgoing.once('timeout', () => {
      reject(new OriginError(504));
      outgoing.destroy();
    });
    outgoing.on('error', (error) => reject(new OriginError(502, error)));
    if (!body) return void outgoing.end();
    // Aborts the origin request if the viewer disconnects, so that a partial body does not look complete.
    body.once('close', () => body.readableEnded || outgoing.destroy());
    body.pipe(outgoing);
  });
}

/** Reads an origin's response to its end. @throws OriginError if it breaks off or is too large */
export async function collect(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('answer too large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw new OriginError(502, error);
  }
  const { 'content-length': _length, date: _date, ...headers } = endToEnd(incoming.headers);
  return makeAnswer(incoming.statusCode ?? 502, headers, Buffer.concat(chunks));
}
