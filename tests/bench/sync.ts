/**
 * Bars 13 and 15: a gallery's new name on its way from one page to another, compared with two pages that have only a
 * Zero client, in the same browser on the same zero-cache with the same mutator; and photos moved to the trash in one
 * mutation or in many.
 */
import type { Page } from '@playwright/test';
import { Zero } from '@rocicorp/zero';
import { groupSuffix } from '#core/domain/studio/sync-groups.ts';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { backoff } from '#web/lib/backoff.ts';
import { ERROR_BOUNDS } from '#web/lib/sync/recovery.ts';
import { insertGallery, insertPhoto } from '../support/rows.ts';
import { barePages } from './bare-page.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Sizes } from './sizes.ts';
import type { Office, Studio } from './studio.ts';

const TIMEOUT_MS = 30_000;
/** In both kinds of pages the first renames take up to four times as long: their code is not compiled yet. */
const WARM_UP_RENAMES = 5;

/** Both functions return a time in epoch milliseconds, or a promise of one. */
const BARE_CLIENT = `
  import { Zero } from '@rocicorp/zero';
  import { mutators } from '#core/zero/mutators.ts';
  import { queries } from '#core/zero/queries.ts';
  import { schema } from '#core/zero/schema.ts';
  const now = () => performance.timeOrigin + performance.now();
  window.openGallery = async (options, id) => {
    const zero = new Zero({ ...options, schema, mutators });
    const query = queries.galleries.byId({ id });
    const view = zero.materialize(query);
    await zero.run(query, { type: 'complete' });
    window.rename = (name) => {
      const started = now();
      zero.mutate(mutators.galleries.update({ id, changes: { name }, now: Date.now() }));
      return started;
    };
    window.renamed = (name) =>
      new Promise((resolve) => {
        const stop = view.addListener((row) => {
          if (row?.name !== name) return;
          setTimeout(() => stop());
          resolve(now());
        });
      });
  };`;

declare global {
  interface Window {
    openGallery: (options: object, id: string) => Promise<void>;
    rename: (name: string) => number;
    renamed: (name: string) => Promise<number>;
  }
}

export async function benchSync(studio: Studio, { renames, trashedPhotos }: Sizes): Promise<Figure[]> {
  return [...(await measureRenames(studio, renames)), ...(await measureTrash(studio, trashedPhotos))];
}

async function measureRenames(studio: Studio, n: number): Promise<Figure[]> {
  const gallery = await insertGallery(studio.database, studio.account.id, { name: 'Before' });
  const pages = await openPages(studio, gallery);
  const clients = await openClients(studio, gallery);
  const own: number[] = [];
  const other: number[] = [];
  const bare: number[] = [];
  for (let rename = -WARM_UP_RENAMES; rename < n; rename++) {
    const painted = await pages.rename(`Page ${rename}`);
    const arrived = await clients.rename(`Client ${rename}`);
    if (rename >= 0) {
      own.push(painted.own);
      other.push(painted.other);
      bare.push(arrived);
    }
    // A rename that arrives in a field being edited is a conflict, which the page asks about.
    await pages.waitForName(`Client ${rename}`);
  }
  await pages.close();
  await clients.close();
  const ms = { bar: '13', limit: null, unit: 'ms', n };
  const ratio = (what: string, share: number): Figure => {
    const [ours, theirs] = [quantile(other, share), quantile(bare, share)];
    const comparison = { peer: 'bare Zero', ours, theirs, unit: 'ms' };
    return { bar: '13', what, value: ours / theirs, limit: 1.5, unit: '× bare Zero', n, comparison };
  };
  return [
    { ...ms, what: 'rename painted in its own page, median', value: quantile(own), limit: 16 },
    { ...ms, what: 'rename painted in a second page, median', value: quantile(other) },
    { ...ms, what: 'rename painted in a second page, 95th percentile', value: quantile(other, 0.95) },
    { ...ms, what: 'bare Zero, median', value: quantile(bare) },
    { ...ms, what: 'bare Zero, 95th percentile', value: quantile(bare, 0.95) },
    ratio('second page, median', 0.5),
    ratio('second page, 95th percentile', 0.95),
  ];
}

/** Opens the gallery's settings and, in a second context, its photos; both have the gallery's name as heading. */
async function openPages(studio: Studio, gallery: string) {
  const address = `${studio.stack.origin}/app/galleries/${gallery}`;
  const [own, other] = [await studio.open({ signedIn: true }), await studio.open({ signedIn: true })];
  await own.goto(`${address}/settings`);
  await other.goto(address);
  return {
    /** Milliseconds from the click on Save until each page has painted the new heading. */
    async rename(name: string) {
      const [ownPainted, otherPainted] = [await watchHeading(own, name), await watchHeading(other, name)];
      await own.getByLabel('Name', { exact: true }).fill(name);
      const clicks = await own.evaluateHandle(() => {
        const times: number[] = [];
        document.addEventListener('click', (event) => times.push(performance.timeOrigin + event.timeStamp), {
          capture: true,
          once: true,
        });
        return times;
      });
      await own.getByRole('button', { name: 'Save', exact: true }).click();
      const [paintedOwn, paintedOther] = await Promise.all([ownPainted(), otherPainted()]);
      const [clicked] = (await clicks.jsonValue()) as [number];
      return { own: paintedOwn - clicked, other: paintedOther - clicked };
    },
    async waitForName(name: string) {
      for (const page of [own, other]) await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    },
    async close() {
      for (const page of [own, other]) await page.context().close();
    },
  };
}

/**
 * Watches the page's heading from now on. The returned function resolves to the time at which it became `name`, in
 * epoch milliseconds by the browser's clock.
 */
async function watchHeading(page: Page, name: string): Promise<() => Promise<number>> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const seen = await page.evaluateHandle(
    ({ wanted, timeoutMs }) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const observer = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== wanted) return;
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      const late = () => reject(new Error(`The heading did not become "${wanted}" in ${timeoutMs} ms.`));
      setTimeout(late, timeoutMs);
      return { promise };
    },
    { wanted: name, timeoutMs: TIMEOUT_MS },
  );
  return () => seen.evaluate(({ promise }) => promise);
}

/** Options of a Zero client of the studio's owner, as the product's pages configure it, but for schema and mutators. */
export function zeroOptions({ stack, session, account }: Pick<Office, 'stack' | 'session' | 'account'>) {
  const headers = { 'X-Account-ID': account.id, 'X-Channel': 'backoffice' };
  return {
    userID: session.user.id,
    // Clients with a common storage key exchange changes without the server.
    storageKey: crypto.randomUUID(),
    context: { userId: session.user.id, accountId: account.id, role: 'owner' } satisfies Ctx,
    cacheURL: `${stack.origin}/zero${groupSuffix(account.syncGroups[0]!)}`,
    auth: session.access_token,
    queryHeaders: headers,
    mutateHeaders: headers,
  };
}

/** A Zero client in this process, which reconnects as the product's pages do. */
export function zeroClient(office: Pick<Office, 'stack' | 'session' | 'account'>) {
  const zero = new Zero<typeof schema, undefined, Ctx | undefined>({
    ...zeroOptions(office),
    schema,
    mutators,
    kvStore: 'mem',
  });
  let attempts = 0;
  zero.connection.state.subscribe(({ name }) => {
    if (name === 'connected') attempts = 0;
    if (name === 'error') setTimeout(() => void zero.connection.connect(), backoff(attempts++, ERROR_BOUNDS)).unref();
  });
  return zero;
}

async function openClients(studio: Studio, gallery: string) {
  const open = await barePages(studio, BARE_CLIENT);
  const [own, other] = [await open(), await open()];
  for (const page of [own, other]) {
    await page.evaluate(([options, id]) => window.openGallery(options, id), [zeroOptions(studio), gallery] as const);
  }
  return {
    /** Milliseconds from the mutation in one page until the other one's view has it. */
    async rename(name: string): Promise<number> {
      const seen = await other.evaluateHandle((wanted) => ({ promise: window.renamed(wanted) }), name);
      const started = await own.evaluate((wanted) => window.rename(wanted), name);
      return (await seen.evaluate(({ promise }) => promise)) - started;
    },
    async close() {
      for (const page of [own, other]) await page.context().close();
    },
  };
}

/** Moves `n` photos to the trash with one mutation and `n` others with one each, until the server has confirmed. */
async function measureTrash(studio: Studio, n: number): Promise<Figure[]> {
  const gallery = await insertGallery(studio.database, studio.account.id);
  const ids: string[] = [];
  for (let count = 0; count < 2 * n; count++) {
    ids.push(await insertPhoto(studio.database, studio.account.id, gallery));
  }
  const zero = zeroClient(studio);
  const [row, photos] = [queries.galleries.byId({ id: gallery }), queries.galleries.photos({ galleryId: gallery })];
  const views = [zero.materialize(row), zero.materialize(photos)];
  await zero.run(row, { type: 'complete' });
  await zero.run(photos, { type: 'complete' });
  const trash = async (photoIds: string[]) => {
    const outcome = await zero.mutate(mutators.photos.trash({ galleryId: gallery, photoIds, now: Date.now() })).server;
    if (outcome.type === 'error') throw new Error(outcome.error.message);
  };
  const time = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const together = await time(() => trash(ids.slice(0, n)));
  const separately = await time(() => Promise.all(ids.slice(n).map((id) => trash([id]))));
  for (const view of views) view.destroy();
  await zero.close();
  const what = `${n} photos to the trash`;
  return [
    { bar: '15', what: `${what}, one mutation`, value: together, limit: null, unit: 'ms' },
    { bar: '15', what: `${what}, ${n} mutations`, value: separately, limit: null, unit: 'ms' },
    { bar: '15', what: `${what}, one to ${n}`, value: together / separately, limit: 0.1, unit: '× separately' },
  ];
}
