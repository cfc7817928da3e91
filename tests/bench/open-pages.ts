/** Many clients' pages of a gallery with an event at the same time: what each costs the functions' one process. */
import type { WebSocket } from 'ws';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { Figure } from './figure.ts';
import { insertPublicGallery } from './gallery-fixture.ts';
import { joinedSocket } from './live.ts';
import type { Sizes } from './sizes.ts';
import { servicesMemory, servicesSpent } from './stack-processes.ts';
import type { Studio } from './studio.ts';

const CONNECTING = 10;
/** How long all pages stay open without a change, in milliseconds. */
const OPEN_MS = 20_000;

export async function benchOpenPages(studio: Studio, { openPages, publicPhotos: [photos] }: Sizes): Promise<Figure[]> {
  const { stack, database } = studio;
  const gallery = await insertPublicGallery(studio, photos);
  await database.query('update galleries set event_until = $2 where id = $1', [
    gallery.id,
    new Date(Date.now() + HOUR_MS),
  ]);
  const open = async () => {
    const answer = await fetch(gallery.address);
    if (!answer.ok) throw new Error(`the gallery answered ${answer.status}`);
    await answer.arrayBuffer();
    return joinedSocket(stack.origin, gallery.id, () => undefined);
  };
  (await open()).terminate();
  const [memory, before] = [servicesMemory(), servicesSpent()];
  const sockets: WebSocket[] = [];
  const pages = Array.from({ length: openPages });
  await mapConcurrently(CONNECTING, pages, async () => void sockets.push(await open()));
  const opened = servicesSpent();
  await new Promise((resolve) => setTimeout(resolve, OPEN_MS));
  const [idle, full] = [servicesSpent(), servicesMemory()];
  for (const socket of sockets) socket.terminate();
  const figure = (what: string, value: number, unit: string): Figure => {
    return { bar: 'pages', what: `${openPages} open pages, ${what}`, value, limit: null, unit };
  };
  const { functions, edge, database: postgres } = opened;
  return [
    figure('the functions to open one', (functions - before.functions) / openPages, 'ms of processor'),
    figure('the database to open one', (postgres - before.database) / openPages, 'ms of processor'),
    figure('the edge to open one', (edge - before.edge) / openPages, 'ms of processor'),
    figure('the functions while nothing changes', (idle.functions - functions) / (OPEN_MS / 1000), 'ms a second'),
    figure('memory of the functions', full.functions, 'MB'),
    figure('of it since the first page', full.functions - memory.functions, 'MB'),
  ];
}
