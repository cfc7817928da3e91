import type { EffectRun } from './effect-run.ts';

/** Everything below studios' addresses: all of their pages carry their names, and a retired address redirects. */
export async function purgeAccountCache({
  idempotencyKey: idempotencyKey,
  payload: { slugs },
  jobs,
}: EffectRun<'cdn.purge'>): Promise<void> {
  await jobs.purge(slugs.flatMap(pagePaths), idempotencyKey);
}

/**
 * Two wildcards for a studio's page, its galleries' and their JSON, since each path is paid for. They also take the
 * pages of a studio whose slug begins with this one's: those are kept for a minute at the most, and come again.
 */
function pagePaths(slug: string): string[] {
  return [`/p/${slug}*`, `/api/p/${slug}*`];
}
