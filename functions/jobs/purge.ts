import { AppError } from '#core/domain/errors.ts';
import type { EffectRun } from './effects.ts';

/** Takes paths out of the distribution's cache, so that a change is seen at once and not only after its minute. */
export type Purge = (paths: readonly string[]) => Promise<void>;

/** @param url of the distribution's own purge, which asks for its secret */
export function purger(url: string, originSecret: string): Purge {
  return async (paths) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-origin-secret': originSecret },
      body: JSON.stringify({ paths }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    if (!response?.ok) throw new AppError('unavailable');
  };
}

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
