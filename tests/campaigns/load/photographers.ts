import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/domain/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Studio } from '../../bench/studio.ts';
import { zeroClient } from '../../bench/sync.ts';
import { insertAccount, insertGallery, insertPhoto } from '../../support/rows.ts';
import { Tally } from './tally.ts';

const BAR = 'ph';
/** Photos in the gallery that a photographer has open. */
const PHOTOS = 20;
/** Galleries of a studio. */
const GALLERIES = 5;
/** Clients that connect at a time. */
const CONNECTING = 4;
const ARRIVAL_LIMIT_MS = 30 * SECOND_MS;
const LIST = queries.galleries.list({ limit: 100 });

export interface PhotographerSizes {
  /** An even number: each studio has two windows. */
  sockets: number;
  /** Changes a second of all photographers together. */
  changesPerSecond: number;
  durationMs: number;
}

type Client = ReturnType<typeof zeroClient>;

/** A studio with two open windows. */
interface OpenStudio {
  gallery: string;
  windows: readonly [Client, Client];
  /** Calls back with each name of the gallery that the second window shows. */
  onName: (callback: (name: string) => void) => () => void;
  close(): Promise<void>;
}

/**
 * Photographers with the back office open in two windows, each with Zero's own client and its socket. They rename
 * galleries in turn; measured from the mutation in one window until the other window has the name.
 */
export async function workInStudios(studio: Studio, sizes: PhotographerSizes): Promise<() => Promise<Figure[]>> {
  const open: OpenStudio[] = [];
  const started = performance.now();
  await mapConcurrently(CONNECTING, Array.from({ length: sizes.sockets / 2 }), async () => {
    open.push(await openStudio(studio));
  });
  const openedMs = performance.now() - started;
  return async () => {
    const tally = new Tally(BAR);
    const changes: Promise<unknown>[] = [];
    const count = Math.round((sizes.durationMs / SECOND_MS) * sizes.changesPerSecond);
    const began = performance.now();
    for (let change = 0; change < count; change++) {
      const due = (change * SECOND_MS) / sizes.changesPerSecond - (performance.now() - began);
      if (due > 0) await sleep(due);
      const one = open[change % open.length]!;
      changes.push(tally.time('change in the other window', () => rename(one, `Change ${change}`)));
    }
    await Promise.all(changes);
    for (const one of open) await one.close();
    return [
      tally.figure('sockets', sizes.sockets, `in ${open.length} studios`),
      tally.figure('time to open one of them', openedMs / sizes.sockets, 'ms'),
      tally.figure('changes', count / ((performance.now() - began) / SECOND_MS), 'a second'),
      ...tally.figures(),
    ];
  };
}

/** Adds a studio of the same person, and opens two windows that show its galleries and one gallery's photos. */
async function openStudio({ stack, session, database, ...rest }: Studio): Promise<OpenStudio> {
  const { id } = await insertAccount(database, { author_id: session.user.id });
  await database.query('update account_members set user_id = $2 where account_id = $1', [id, session.user.id]);
  const galleries: string[] = [];
  for (let n = 0; n < GALLERIES; n++) galleries.push(await insertGallery(database, id));
  const gallery = galleries[0]!;
  for (let n = 0; n < PHOTOS; n++) await insertPhoto(database, id, gallery);
  const account = { ...rest.account, id };
  const windows = [zeroClient({ stack, session, account }), zeroClient({ stack, session, account })] as const;
  const photos = queries.galleries.photos({ galleryId: gallery });
  for (const window of windows) {
    window.materialize(LIST);
    window.materialize(photos);
    await window.run(LIST, { type: 'complete' });
    await window.run(photos, { type: 'complete' });
  }
  const view = windows[1].materialize(queries.galleries.byId({ id: gallery }));
  return {
    gallery,
    windows,
    onName: (callback) => view.addListener((row) => row && callback(row.name)),
    async close() {
      view.destroy();
      for (const window of windows) await window.close();
    },
  };
}

/** Resolves once the second window has the name and the server has confirmed it. */
async function rename({ gallery, windows, onName }: OpenStudio, name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error(`did not arrive in ${ARRIVAL_LIMIT_MS} ms`)), ARRIVAL_LIMIT_MS);
  const stop = onName((shown) => shown === name && resolve());
  try {
    const { server } = windows[0].mutate(
      mutators.galleries.update({ id: gallery, changes: { name }, now: Date.now() }),
    );
    const [outcome] = await Promise.all([server, promise]);
    if (outcome.type === 'error') throw new Error(outcome.error.message);
  } finally {
    clearTimeout(late);
    stop();
  }
}
