import type { Page, WebSocket } from '@playwright/test';

/** Lines kept for each window: the first ones and the latest ones. */
const FIRST = 12;
const LAST = 80;

/** Sent every five seconds by either side. */
const HEARTBEAT = /^\["p[io]ng"/;

interface Line {
  at: number;
  text: string;
  payload: string | Buffer | undefined;
}

export interface SyncLog {
  /** The lines so far, each with the milliseconds since the log began. */
  lines: () => readonly string[];
  stop: () => void;
}

type Message = [type: string, body?: Record<string, unknown>];

/**
 * Logs the messages between a window and the sync server, one line each. The log of a failed test shows whether its
 * data was requested and arrived.
 */
export function logSync(page: Page): SyncLog {
  const opened = Date.now();
  const first: Line[] = [];
  let last: Line[] = [];
  const say = (text: string, payload?: string | Buffer) => {
    if (payload !== undefined && HEARTBEAT.test(String(payload))) return;
    const line = { at: Date.now() - opened, text, payload };
    if (first.length < FIRST) first.push(line);
    else last = [...last.slice(1 - LAST), line];
  };
  const follow = (socket: WebSocket) => {
    if (!socket.url().includes('/zero/sync/')) return;
    say('opens');
    socket.on('framesent', ({ payload }) => say('>', payload));
    socket.on('framereceived', ({ payload }) => say('<', payload));
    socket.on('close', () => say('closes'));
  };
  page.addListener('websocket', follow);
  // Payloads are long; only the log of a failed test parses some.
  const show = ({ at, text, payload }: Line) => `${at} ms ${text}${payload === undefined ? '' : ` ${wordOf(payload)}`}`;
  return {
    lines: () => [...first.map(show), ...(last.length > 0 ? ['…', ...last.map(show)] : [])],
    stop: () => void page.removeListener('websocket', follow),
  };
}

/** Type and list lengths of a Zero message, and the names of mutators; never a row. */
function wordOf(payload: string | Buffer): string {
  try {
    const [type, body = {}] = JSON.parse(String(payload)) as Message;
    if (type === 'error') return `error ${String(body['kind'])} ${String(body['message'])}`;
    if (type === 'push') return `push ${(body['mutations'] as { name: string }[]).map(({ name }) => name).join(', ')}`;
    const lists = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return [type, ...lists.map(([name, list]) => `${name}=${list.length}`)].join(' ');
  } catch {
    return 'something else';
  }
}
