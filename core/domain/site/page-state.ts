import type { ReleasePage } from './site.ts';

/** `new`: never published; `changed`: the draft differs from what visitors see. */
export type PageState = 'new' | 'changed' | 'live';

/** Returns the state of a page's draft against the pages that visitors see. */
export function pageState(
  { id, updatedAt }: { id: string; updatedAt: number },
  live: readonly Pick<ReleasePage, 'id' | 'updatedAt'>[],
): PageState {
  const published = live.find((page) => page.id === id);
  if (!published) return 'new';
  return published.updatedAt === updatedAt ? 'live' : 'changed';
}
