import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { domainOrigin } from '#core/domain/site/domains.ts';
import { type Row } from '#core/domain/site/page-rows.ts';
import { readPageRows } from '#core/domain/site/page-upgrade.ts';
import { type PageSettings, readPageSettings } from '#core/domain/site/pages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { changedPages, type PageChange, readReleasePages } from '#core/domain/site/site.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';

export type ReleaseRow = QueryRowType<typeof queries.site.releases>;

/** A page of the drafts. */
export interface Draft {
  id: string;
  path: string;
  title: string;
  description: string;
  updatedAt: number;
  rows: Row[];
  settings: PageSettings;
}

/** A change since the live release, with the page as it is called now, or was until it was deleted. */
export interface Change extends PageChange {
  title: string;
  path: string;
}

/** Returns the drafts, and what visitors see of them. */
export function usePublishing() {
  const [rows, { type: ofPages }] = useQuery(queries.pages.list());
  const [state, { type: ofState }] = useQuery(queries.site.state());
  const [releases, { type: ofReleases }] = useQuery(queries.site.releases());
  const [settings] = useQuery(queries.site.settings());
  const drafts = useMemo(
    () =>
      rows.map((row): Draft => {
        const { id, path, title, description, updatedAt } = row;
        return {
          id,
          path,
          title,
          description,
          updatedAt,
          rows: readPageRows(row),
          settings: readPageSettings(row.settings),
        };
      }),
    [rows],
  );
  const liveId = state?.liveReleaseId ?? null;
  const live = useMemo(() => readReleasePages(releases.find(({ id }) => id === liveId)?.pages), [releases, liveId]);
  const changes = useMemo(
    () =>
      changedPages(drafts, live).flatMap((change): Change[] => {
        const page = [...drafts, ...live].find(({ id }) => id === change.id);
        return page ? [{ ...change, title: page.title, path: page.path }] : [];
      }),
    [drafts, live],
  );
  return {
    drafts,
    releases,
    liveId,
    live,
    changes,
    plan: state?.publishAt ? { at: state.publishAt, by: state.publishBy ?? null } : null,
    defaultPage: settings?.defaultPage ?? '',
    search: { title: settings?.seoTitle ?? '', description: settings?.seoDescription ?? '' },
    isComplete: [ofPages, ofState, ofReleases].every((type) => type === 'complete'),
  };
}

export type Publishing = ReturnType<typeof usePublishing>;

/** Returns the address at which visitors see the website: the studio's own domain, if the member may know it. */
export function usePublicAddress(): string {
  const { slug, role } = useAccount();
  const [domain] = useQuery(queries.domains.current());
  if (can(role, 'domain.manage') && domain?.status === 'live') return domainOrigin(location.origin, domain.hostname);
  return `${location.origin}/p/${slug}`;
}

/** Returns the names of the studio's members by user id. */
export function useMemberNames(): (userId: string | null) => string {
  const [members] = useQuery(queries.team.members());
  return (userId) => {
    const member = members.find((one) => one.userId === userId);
    return member ? member.name || member.email : '';
  };
}
