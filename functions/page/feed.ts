import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { FEED, JOURNAL } from '#core/domain/site/site-links.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { FoundStudio } from '../public-studio/find-studio.ts';
import { addressOf, byDate, hrefOf, languagesOf, readPages, translated } from './site-pages.ts';

/* The journal of a studio's website as RSS 2.0: one feed for each language that posts exist in. */

/** Posts of a feed at most, the latest. */
const MAX_ENTRIES = 50;

interface FeedEntry {
  id: string;
  href: string;
  title: string;
  description: string;
  /** Epoch milliseconds; of the post, or else of its last change. */
  date: number;
}

export interface Feed {
  language: Language;
  /** Paths of the feed and of the list of posts. */
  href: string;
  journal: string;
  studio: string;
  description: string;
  entries: FeedEntry[];
}

/**
 * Loads the published posts of one language.
 * @param asked language of the address; null for the studio's own, whose addresses have none
 * @returns null without a post; the feed of the studio's language, if no post exists in this one
 */
export async function loadFeed(
  db: Queryable,
  { accountId, studio, domain }: FoundStudio,
  asked: Language | null,
): Promise<Feed | { movedTo: string } | null> {
  const own = studio.language;
  const base = `/p/${studio.slug}`;
  const live = await readPages(db, accountId);
  const language = asked ?? own;
  const all = (live?.pages ?? []).filter(({ settings }) => settings.kind === 'post' && !settings.noindex);
  const posts = all.filter((post) => languagesOf(post, own).includes(language));
  if (!live || all.length === 0) return null;
  if (asked === own || posts.length === 0) return { movedTo: addressOf(base, '', FEED) };
  const shownBase = domain === null ? base : '';
  return {
    language,
    href: addressOf(shownBase, asked ?? '', FEED),
    journal: addressOf(shownBase, asked ?? '', JOURNAL),
    studio: studio.name,
    description: live.search.description || studio.bio || studio.name,
    entries: posts
      .toSorted(byDate)
      .slice(0, MAX_ENTRIES)
      .map((post) => ({
        id: post.id,
        href: hrefOf(shownBase, language, own, live.defaultPage, post),
        ...translated(post, language),
        date: post.settings.date ?? post.updatedAt,
      })),
  };
}

/** XML 1.0 has no control characters but tab and line breaks, not even escaped. */
const xml = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these characters are what XML refuses
  escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\v\f\u000e-\u001f\ufffe\uffff]/g, ''));

/** Returns the feed as RSS 2.0, with absolute addresses. */
export function renderFeed({ language, href, journal, studio, description, entries }: Feed, origin: string): string {
  const items = entries.map(
    (entry) =>
      `<item><title>${xml(entry.title)}</title><link>${xml(origin + entry.href)}</link>` +
      `<guid isPermaLink="false">${entry.id}</guid><pubDate>${new Date(entry.date).toUTCString()}</pubDate>` +
      (entry.description && `<description>${xml(entry.description)}</description>`) +
      '</item>',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(studio)}</title><link>${xml(origin + journal)}</link><description>${xml(description)}</description><language>${language}</language><atom:link href="${xml(origin + href)}" rel="self" type="application/rss+xml"/>${items.join('')}</channel></rss>
`;
}
