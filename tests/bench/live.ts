/** An event: many pages with a socket, and a burst of photos that become ready. */
import { readdirSync, readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import type { LivePhoto } from '#core/api/live.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { LiveMessage } from '#core/domain/galleries/live.ts';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import { insertGallery, insertPhoto } from '../support/rows.ts';
import type { Figure } from './figure.ts';
import { memoryNow } from './images/processor-time.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

/** Time per page must not grow with their number, but for noise. */
const GROWTH = 1.5;
const LIMIT_MS = 5 * MINUTE_MS;
/** Pages that connect at the same time. */
const CONNECTING = 50;

export async function benchLive(studio: Studio, sizes: Pick<Sizes, 'livePages' | 'livePhotos'>): Promise<Figure[]> {
  const [few, many] = sizes.livePages;
  const one = await runEvent(studio, few, sizes.livePhotos);
  const other = await runEvent(studio, many, sizes.livePhotos);
  const what = `${sizes.livePhotos} photos to ${many} pages`;
  const figure = (of: string, value: number, limit: number | null, unit: string): Figure => {
    return { bar: 'live', what: `${what}, ${of}`, value, limit, unit };
  };
  const growth = other.sendMs / many / (one.sendMs / few);
  return [
    figure('photos that a page missed', other.missed, 0, 'photos'),
    figure('messages', other.messages / (other.sendMs / 1000), null, 'a second'),
    figure('time for a page', growth, GROWTH, `× with ${few} pages`),
    figure('memory of the function host', other.memory, null, 'MB'),
    figure('of it for the connections', other.memory - other.idle, null, 'MB'),
  ];
}

interface Run {
  missed: number;
  messages: number;
  /** From the first message to the last. */
  sendMs: number;
  idle: number;
  memory: number;
}

async function runEvent({ stack, database, account }: Studio, pageCount: number, photoCount: number): Promise<Run> {
  const gallery = await insertGallery(database, account.id, {
    status: 'published',
    published_at: new Date(),
    event_until: new Date(Date.now() + HOUR_MS),
  });
  const host = hostOf(stack.ports.functions);
  const idle = memoryNow(host);
  const told = Array.from({ length: pageCount }, () => new Set<string>());
  let [messages, first, last, complete] = [0, 0, 0, 0];
  const all = Promise.withResolvers<void>();
  const sockets: WebSocket[] = [];
  await mapConcurrently(CONNECTING, told, async (seen) => {
    const socket = await joinedSocket(stack.origin, gallery, (message) => {
      if (message.type !== 'photos') return;
      messages++;
      last = performance.now();
      first ||= last;
      for (const { id } of message.photos) seen.add(id);
      if (seen.size === photoCount && ++complete === pageCount) all.resolve();
    });
    sockets.push(socket);
  });
  await insertAtOnce(database, account.id, gallery, photoCount);
  const late = setTimeout(() => all.resolve(), LIMIT_MS);
  await all.promise;
  clearTimeout(late);
  const memory = memoryNow(host);
  for (const socket of sockets) socket.terminate();
  const missed = told.reduce((sum, seen) => sum + photoCount - seen.size, 0);
  return { missed, messages, sendMs: last - first, idle, memory };
}

/** Connects and joins the gallery's room. */
export function joinedSocket(
  origin: string,
  gallery: string,
  onMessage: (message: LiveMessage<LivePhoto>) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?channel=public`, { headers: { origin } });
  return new Promise((done, failed) => {
    socket.once('error', failed);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'join', room: `g:${gallery}` })));
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as LiveMessage<LivePhoto>;
      if (message.type === 'joined') done(socket);
      else if (message.type === 'denied' || message.type === 'bye')
        failed(new Error(`${message.type}: ${message.code}`));
      else onMessage(message);
    });
  });
}

/** Inserts ready photos in one transaction. */
async function insertAtOnce(database: Studio['database'], account: string, gallery: string, count: number) {
  const client = await database.connect();
  try {
    await client.query('begin');
    for (let i = 0; i < count; i++) await insertPhoto(client, account, gallery, { thumbhash: 'a'.repeat(28) });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Returns the process of the function host. */
function hostOf(port: number): number {
  const found = readdirSync('/proc').find((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`LAMBDA_PORT=${port}`)
      );
    } catch {
      return false;
    }
  });
  if (!found) throw new Error('there is no function host');
  return Number(found);
}
