import { WebSocket } from 'ws';
import type { LiveMessage, LiveRequest, Room } from '#core/domain/galleries/live.ts';
import type { LivePhoto } from '#core/api/live.ts';
import { type ApiStack, ORIGIN, ORIGIN_SECRET } from './api.ts';

type Message = LiveMessage<LivePhoto>;

export interface LiveOptions {
  cookies?: readonly string[];
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** A page with a socket. */
export class LivePage {
  readonly socket: WebSocket;
  /** Messages that nothing has waited for. */
  readonly inbox: Message[] = [];
  readonly closed: Promise<number>;
  #waiting: ((message: Message) => void) | null = null;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((done) => socket.once('close', done));
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      const waiting = this.#waiting;
      this.#waiting = null;
      if (waiting) waiting(message);
      else this.inbox.push(message);
    });
  }

  /** Returns the next message. */
  next(): Promise<Message> {
    const first = this.inbox.shift();
    return first ? Promise.resolve(first) : new Promise((done) => (this.#waiting = done));
  }

  send(request: LiveRequest | object): void {
    this.socket.send(JSON.stringify(request));
  }

  /** Sends a message that is answered. */
  ask(request: LiveRequest | object): Promise<Message> {
    this.send(request);
    return this.next();
  }

  join(room: string): Promise<Message> {
    return this.ask({ type: 'join', room: room as Room });
  }

  async end(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

const pages: LivePage[] = [];

/** Connects as a page of the product's origin, through the distribution. @throws Error with the status of a refusal */
export async function connectPage(
  api: ApiStack,
  { cookies = [], query = { channel: 'public' }, headers = {} }: LiveOptions = {},
): Promise<LivePage> {
  const url = `${api.url.replace('http', 'ws')}/ws?${new URLSearchParams(query)}`;
  const socket = new WebSocket(url, {
    headers: {
      origin: ORIGIN,
      'x-origin-secret': ORIGIN_SECRET,
      'x-viewer-host': new URL(ORIGIN).host,
      'x-viewer-address': '192.0.2.1',
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...headers,
    },
  });
  const page = new LivePage(socket);
  await new Promise<void>((open, failed) => {
    socket.once('open', open);
    socket.once('unexpected-response', (_request, { statusCode }) => failed(new Error(String(statusCode))));
    socket.once('error', failed);
  });
  pages.push(page);
  return page;
}

/** Ends all pages. */
export async function endPages(): Promise<void> {
  await Promise.all(pages.splice(0).map((page) => page.end()));
}
