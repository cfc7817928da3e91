import ReconnectingSocket from 'partysocket/ws';
import {
  LIVE_GROWTH,
  LIVE_MAX_DELAY_MS,
  LIVE_MIN_DELAY_MS,
  LIVE_PATH,
  LIVE_TIMEOUT_MS,
  type LiveMessage,
  type LiveRequest,
} from '#core/domain/galleries/live.ts';

/** Returns the query of the socket's address for one attempt; null if there is none now (signed out). */
export type LiveQuery = () => Promise<Readonly<Record<string, string>> | null>;

interface SocketOptions {
  query: LiveQuery;
  /** Number of attempts after the first one. */
  retries: number;
  onOpen: () => void;
  onMessage: (message: LiveMessage) => void;
  /** The connection ended or an attempt failed. `isLast`: no further attempt follows. */
  onDown: (isLast: boolean) => void;
  /** Replaces the browser's class and address in tests. */
  WebSocket?: unknown;
  origin?: string;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

export interface LiveSocket {
  send: (request: LiveRequest) => void;
  close: () => void;
}

/** Opens the product socket with bounded retries. Each attempt asks for its address. */
export function openSocket(options: SocketOptions): LiveSocket {
  const { retries, random, onOpen, onMessage, onDown } = options;
  let attempt = 0;
  let isClosed = false;
  const address = async () => {
    attempt = socket.retryCount;
    // partysocket has no jitter: without it every page would come back in the same second.
    if (attempt > 0) await pause(random() * LIVE_MIN_DELAY_MS);
    const query = await Promise.race([options.query(), timeout()]);
    if (!query) throw new Error('No address');
    const url = new URL(LIVE_PATH, options.origin ?? location.origin);
    url.protocol = url.protocol.replace('http', 'ws');
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };
  const socket = new ReconnectingSocket(address, [], {
    maxRetries: retries,
    reconnectionDelayGrowFactor: LIVE_GROWTH,
    minReconnectionDelay: LIVE_MIN_DELAY_MS,
    maxReconnectionDelay: LIVE_MAX_DELAY_MS,
    connectionTimeout: LIVE_TIMEOUT_MS,
    // Rooms are joined again after each opening, so nothing waits for one.
    maxEnqueuedMessages: 0,
    ...(options.WebSocket !== undefined && { WebSocket: options.WebSocket }),
  });
  const down = () => {
    if (isClosed) return;
    // partysocket reports no end of its retries. It counts the next attempt before it reports the failure of this one.
    const isLast = attempt >= retries && socket.retryCount === attempt;
    isClosed = isLast;
    onDown(isLast);
  };
  socket.onopen = () => !isClosed && onOpen();
  socket.onclose = down;
  socket.onerror = down;
  socket.onmessage = ({ data }) => {
    const message = isClosed ? null : parseMessage(data);
    if (message) onMessage(message);
  };
  return {
    send(request) {
      if (!isClosed && socket.readyState === socket.OPEN) socket.send(JSON.stringify(request));
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function timeout(): Promise<null> {
  await pause(LIVE_TIMEOUT_MS);
  return null;
}

/** Parses a message without a schema, which would be larger than the rest: it comes from our own origin. */
function parseMessage(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null && 'type' in message ? (message as LiveMessage) : null;
  } catch {
    return null;
  }
}
