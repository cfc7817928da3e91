import type { SitePageData, SitePhotoSource, SitePost } from '#core/api/site-page.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/image-token.ts';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
import {
  COLUMNS,
  isKnownBlock,
  pageLanguages,
  photoIdsOf,
  readPageSettings,
  type Row,
  shownRows,
} from '#core/domain/pages.ts';
import { JOURNAL } from '#core/domain/site-links.ts';
import { liveGalleries, previewPicture } from '#core/domain/site-pictures.ts';
import type { ContentPage } from '#core/domain/site.ts';
import { isBookingOpen } from '../accounts/public-account.ts';
import { listPublicGalleries } from '../galleries/public-gallery.ts';
import type { Queryable } from '../platform/db/database.ts';
import {
  picturedCovers,
  previewOf,
  readGalleryPhotos,
  readPickedPhotos,
  readSitePhotos,
  type SitePreview,
} from './site-photos.ts';

/** A page of the website: `path` is empty for the one at the studio's address. */
export interface SitePath {
  language: Language | null;
  path: string;
}

interface Found {
  accountId: string;
  studio: PublicStudio;
  /** The studio's own live domain, on which its pages begin at `/`. */
  domain: string | null;
}

/** Search settings that a page without its own uses. */
export interface SiteSearch {
  title: string;
  description: string;
}

export interface FoundSite {
  site: SitePageData;
  search: SiteSearch;
  /** Galleries of photos without public copies, for the image token. */
  openGalleries: string[];
  /** The picture of link previews. */
  preview: SitePreview | null;
  /** Galleries whose photos the page shows: one's link preview stands in for a picture. */
  shownGalleries: string[];
}

export type LoadedSite = FoundSite | { movedTo: string } | null;

/** A release's pages without their rows: menu, links and posts need no more. */
type ListedPage = Omit<ContentPage, 'rows' | 'layout'>;

interface Live {
  pages: ListedPage[];
  defaultPage: string;
  search: SiteSearch;
}

async function readLive(db: Queryable, accountId: string): Promise<Live | null> {
  const [row] = await db.query<{ pages: ListedPage[]; defaultPage: string; title: string; description: string }>(
    `select (select coalesce(jsonb_agg(p - 'rows' - 'layout' order by (p ->> 'order')::float8, p ->> 'id'), '[]')
         from jsonb_array_elements(c.content -> 'pages') p) as pages,
       coalesce(m.default_page, '') as "defaultPage", coalesce(m.seo_title, '') as title,
       coalesce(m.seo_description, '') as description
     from site_state s join site_release_contents c on c.release_id = s.live_release_id and c.account_id = s.account_id
       left join cms_settings m on m.account_id = s.account_id
     where s.account_id = $1`,
    [accountId],
  );
  if (!row) return null;
  const pages = row.pages.map((page) => ({ ...page, settings: readPageSettings(page.settings) }));
  return { pages, defaultPage: row.defaultPage, search: { title: row.title, description: row.description } };
}

async function readRows(db: Queryable, accountId: string, pageId: string): Promise<Row[]> {
  const [row] = await db.query<{ rows: Row[] }>(
    `select p -> 'rows' as rows from site_state s join site_release_contents c on c.release_id = s.live_release_id
       and c.account_id = s.account_id, jsonb_array_elements(c.content -> 'pages') p
     where s.account_id = $1 and p ->> 'id' = $2`,
    [accountId, pageId],
  );
  return row?.rows ?? [];
}

/**
 * Loads a published page of a studio's website. An address without a language means the studio's; a page has an address
 * in another language once it is translated.
 * @returns null without such a page: then the built-in pages answer
 */
export async function loadSite(db: Queryable, found: Found, path: SitePath, now: number): Promise<LoadedSite> {
  const { accountId, studio, domain } = found;
  const live = await readLive(db, accountId);
  if (!live) return null;
  const base = `/p/${studio.slug}`;
  const language = path.language ?? studio.language;
  const page = findPage(live, path.path, studio);
  if (!page) return path.path ? findRedirect(db, accountId, live, base, path) : null;
  const languages = languagesOf(page, studio.language);
  const linkBase = domain === null ? base : '';
  const hrefIn = (one: Language, ofPage: ListedPage) =>
    hrefOf(linkBase, one, studio.language, live.defaultPage, ofPage);
  // One address for each page: the default page is the studio's address, the studio's language has no prefix.
  const shown = languages.includes(language) ? language : studio.language;
  const canonical = hrefOf(base, shown, studio.language, live.defaultPage, page);
  const asked = addressOf(base, path.language ?? '', path.path);
  if (asked !== canonical) return { movedTo: canonical };
  const rows = page.id === JOURNAL ? JOURNAL_ROWS : shownRows(await readRows(db, accountId, page.id));
  const blocks = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const shows = (...kinds: string[]) => blocks.some(({ kind }) => kinds.includes(kind));
  const listed = await listPublicGalleries(db, accountId, now);
  const posts = live.pages.filter(({ settings }) => settings.kind === 'post').toSorted(byDate);
  const photoIds = [...photoIdsOf(rows), ...[page, ...posts].flatMap(({ settings }) => settings.photoId ?? [])];
  const photos = await readSitePhotos(db, accountId, photoIds, now);
  const galleryPhotos = await readGalleryPhotos(db, accountId, liveGalleries(blocks), listed);
  const galleries = shows('galleries') ? await picturedCovers(db, accountId, listed) : listed;
  const booking = await isBookingOpen(db, accountId);
  const inPageLanguage = (ofPage: ListedPage) =>
    hrefIn(languagesOf(ofPage, studio.language).includes(language) ? language : studio.language, ofPage);
  const site: SitePageData = {
    studio,
    language,
    base: linkBase,
    href: hrefIn(language, page),
    page: { ...translated(page, language), id: page.id, settings: page.settings, rows },
    menu: live.pages
      .filter(({ settings }) => settings.menu && settings.kind !== 'post')
      .map((one) => ({ id: one.id, title: menuTitle(one, language), href: inPageLanguage(one) })),
    languages: languages.map((one) => ({ language: one, href: hrefIn(one, page) })),
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
    sessionTypes: booking && shows('prices') ? await readSessionTypes(db, accountId) : [],
    booking,
  };
  const visible: SitePhotoSource[] = [
    ...photoIds.flatMap((id) => photos[id] ?? []),
    ...Object.entries(galleryPhotos).flatMap(([galleryId, found]) => found.map((photo) => ({ ...photo, galleryId }))),
    ...(shows('galleries') ? galleries.flatMap(({ id, cover }) => (cover ? { ...cover, galleryId: id } : [])) : []),
  ];
  const galleriesOf = (some: readonly SitePhotoSource[]) =>
    [...new Set(some.map(({ galleryId }) => galleryId))].slice(0, MAX_TOKEN_GALLERIES);
  return {
    site,
    search: live.search,
    openGalleries: galleriesOf(visible.filter(({ picture }) => !picture)),
    preview: previewOf([...visible.filter(({ id }) => id === page.settings.photoId), ...visible]),
    shownGalleries: galleriesOf(visible),
  };

  function homeHref(): string {
    const home = live!.pages.find((one) => one.path === live!.defaultPage);
    return home ? inPageLanguage(home) : linkBase || '/';
  }
}

function byDate(a: ListedPage, b: ListedPage): number {
  return (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt);
}

/** The list of posts is a page of its own, once there is a post. */
const ONLY_PART = '0'.repeat(20);
const JOURNAL_BLOCK = { id: ONLY_PART, kind: 'posts', count: 60 };
const JOURNAL_ROWS: Row[] = [
  { id: ONLY_PART, v: 1, look: {}, cells: [{ id: ONLY_PART, span: COLUMNS, blocks: [JOURNAL_BLOCK] }] },
];

const JOURNAL_TITLES: Readonly<Record<Language, string>> = { en: 'Journal', es: 'Diario', ca: 'Diari' };

function findPage(live: Live, path: string, studio: PublicStudio): ListedPage | null {
  if (path === JOURNAL && live.pages.some(({ settings }) => settings.kind === 'post')) {
    const translations = Object.fromEntries(LANGUAGES.map((one) => [one, { title: JOURNAL_TITLES[one] }]));
    const title = JOURNAL_TITLES[studio.language];
    return { id: JOURNAL, path, title, description: '', order: 0, updatedAt: 0, settings: { translations } };
  }
  const wanted = path || live.defaultPage;
  return (wanted && live.pages.find((page) => page.path === wanted)) || null;
}

const languagesOf = ({ settings }: ListedPage, own: Language) => pageLanguages(settings, own);

function hrefOf(base: string, language: Language, own: Language, defaultPage: string, page: ListedPage): string {
  return addressOf(base, language === own ? '' : language, page.path === defaultPage ? '' : page.path);
}

/** @param base path of the site; empty on the studio's own domain */
function addressOf(base: string, language: string, path: string): string {
  return base + [language, path].map((part) => part && `/${part}`).join('') || '/';
}

function translated({ title, description, settings }: ListedPage, language: Language) {
  const texts = settings.translations?.[language];
  return { title: texts?.title || title, description: texts?.description || description };
}

function menuTitle(page: ListedPage, language: Language): string {
  const texts = page.settings.translations?.[language];
  return texts?.menuTitle || texts?.title || page.settings.menuTitle || page.title;
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

async function readSessionTypes(db: Queryable, accountId: string): Promise<SitePageData['sessionTypes']> {
  return db.query<SitePageData['sessionTypes'][number]>(
    `select t.id, t.name, t.description, t.duration, nullif(p.price, 0) as price, a.currency_code as currency
     from session_types t join accounts a on a.id = t.account_id
       left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
     where t.account_id = $1 and t.is_bookable and t.archived_at is null order by t.name, t.id limit 60`,
    [accountId],
  );
}

/** Addresses of one published page by language, the studio's language first. */
export interface SiteEntry {
  languages: readonly { language: Language; href: string }[];
  /** Epoch milliseconds. */
  updatedAt: number;
  /** Paths of its public pictures. */
  images: readonly string[];
}

/** Returns the published pages that search engines may list. */
export async function listSitePages(
  db: Queryable,
  { accountId, studio, domain }: Found,
  now: number,
): Promise<SiteEntry[]> {
  const live = await readLive(db, accountId);
  const own = studio.language;
  const pages = (live?.pages ?? []).filter(({ settings }) => !settings.noindex);
  const picked = await readPickedPhotos(db, accountId);
  const photos = await readSitePhotos(db, accountId, [...new Set([...picked.values()].flat())], now);
  return pages.map((page) => ({
    languages: [own, ...languagesOf(page, own).filter((one) => one !== own)].map((language) => ({
      language,
      href: hrefOf(domain === null ? `/p/${studio.slug}` : '', language, own, live!.defaultPage, page),
    })),
    updatedAt: page.updatedAt,
    images: (picked.get(page.id) ?? []).flatMap((id) => {
      const photo = photos[id];
      return photo?.picture ? [previewPicture(photo.picture, photo).path] : [];
    }),
  }));
}
