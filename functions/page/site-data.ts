import type { PublicStudio } from '#core/api/public.ts';
import type { JournalPosition, SitePageData, SitePhotoSource, SitePost } from '#core/api/site-page.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/photos/image-token.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { photoIdsOf, type Row, shownRows } from '#core/domain/site/page-rows.ts';
import { readPageRows } from '#core/domain/site/page-upgrade.ts';
import { FEED, GALLERIES } from '#core/domain/site/site-links.ts';
import { liveGalleries } from '#core/domain/site/site-pictures.ts';
import { listPublicGalleries } from '../galleries/public-gallery.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type FoundStudio, isBookingOpen, readContactOptions } from '../public-studio/find-studio.ts';
import { journalLength, journalNumber, journalPath, MAX_SHOWN_POSTS, POSTS_A_PAGE } from './journal.ts';
import { loadSiteCode, type SiteCode } from './site-code.ts';
import { builtInPage, builtInRows, MISSING } from './site-messages.ts';
import {
  addressOf,
  byDate,
  hrefOf,
  isPost,
  languagesOf,
  type ListedPage,
  type Live,
  menuPages,
  menuTitle,
  pagesOf,
  readPages,
  releaseOf,
  type SiteSearch,
  type SiteSource,
  translated,
} from './site-pages.ts';
import { picturedCovers, previewOf, readGalleryPhotos, readSitePhotos, type SitePreview } from './site-photos.ts';

/** A page of the website: `path` is empty for the one at the studio's address. */
interface SitePath {
  language: Language | null;
  path: string;
}

export interface FoundSite {
  site: SitePageData;
  search: SiteSearch;
  /** Galleries of photos without public copies, for the image token. */
  openGalleries: string[];
  /** The studio's own CSS and script. */
  code: SiteCode;
  /** The pages above this one and itself, from the first; empty for the first page. */
  trail: readonly { title: string; href: string }[];
  /** True for the studio's "not found" page. */
  isMissing: boolean;
  /** The picture of link previews. */
  preview: SitePreview | null;
  /** Galleries whose photos the page shows: one's link preview stands in for a picture. */
  shownGalleries: string[];
}

type LoadedSite = FoundSite | { movedTo: string } | null;

/** A site that is not at its public address. */
interface SiteView {
  source: SiteSource;
  /** Path at which the site begins. */
  base: string;
}

async function readRows(db: Queryable, accountId: string, source: SiteSource, pageId: string): Promise<Row[]> {
  const [row] = await db.query<{ rows: unknown; blocks: unknown }>(
    `select p -> 'rows' as rows, p -> 'blocks' as blocks
     from ${pagesOf(source)} c, jsonb_array_elements(c.pages) p where p ->> 'id' = $3`,
    [accountId, releaseOf(source), pageId],
  );
  if (!row) return [];
  // Publishing has upgraded the rows of a release.
  return source === 'drafts' ? readPageRows({ id: pageId, ...row }) : (row.rows as Row[]);
}

/**
 * Loads a page of a studio's website: a published one, or one of a preview. An address without a language means the
 * studio's; a page has an address in another language once it is translated.
 * @returns null without such a page: then the built-in pages answer
 */
export async function loadSite(
  db: Queryable,
  found: FoundStudio,
  path: SitePath,
  now: number,
  view?: SiteView,
): Promise<LoadedSite> {
  const { accountId, studio } = found;
  const source = view?.source ?? 'live';
  const live = await readPages(db, accountId, source);
  if (!live) return null;
  const base = view?.base ?? `/p/${studio.slug}`;
  const language = path.language ?? studio.language;
  const listed = await listPublicGalleries(db, accountId, now);
  const menu = menuPages(live, studio, listed.length > 0);
  const page = findPage(live, path.path, studio, menu);
  if (!page) return path.path ? findRedirect(db, accountId, live, base, path) : null;
  const languages = languagesOf(page, studio.language);
  const linkBase = view || found.domain === null ? base : '';
  const hrefIn = (one: Language, ofPage: ListedPage) =>
    hrefOf(linkBase, one, studio.language, live.defaultPage, ofPage);
  // One address for each page: the default page is the studio's address, the studio's language has no prefix.
  const shown = languages.includes(language) ? language : studio.language;
  const canonical = hrefOf(base, shown, studio.language, live.defaultPage, page);
  const asked = addressOf(base, path.language ?? '', path.path);
  if (asked !== canonical) return { movedTo: canonical };
  const rows = builtInRows(page.id, studio.name) ?? shownRows(await readRows(db, accountId, source, page.id));
  const blocks = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const shows = (...kinds: string[]) => blocks.some(({ kind }) => kinds.includes(kind));
  const allPosts = live.pages.filter(isPost).toSorted(byDate);
  const number = journalNumber(page.path);
  const firstPost = ((number ?? 1) - 1) * POSTS_A_PAGE;
  const posts = allPosts.slice(firstPost, firstPost + (number === null ? MAX_SHOWN_POSTS : POSTS_A_PAGE));
  const photoIds = [...photoIdsOf(rows), ...[page, ...posts].flatMap(({ settings }) => settings.photoId ?? [])];
  const photos = await readSitePhotos(db, accountId, photoIds, now);
  const galleryPhotos = await readGalleryPhotos(db, accountId, liveGalleries(blocks), listed);
  const galleries = shows('galleries') ? await picturedCovers(db, accountId, listed) : listed;
  const [booking, code] = await Promise.all([isBookingOpen(db, accountId), loadSiteCode(db, accountId)]);
  const inPageLanguage = (ofPage: ListedPage) =>
    hrefIn(languagesOf(ofPage, studio.language).includes(language) ? language : studio.language, ofPage);
  const site: SitePageData = {
    studio,
    language,
    base: linkBase,
    href: hrefIn(language, page),
    page: { ...translated(page, language), id: page.id, settings: page.settings, rows },
    menu: menu.map((one) => ({ id: one.id, title: menuTitle(one, language), href: inPageLanguage(one) })),
    languages: page.id === MISSING ? [] : languages.map((one) => ({ language: one, href: hrefIn(one, page) })),
    hrefs: Object.fromEntries([...live.pages.map((one) => [one.id, inPageLanguage(one)]), ['home', homeHref()]]),
    photos,
    galleries,
    galleryPhotos,
    posts: posts.map((post): SitePost => ({
      href: inPageLanguage(post),
      ...translated(post, language),
      date: post.settings.date ?? null,
      photo: photos[post.settings.photoId ?? ''] ?? null,
    })),
    feed: feedHref(),
    journal: number === null ? null : journalPosition(number),
    sessionTypes: booking && shows('prices') ? await readSessionTypes(db, accountId) : [],
    booking,
    contact: shows('contact') ? await readContactOptions(db, found) : null,
  };
  const visible: SitePhotoSource[] = [
    ...photoIds.flatMap((id) => photos[id] ?? []),
    ...Object.entries(galleryPhotos).flatMap(([galleryId, found]) => found.map((photo) => ({ ...photo, galleryId }))),
    ...(shows('galleries') ? galleries.flatMap(({ id, cover }) => (cover ? { ...cover, galleryId: id } : [])) : []),
  ];
  const galleriesOf = (some: readonly SitePhotoSource[]) =>
    [...new Set(some.map(({ galleryId }) => galleryId))].slice(0, MAX_TOKEN_GALLERIES);
  const trail = pagesAbove(live, page, studio, menu).map((one) => ({
    title: menuTitle(one, language),
    href: inPageLanguage(one),
  }));
  return {
    site,
    search: live.search,
    openGalleries: galleriesOf(visible.filter(({ picture }) => !picture)),
    preview: previewOf([...visible.filter(({ id }) => id === page.settings.photoId), ...visible]),
    shownGalleries: galleriesOf(visible),
    code,
    trail: trail.length > 1 ? trail : [],
    isMissing: page.id === MISSING,
  };

  function homeHref(): string {
    const home = live!.pages.find((one) => one.path === live!.defaultPage);
    return home ? inPageLanguage(home) : linkBase || '/';
  }

  /** Only posts that search engines may show are in the feed; one of a language has those that exist in it. */
  function feedHref(): string | null {
    const listed = allPosts.filter(({ settings }) => !settings.noindex);
    const own =
      language === studio.language || !listed.some((post) => languagesOf(post, studio.language).includes(language));
    return listed.length > 0 ? addressOf(linkBase, own ? '' : language, FEED) : null;
  }

  function journalPosition(at: number): JournalPosition {
    const count = journalLength(allPosts.length);
    const pathOf = (other: number) =>
      other < 1 || other > count
        ? null
        : addressOf(linkBase, language === studio.language ? '' : language, journalPath(other));
    return { number: at, count, newer: pathOf(at - 1), older: pathOf(at + 1) };
  }
}

function findPage(live: Live, path: string, studio: PublicStudio, menu: readonly ListedPage[]): ListedPage | null {
  if (path === GALLERIES) return menu.find(({ id }) => id === GALLERIES) ?? null;
  const builtIn = builtInPage(path, studio.language);
  // The list of posts is as long as there are posts.
  const number = journalNumber(path);
  if (builtIn && (number === null || number <= journalLength(live.pages.filter(isPost).length))) return builtIn;
  const wanted = path || live.defaultPage;
  return (wanted && live.pages.find((page) => page.path === wanted)) || null;
}

/** Returns the site's first page, those of the path's beginnings, and the page itself. */
function pagesAbove(live: Live, page: ListedPage, studio: PublicStudio, menu: readonly ListedPage[]): ListedPage[] {
  const segments = page.path.split('/');
  const paths = [live.defaultPage, ...segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/')), page.path];
  return [...new Set(paths)].flatMap((path) =>
    path === page.path ? page : (findPage(live, path, studio, menu) ?? []),
  );
}

async function findRedirect(
  db: Queryable,
  accountId: string,
  live: Live,
  base: string,
  { language, path }: SitePath,
): Promise<{ movedTo: string } | null> {
  const [row] = await db.query<{ pageId: string }>(
    'select page_id as "pageId" from site_redirects where account_id = $1 and path = $2',
    [accountId, path],
  );
  const page = row && live.pages.find(({ id }) => id === row.pageId);
  if (!page) return null;
  const target = page.path === live.defaultPage ? '' : page.path;
  return { movedTo: addressOf(base, language ?? '', target) };
}

/** Returns the bookable session types with their prices as they are now. */
async function readSessionTypes(db: Queryable, accountId: string): Promise<SitePageData['sessionTypes']> {
  return db.query<SitePageData['sessionTypes'][number]>(
    `select t.id, t.name, t.description, t.settings -> 'translations' as translations, t.duration, nullif(p.price, 0) as price, a.currency_code as currency
     from session_types t join accounts a on a.id = t.account_id
       left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
     where t.account_id = $1 and t.is_bookable and t.archived_at is null order by t.name, t.id limit 60`,
    [accountId],
  );
}
