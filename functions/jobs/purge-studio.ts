import type { EffectRun } from './effect-run.ts';

/** The studio's page, and whatever hangs below it: all of them carry its name, and a retired address redirects. */
export async function purgeStudio({ payload: { slugs }, jobs }: EffectRun<'cdn.purge_studio'>): Promise<void> {
  await jobs.purge(slugs.flatMap((slug) => [`/p/${slug}`, `/p/${slug}/*`, `/api/p/${slug}`, `/api/p/${slug}/*`]));
}
