import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { type BackOffice, mutate } from './back-office.ts';
import type { DemoIds } from './demo-ids.ts';
import { demoPages } from './site/pages.ts';
import { SEARCH } from './site/texts.ts';

/** Mutators read rows from the local store, which only contains active queries. */
async function preloadSite(office: BackOffice): Promise<void> {
  await office.preload(queries.pages.list()).complete;
  await office.preload(queries.site.settings()).complete;
  await office.preload(queries.site.state()).complete;
  await office.preload(queries.site.releases()).complete;
}

/** Creates the pages of the demo's website and publishes them. Safe to repeat. */
export async function makeSite(office: BackOffice, ids: DemoIds): Promise<void> {
  await preloadSite(office);
  for (const page of demoPages(ids)) {
    await mutate(office, mutators.pages.create({ ...page, now: Date.now() } as never), 'conflict');
  }
  const settings = await office.run(queries.site.settings());
  if (!settings?.defaultPage) {
    const changes = { defaultPage: 'home', ...SEARCH };
    await mutate(office, mutators.site.update({ changes, now: Date.now() }));
  }
  await publishSite(office, ids, 'texts');
}

/** Publishes the website, once for each key: again as soon as its photos exist. */
export async function publishSite(office: BackOffice, ids: DemoIds, key: 'texts' | 'photos'): Promise<void> {
  await preloadSite(office);
  await mutate(office, mutators.site.publish({ releaseId: ids.release(key), now: Date.now() }), 'conflict');
}
