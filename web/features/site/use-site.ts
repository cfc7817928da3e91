import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { type PageSettings, readPageSettings } from '#core/domain/site/pages.ts';
import { readReleasePages } from '#core/domain/site/site.ts';
import { queries } from '#core/zero/queries.ts';

type PageRow = QueryRowType<typeof queries.pages.list>;

/** A draft of a page with its settings. */
export interface DraftPage extends Omit<PageRow, 'settings'> {
  settings: PageSettings;
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
