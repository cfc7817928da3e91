import { z } from 'zod';
import { rowId } from '../values/ids.ts';
import { instant, line, text } from '../values/primitives.ts';
import { type Row } from './page-rows.ts';
import { isPathOf, pagePath, type PageSettings } from './pages.ts';

/** Releases that a studio keeps, beside the live one. */
export const MAX_RELEASES = 50;
/** UTF-8 bytes of a release's content as JSON: every visit of the site reads a page of it. */
export const MAX_RELEASE_BYTES = 2 * 1024 * 1024;
/** Photos of the drafts that windows load to check them. */
export const MAX_CHECKED_PHOTOS = 500;
/** Redirects that a studio keeps; the newest ones. */
export const MAX_REDIRECTS = 500;

/** `saved`: the drafts as they were before an older release was restored. */
export const RELEASE_KINDS = ['published', 'saved'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];

/** A page of a release as windows know it. A draft with another `updatedAt` has changes. */
export const releasePage = z.object({ id: rowId, path: z.string(), title: z.string(), updatedAt: z.number() });
export type ReleasePage = z.infer<typeof releasePage>;

/** Returns the pages of a release row; [] for malformed ones. */
export function readReleasePages(stored: unknown): ReleasePage[] {
  return z.array(releasePage).safeParse(stored).data ?? [];
}

/** A page as a release stores it. */
export interface ContentPage {
  id: string;
  path: string;
  title: string;
  description: string;
  layout: string;
  rows: Row[];
  settings: PageSettings;
  order: number;
  updatedAt: number;
}

export interface ReleaseContent {
  pages: ContentPage[];
}

type Draft = Pick<ReleasePage, 'id' | 'updatedAt'>;

/**
 * Returns the pages of the next release: all drafts, or the published pages with only the named drafts put in. A named
 * page whose draft was deleted is taken out.
 */
export function nextPages<Page extends { id: string }>(
  live: readonly Page[],
  drafts: readonly Page[],
  only: readonly string[] | undefined,
): Page[] {
  if (!only) return [...drafts];
  const named = new Set(only);
  return [...live.filter(({ id }) => !named.has(id)), ...drafts.filter(({ id }) => named.has(id))];
}

export type PageChange = { id: string; change: 'added' | 'changed' | 'removed' };

/** Returns how the drafts differ from a release; without a release every draft is new. */
export function changedPages(drafts: readonly Draft[], release: readonly Draft[]): PageChange[] {
  const published = new Map(release.map(({ id, updatedAt }) => [id, updatedAt]));
  const present = new Set(drafts.map(({ id }) => id));
  return [
    ...drafts.flatMap(({ id, updatedAt }): PageChange[] => {
      if (!published.has(id)) return [{ id, change: 'added' }];
      return published.get(id) === updatedAt ? [] : [{ id, change: 'changed' }];
    }),
    ...release.filter(({ id }) => !present.has(id)).map(({ id }): PageChange => ({ id, change: 'removed' })),
  ];
}

/** Fields of `cms_settings` about pages and search; they take effect immediately. */
export const siteSettings = z.strictObject({
  /** Path of the page at the studio's address; empty for the built-in page. */
  defaultPage: z.union([z.literal(''), pagePath.refine((path) => isPathOf('page', path))]),
  seoTitle: line.max(200),
  seoDescription: text.trim().max(500),
  seoKeywords: z.array(line.min(1).max(60)).max(20),
});

/** Time of a planned publication, epoch milliseconds. */
export const publishAt = instant;
