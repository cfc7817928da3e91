import type { SitePageData, SitePhotoSource, SitePost } from '#core/api/site-page.ts';
import type { PublicPhoto, PublicStudio } from '#core/api/public.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/image-token.ts';
import type { Language } from '#core/domain/languages.ts';
import { isKnownBlock, pageLanguages, photoIdsOf, readPageSettings, type Row, shownRows } from '#core/domain/pages.ts';
import { JOURNAL } from '#core/domain/site-links.ts';
import type { ContentPage } from '#core/domain/site.ts';
import { type FoundStudio, isBookingOpen, readContactOptions } from '../accounts/public-account.ts';
import { listPublicGalleries, readPublicGallery } from '../galleries/public-gallery.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';
import { builtInPage, builtInRows, MISSING } from './site-messages.ts';

/** A page of the website: `path` is empty for the one at the studio's address. */
export interface SitePath {
  language: Language | null;
  path: string;
}

/** Search settings that a page without its own uses. */
export interface SiteSearch {
  title: string;
  description: string;
}

export interface FoundSite {
  site: SitePageData;
  search: SiteSearch;
  /** Galleries whose pictures the page shows, for the image token. */
  openGalleries: string[];
  /** The pages above this one and itself, from the first; empty for the first page. */
  trail: readonly { title: string; href: string }[];
  /** True for the page of addresses without a page. */
  isMissing: boolean;
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
export async function loadSite(db: Queryable, found: FoundStudio, path: SitePath, now: number): Promise<LoadedSite> {
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
  const rows = builtInRows(page.id, studio.name) ?? shownRows(await readRows(db, accountId, page.id));
  const blocks = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const shows = (...kinds: string[]) => blocks.some(({ kind }) => kinds.includes(kind));
  const galleries = await listPublicGalleries(db, accountId, now);
  const posts = live.pages.filter(({ settings }) => settings.kind === 'post').toSorted(byDate);
  const photoIds = [...photoIdsOf(rows), ...[page, ...posts].flatMap(({ settings }) => settings.photoId ?? [])];
  const publicIds = galleries.map(({ id }) => id);
  const photos = await readPhotos(db, photoIds, publicIds);
  const liveIds = blocks.flatMap((block) =>
    block.kind === 'gallery' && block.mode === 'live' ? (block.galleryId ?? []) : [],
  );
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
    languages: page.id === MISSING ? [] : languages.map((one) => ({ language: one, href: hrefIn(one, page) })),
    hrefs: Object.fromEntries([...live.pages.map((one) => [one.id, inPageLanguage(one)]), ['home', homeHref()]]),
    photos,
    galleries,
    galleryPhotos: await readGalleryPhotos(
      db,
      accountId,
      liveIds.filter((id) => publicIds.includes(id)),
    ),
    posts: posts.map((post): SitePost => ({
      href: inPageLanguage(post),
      ...translated(post, language),
      date: post.settings.date ?? null,
      photo: photos[post.settings.photoId ?? ''] ?? null,
    })),
    sessionTypes: booking && shows('prices') ? await readSessionTypes(db, accountId) : [],
    booking,
    contact: blocks.some((block) => block.kind === 'contact' && block.form)
      ? await readContactOptions(db, found)
      : null,
  };
  const open = [
    ...Object.values(photos).map(({ galleryId }) => galleryId),
    ...Object.keys(site.galleryPhotos),
    ...(shows('galleries') ? publicIds : []),
  ];
  const trail = pagesAbove(live, page, studio).map((one) => ({
    title: menuTitle(one, language),
    href: inPageLanguage(one),
  }));
  return {
    site,
    search: live.search,
    openGalleries: [...new Set(open)].slice(0, MAX_TOKEN_GALLERIES),
    trail: trail.length > 1 ? trail : [],
    isMissing: page.id === MISSING,
  };

  function homeHref(): string {
    const home = live!.pages.find((one) => one.path === live!.defaultPage);
    return home ? inPageLanguage(home) : linkBase || '/';
  }
}

function byDate(a: ListedPage, b: ListedPage): number {
  return (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt);
}

function findPage(live: Live, path: string, studio: PublicStudio): ListedPage | null {
  const builtIn = builtInPage(path, studio.language);
  // The list of posts exists once there is one.
  if (builtIn && (path !== JOURNAL || live.pages.some(({ settings }) => settings.kind === 'post'))) return builtIn;
  const wanted = path || live.defaultPage;
  return (wanted && live.pages.find((page) => page.path === wanted)) || null;
}

/** Returns the site's first page, those of the path's beginnings, and the page itself. */
function pagesAbove(live: Live, page: ListedPage, studio: PublicStudio): ListedPage[] {
  const segments = page.path.split('/');
  const paths = [live.defaultPage, ...segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/')), page.path];
  return [...new Set(paths)].flatMap((path) => (path === page.path ? page : (findPage(live, path, studio) ?? [])));
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

/**
 * Returns the photos that everybody may see: those in a public gallery. A photo of a gallery that became private, or in
 * the trash, is missing from the next rendering.
 */
async function readPhotos(
  db: Queryable,
  photoIds: readonly string[],
  publicIds: readonly string[],
): Promise<Record<string, SitePhotoSource>> {
  if (photoIds.length === 0 || publicIds.length === 0) return {};
  const rows = await db.query<SitePhotoSource>(
    `select p.id, p.gallery_id as "galleryId", p.file_id as "fileId", p.filename, p.width, p.height,
       coalesce(p.thumbhash, '') as thumbhash,
       case when p.focal_x is not null then jsonb_build_object('x', p.focal_x, 'y', p.focal_y) end as focal
     from photos p where p.id = any ($1::text[]) and p.gallery_id = any ($2::text[]) and ${IS_VISIBLE}`,
    [photoIds, publicIds],
  );
  return Object.fromEntries(rows.map((photo) => [photo.id, photo]));
}

/** Galleries whose photos one page shows as they are now. */
const MAX_LIVE_GALLERIES = 5;

async function readGalleryPhotos(
  db: Queryable,
  accountId: string,
  galleryIds: readonly string[],
): Promise<Record<string, PublicPhoto[]>> {
  const entries = [...new Set(galleryIds)].slice(0, MAX_LIVE_GALLERIES).map(async (id) => {
    const gallery = await readPublicGallery(db, accountId, id);
    return [id, gallery?.photos.slice(0, 60) ?? []] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
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
}

/** Returns the published pages that search engines may list. */
export async function listSitePages(db: Queryable, { accountId, studio, domain }: FoundStudio): Promise<SiteEntry[]> {
  const live = await readLive(db, accountId);
  const own = studio.language;
  return (live?.pages ?? [])
    .filter(({ settings }) => !settings.noindex)
    .map((page) => ({
      languages: [own, ...languagesOf(page, own).filter((one) => one !== own)].map((language) => ({
        language,
        href: hrefOf(domain === null ? `/p/${studio.slug}` : '', language, own, live!.defaultPage, page),
      })),
      updatedAt: page.updatedAt,
    }));
}

/** Sitemaps that the product's `robots.txt` names at most: some 80 KB of the 500 that search engines read. */
const MAX_SITEMAPS = 1000;

/** Returns the sitemaps of published websites without a domain of their own, the latest changed first. */
export async function listSitemaps(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ slug: string }>(
    `select a.slug from site_state s join accounts a on a.id = s.account_id
     where s.live_release_id is not null and a.deleted_at is null
       and not exists (select from domains d where d.account_id = a.id and d.status = 'live')
     order by s.updated_at desc, a.slug limit ${MAX_SITEMAPS}`,
  );
  return rows.map(({ slug }) => `/p/${slug}/sitemap.xml`);
}
