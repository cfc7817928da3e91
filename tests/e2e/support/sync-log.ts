import type { Page, WebSocket } from '@playwright/test';

/** Lines kept for each window: the first ones and the latest ones. */
const FIRST = 12;
const LAST = 12;

interface Line {
  at: number;
  text: string;
  payload: string | Buffer | undefined;
}

type Message = [type: string, body?: Record<string, unknown>];

/**
 * Logs the messages between a window and the sync server, one line each. The log of a failed test shows whether its
 * data was requested and arrived.
 * @returns the lines so far, each with the milliseconds since the window was opened
 */
export function logSync(page: Page): () => readonly string[] {
  const opened = Date.now();
  const first: Line[] = [];
  let last: Line[] = [];
  const say = (text: string, payload?: string | Buffer) => {
    const line = { at: Date.now() - opened, text, payload };
    if (first.length < FIRST) first.push(line);
    else last = [...last.slice(1 - LAST), line];
  };
  page.on('websocket', (socket: WebSocket) => {
    if (!socket.url().includes('/zero/sync/')) return;
    say('opens');
    socket.on('framesent', ({ payload }) => say('>', payload));
    socket.on('framereceived', ({ payload }) => say('<', payload));
    socket.on('close', () => say('closes'));
  });
  // Payloads are long; only the log of a failed test parses some.
  const show = ({ at, text, payload }: Line) => `${at} ms ${text}${payload === undefined ? '' : ` ${wordOf(payload)}`}`;
  return () => [...first.map(show), ...(last.length > 0 ? ['…', ...last.map(show)] : [])];
}

/** Type and list lengths of a Zero message; never a row. */
function wordOf(payload: string | Buffer): string {
  try {
    const [type, body = {}] = JSON.parse(String(payload)) as Message;
    if (type === 'error') return `error ${String(body['kind'])} ${String(body['message'])}`;
    const lists = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return [type, ...lists.map(([name, list]) => `${name}=${list.length}`)].join(' ');
  } catch {
    return 'something else';
  }
}
