/*
 * Bars 13 and 15. A gallery's new name on its way from one real window to another, against two bare Zero clients in
 * this process on the same zero-cache, with the same mutator; and photos to the trash in one mutation or many.
 */
import type { Page } from '@playwright/test';
import { Zero } from '@rocicorp/zero';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { insertGallery, insertPhoto } from '../support/rows.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Stage } from './stage.ts';

const CHANGES = 30;
const PHOTOS = 200;
const TIMEOUT_MS = 30_000;

export async function benchSync(stage: Stage): Promise<Figure[]> {
  const gallery = await insertGallery(stage.database, stage.account.id, { name: 'Before' });
  return [...(await changes(stage, gallery)), ...(await bulk(stage))];
}

async function changes(stage: Stage, gallery: string): Promise<Figure[]> {
  const windows = await twoWindows(stage, gallery);
  const clients = await twoClients(stage, gallery);
  const ours: number[] = [];
  const local: number[] = [];
  const bare: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const seen = await windows.rename(`Window ${change}`);
    ours.push(seen.there);
    local.push(seen.here);
    bare.push(await clients.rename(`Client ${change}`));
  }
  await windows.close();
  await clients.close();
  const ms = (what: string, value: number, limit: number | null) => ({
    bar: '13',
    what,
    value,
    limit,
    unit: 'ms',
    n: CHANGES,
  });
  return [
    ms('change painted where it was made, median', quantile(local), 16),
    ms('change seen in a second window, median', quantile(ours), null),
    ms('change seen in a second window, 95 of 100', quantile(ours, 0.95), 100),
    ms('bare Zero, median', quantile(bare), null),
    ms('bare Zero, 95 of 100', quantile(bare, 0.95), null),
    {
      bar: '13',
      what: 'second window, median',
      value: quantile(ours) / quantile(bare),
      limit: 1.5,
      unit: '× bare Zero',
      n: CHANGES,
    },
  ];
}

/** One window at the gallery's settings, one looking at its photos; both have its name as their heading. */
async function twoWindows(stage: Stage, gallery: string) {
  const at = `${stage.stack.origin}/app/galleries/${gallery}`;
  const [here, there] = [await stage.open({ signedIn: true }), await stage.open({ signedIn: true })];
  await here.goto(`${at}/settings`);
  await there.goto(at);
  return {
    /** Milliseconds from the click on Save until each window's heading has changed. */
    async rename(name: string) {
      const [mine, theirs] = [await watchHeading(here, name), await watchHeading(there, name)];
      await here.getByLabel('Name', { exact: true }).fill(name);
      const clicked = await here.evaluateHandle(() => {
        const times: number[] = [];
        document.addEventListener('click', (event) => times.push(performance.timeOrigin + event.timeStamp), {
          capture: true,
          once: true,
        });
        return times;
      });
      await here.getByRole('button', { name: 'Save', exact: true }).click();
      const [seenHere, seenThere] = await Promise.all([mine(), theirs()]);
      const [begun] = (await clicked.jsonValue()) as [number];
      return { here: seenHere - begun, there: seenThere - begun };
    },
    async close() {
      for (const page of [here, there]) await page.context().close();
    },
  };
}

/** Answers when the heading will have become `name`, in epoch milliseconds by the browser's own clock. */
async function watchHeading(page: Page, name: string): Promise<() => Promise<number>> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const seen = await page.evaluateHandle((wanted) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== wanted) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return { promise };
  }, name);
  return () => seen.evaluate(({ promise }) => promise);
}

export function zeroClient({ stack, session, account }: Stage) {
  const headers = { 'X-Account-ID': account.id, 'X-Channel': 'backoffice' };
  const context: Ctx = { userId: session.user.id, accountId: account.id, role: 'owner' };
  return new Zero<typeof schema, undefined, Ctx | undefined>({
    schema,
    mutators,
    userID: session.user.id,
    // A group of its own: clients that share one hear of each other without the server.
    storageKey: crypto.randomUUID(),
    kvStore: 'mem',
    context,
    cacheURL: `${stack.origin}/zero`,
    auth: session.access_token,
    queryHeaders: headers,
    mutateHeaders: headers,
  });
}

async function twoClients(stage: Stage, gallery: string) {
  const [here, there] = [zeroClient(stage), zeroClient(stage)];
  const query = queries.galleries.byId({ id: gallery });
  await here.run(query, { type: 'complete' });
  const kept = here.materialize(query);
  const view = there.materialize(query);
  await there.run(query, { type: 'complete' });
  return {
    /** Milliseconds from the mutation in one client until the other's view has it. */
    async rename(name: string): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>();
      const stop = view.addListener((row) => row?.name === name && resolve(performance.now()));
      const begun = performance.now();
      here.mutate(mutators.galleries.update({ id: gallery, changes: { name }, now: Date.now() }));
      const seen = await withDeadline(promise);
      stop();
      return seen - begun;
    },
    async close() {
      kept.destroy();
      view.destroy();
      await here.close();
      await there.close();
    },
  };
}

function withDeadline<T>(promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing came in ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref();
  });
  return Promise.race([promise, late]);
}

/** Bar 15, until the server has confirmed: half of the photos in one mutation, the other half one by one. */
async function bulk(stage: Stage): Promise<Figure[]> {
  const gallery = await insertGallery(stage.database, stage.account.id);
  const ids: string[] = [];
  for (let count = 0; count < 2 * PHOTOS; count++)
    ids.push(await insertPhoto(stage.database, stage.account.id, gallery));
  const zero = zeroClient(stage);
  const [row, photos] = [queries.galleries.byId({ id: gallery }), queries.galleries.photos({ galleryId: gallery })];
  const views = [zero.materialize(row), zero.materialize(photos)];
  await zero.run(row, { type: 'complete' });
  await zero.run(photos, { type: 'complete' });
  const trash = async (photoIds: string[]) => {
    const outcome = await zero.mutate(mutators.photos.trash({ galleryId: gallery, photoIds, now: Date.now() })).server;
    if (outcome.type === 'error') throw new Error(outcome.error.message);
  };
  const time = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const together = await time(() => trash(ids.slice(0, PHOTOS)));
  const apart = await time(() => Promise.all(ids.slice(PHOTOS).map((id) => trash([id]))));
  for (const view of views) view.destroy();
  await zero.close();
  const what = `${PHOTOS} photos to the trash`;
  return [
    { bar: '15', what: `${what}, one mutation`, value: together, limit: null, unit: 'ms' },
    { bar: '15', what: `${what}, ${PHOTOS} mutations`, value: apart, limit: null, unit: 'ms' },
    {
      bar: '15',
      what: `${what}, one against ${PHOTOS}`,
      value: together / apart,
      limit: 0.1,
      unit: '× separately',
      n: 1,
    },
  ];
}
