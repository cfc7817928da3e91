import { setTimeout as sleep } from 'node:timers/promises';
import { accounts as accountEndpoints } from '#core/api/accounts.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Studio } from '../../bench/studio.ts';
import { zeroClient } from '../../bench/sync.ts';
import { insertAccount, insertGallery, insertPhoto } from '../../support/rows.ts';
import { within } from '../../support/within.ts';
import { Tally } from './tally.ts';
import { holdWindow } from './window-queries.ts';

/** Photos in the gallery that a photographer has open. */
const PHOTOS = 20;
/** Galleries of a studio. */
const GALLERIES = 5;
/** Clients that connect at a time. */
const CONNECTING = 4;
/** The longest wait for the rows of one list, for a change in the other window, for a window to close, and to open all. */
const LIST_LIMIT_MS = 30 * SECOND_MS;
const ARRIVAL_LIMIT_MS = 30 * SECOND_MS;
const CLOSE_LIMIT_MS = 10 * SECOND_MS;
const OPENING_LIMIT_MS = 4 * MINUTE_MS;
/** What comes before the number of the change that gave a gallery its name. */
const NAME = 'Change ';
const LIST = queries.galleries.list({ limit: 100 });

export interface PhotographerSizes {
  bar: string;
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
  const tally = new Tally(sizes.bar);
  const open = await openStudios(studio, sizes.sockets / 2, tally);
  return async () => {
    const changes: Promise<unknown>[] = [];
    const count = Math.round((sizes.durationMs / SECOND_MS) * sizes.changesPerSecond);
    const began = performance.now();
    for (let change = 0; change < count && open.length > 0; change++) {
      const due = (change * SECOND_MS) / sizes.changesPerSecond - (performance.now() - began);
      if (due > 0) await sleep(due);
      const one = open[change % open.length]!;
      changes.push(tally.time('change in the other window', () => rename(one, change)));
    }
    await Promise.all(changes);
    const seconds = (performance.now() - began) / SECOND_MS;
    await Promise.all(open.map((one) => one.close().catch((error: Error) => tally.fault(error.message))));
    return [
      tally.figure('sockets', 2 * open.length, `in ${open.length} studios`),
      tally.figure('changes', changes.length / seconds, 'a second'),
      ...tally.figures(),
    ];
  };
}

/**
 * Adds studios, and then opens each in two windows, a few at a time: rows that arrive meanwhile would be work for all
 * windows that are open. A studio that does not open is a fault, and those not begun within the limit are one.
 */
async function openStudios(studio: Studio, count: number, tally: Tally): Promise<OpenStudio[]> {
  const galleries = new Map<string, string>();
  for (let n = 0; n < count; n++) {
    const { id, gallery } = await addStudio(studio);
    galleries.set(id, gallery);
  }
  const accounts = await studio.api.call(accountEndpoints.list, {});
  const added = accounts
    .filter(({ id }) => galleries.has(id))
    .map((account) => ({ account, gallery: galleries.get(account.id)! }));
  const open: OpenStudio[] = [];
  const until = performance.now() + OPENING_LIMIT_MS;
  let late = 0;
  await mapConcurrently(CONNECTING, added, async (one) => {
    if (performance.now() > until) return void late++;
    const opened = await tally.time('studio opened in two windows', () => openStudio(studio, one, tally));
    if (opened) open.push(opened);
  });
  if (late > 0) tally.fault(`${late} of ${count} studios were not begun within ${OPENING_LIMIT_MS / SECOND_MS} s`);
  return open;
}

interface AddedStudio {
  account: Account;
  gallery: string;
}

/** Adds a studio of the same person, with photos in its first gallery, in one transaction. */
async function addStudio({ session, database }: Studio): Promise<{ id: string; gallery: string }> {
  const tx = await database.connect();
  try {
    await tx.query('begin');
    const { id } = await insertAccount(tx, { author_id: session.user.id });
    await tx.query('update account_members set user_id = $2 where account_id = $1', [id, session.user.id]);
    const gallery = await insertGallery(tx, id);
    for (let n = 1; n < GALLERIES; n++) await insertGallery(tx, id);
    for (let n = 0; n < PHOTOS; n++) await insertPhoto(tx, id, gallery);
    await tx.query('commit');
    return { id, gallery };
  } finally {
    tx.release(true);
  }
}

/** Opens two windows that were on Home and show one gallery's photos. */
async function openStudio(
  { stack, session }: Studio,
  { account, gallery }: AddedStudio,
  tally: Tally,
): Promise<OpenStudio> {
  const windows = [zeroClient({ stack, session, account }), zeroClient({ stack, session, account })] as const;
  const photos = queries.galleries.photos({ galleryId: gallery });
  const close = async () => {
    for (const window of windows) await within(CLOSE_LIMIT_MS, 'the end of a window', window.close());
  };
  for (const { connection } of windows)
    connection.state.subscribe(({ name }) => name === 'error' && tally.count('sockets that the server gave up'));
  try {
    for (const window of windows) {
      holdWindow(window, gallery, Date.now());
      await shown(window, 'the list of galleries', window.run(LIST, { type: 'complete' }));
      await shown(window, "the gallery's photos", window.run(photos, { type: 'complete' }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const view = windows[1].materialize(queries.galleries.byId({ id: gallery }));
  return {
    gallery,
    windows,
    onName: (callback) => view.addListener((row) => row && callback(row.name)),
    async close() {
      view.destroy();
      await close();
    },
  };
}

/** Waits for the complete rows of a query. The error says how the socket was at that time. */
function shown<T>(window: Client, what: string, rows: Promise<T>): Promise<T> {
  const describe = () => `${what} in a window (${JSON.stringify(window.connection.state.current)})`;
  return within(LIST_LIMIT_MS, describe, rows);
}

/**
 * Resolves once the second window has the name of this or a later change and the server has confirmed it: changes that
 * zero-cache processes together are shown as the last of them.
 */
async function rename({ gallery, windows, onName }: OpenStudio, change: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onName((shownName) => Number(shownName.replace(NAME, '')) >= change && resolve());
  try {
    const { server } = windows[0].mutate(
      mutators.galleries.update({ id: gallery, changes: { name: `${NAME}${change}` }, now: Date.now() }),
    );
    const [outcome] = await Promise.all([
      within(ARRIVAL_LIMIT_MS, "the server's confirmation", server),
      within(ARRIVAL_LIMIT_MS, 'the name in the other window', promise),
    ]);
    if (outcome.type === 'error') throw new Error(outcome.error.message);
  } finally {
    stop();
  }
}
