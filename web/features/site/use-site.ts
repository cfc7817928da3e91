import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { type PageSettings, readPageSettings } from '#core/domain/site/pages.ts';
import { readReleasePages, type ReleasePage } from '#core/domain/site/site.ts';
import { queries } from '#core/zero/queries.ts';

type PageRow = QueryRowType<typeof queries.pages.list>;

/** A draft of a page with its settings. */
export interface DraftPage extends Omit<PageRow, 'settings'> {
  settings: PageSettings;
}

/** `new`: never published; `changed`: the draft differs from what visitors see. */
export type PageState = 'new' | 'changed' | 'live';

export function pageState(
  { id, updatedAt }: Pick<DraftPage, 'id' | 'updatedAt'>,
  live: readonly ReleasePage[],
): PageState {
  const published = live.find((page) => page.id === id);
  if (!published) return 'new';
  return published.updatedAt === updatedAt ? 'live' : 'changed';
}

export const isPost = ({ settings }: Pick<DraftPage, 'settings'>): boolean => settings.kind === 'post';

/** Returns the drafts in the order of the menu, the pages that visitors see, and the path of the home page. */
export function useSite() {
  const [rows, { type }] = useQuery(queries.pages.list());
  const [state] = useQuery(queries.site.state());
  const [releases] = useQuery(queries.site.releases());
  const [settings] = useQuery(queries.site.settings());
  const pages = useMemo<DraftPage[]>(
    () => rows.map((row) => ({ ...row, settings: readPageSettings(row.settings) })),
    [rows],
  );
  const liveId = state?.liveReleaseId;
  const live = useMemo(() => readReleasePages(releases.find(({ id }) => id === liveId)?.pages), [releases, liveId]);
  const search = { title: settings?.seoTitle ?? '', description: settings?.seoDescription ?? '' };
  return { pages, live, defaultPage: settings?.defaultPage ?? '', search, isComplete: type === 'complete' };
}
