import type { EffectRun } from './effect-run.ts';

/** The gallery's page and JSON, and the studio's, which lists it. A gallery that is gone has taken its slug along. */
export async function purgeGallery({ payload: { galleryId }, jobs }: EffectRun<'cdn.purge'>): Promise<void> {
  const [row] = await jobs.db.query<{ slug: string }>(
    'select a.slug from galleries g join accounts a on a.id = g.account_id where g.id = $1',
    [galleryId],
  );
  if (!row) return;
  const own = [`/p/${row.slug}`, `/p/${row.slug}/gallery/${galleryId}`];
  await jobs.purge([...own, ...own.map((path) => `/api${path}`)]);
}
