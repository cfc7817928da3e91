import type { Page, WebSocket } from '@playwright/test';

/** Lines kept for each window: the first ones and the latest ones. */
const FIRST = 12;
const LAST = 12;

type Message = [type: string, body?: Record<string, unknown>];

/**
 * Logs the messages between a window and the sync server, one line each. The log of a failed test shows whether its
 * data was requested and arrived.
 * @returns the lines so far, each with the milliseconds since the window was opened
 */
export function logSync(page: Page): () => readonly string[] {
  const opened = Date.now();
  const first: string[] = [];
  let last: string[] = [];
  const say = (line: string) => {
    const told = `${Date.now() - opened} ms ${line}`;
    if (first.length < FIRST) first.push(told);
    else last = [...last.slice(1 - LAST), told];
  };
  page.on('websocket', (socket: WebSocket) => {
    if (!socket.url().includes('/zero/sync/')) return;
    say('opens');
    socket.on('framesent', ({ payload }) => say(`> ${wordOf(payload)}`));
    socket.on('framereceived', ({ payload }) => say(`< ${wordOf(payload)}`));
    socket.on('close', () => say('closes'));
  });
  return () => [...first, ...(last.length > 0 ? ['…', ...last] : [])];
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
