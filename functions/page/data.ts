import type { PageData, StageInfo } from '#core/api/page-data.ts';
import { type FontPair, pairFonts } from '#core/domain/branding/fonts.ts';
import { readGalleryDesign } from '#core/domain/galleries/galleries.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { galleryId as galleryIdSchema } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { isStorable } from '#core/domain/values/primitives.ts';
import { readOffer } from '../booking/rules.ts';
import { findOpenProposal } from '../proposals/open-proposal.ts';
import { findGalleryAccess, isPublic, visitorAccess } from '../galleries/access.ts';
import { PHOTOS_IN_PAGE } from '../galleries/plain-photos.ts';
import { listPublicGalleries, readPublicGallery } from '../galleries/public-gallery.ts';
import type { Queryable } from '../platform/db/database.ts';
import {
  findSlugRedirect,
  findStudio,
  type FoundStudio,
  isBookingOpen,
  readContactOptions,
} from '../public-studio/find-studio.ts';
import { loadPageFonts, type PageFonts } from '../public-studio/page-fonts.ts';
import { type Feed, loadFeed } from './feed.ts';
import { findOgImage, type OgImage } from './og-image.ts';
import { type PagePath, remainingPath, type StudioPath } from './page-path.ts';
import { type FoundSite, loadSite } from './site-data.ts';
import { MISSING, SENT } from './site-messages.ts';
import { assertNotBlocked } from './unavailable-page.ts';
import { loadSiteMenu } from './site-pages.ts';
import { listSitemaps, listSitePages, type SiteEntry } from './site-sitemaps.ts';

/** The context of every page of a studio beside its data. */
interface PageFrame {
  ogImage: OgImage | null;
  fonts: PageFonts | null;
  /** The studio's own live domain; null for pages that have no address there. */
  domain: string | null;
  /** Path of the studio's uploaded icon; empty for that of its logo. */
  favicon: string;
}

/** A built-in page, a page of the studio's website, its sitemap, or a redirect. */
export type Loaded =
  | ({ data: PageData } & PageFrame)
  | (FoundSite & PageFrame)
  | { sitemap: SiteEntry[]; domain: string | null }
  /** Paths of the sitemaps that a `robots.txt` names; null in one of a host without the product. */
  | { robots: { sitemaps: readonly string[]; isProduct: boolean } }
  | { feed: Feed; domain: string | null }
  | { movedTo: string };

/** What pages depend on beside their path. */
interface PageContext {
  stage: StageInfo;
  /** Returns the origin of a studio's domain, for links of pages at another host; empty at that domain. */
  siteOrigin: (domain: string) => string;
}

type PublicPath = Exclude<PagePath, { page: 'app' | 'sign-in' | 'join' | 'report' | 'status' }>;
/**
 * Loads the data of a page for an anonymous visitor; the page then checks access itself. So the CDN can cache pages,
 * and never caches private data.
 */
export async function loadPage(
  db: Queryable,
  path: PublicPath,
  now: number,
  { stage, siteOrigin }: PageContext,
): Promise<Loaded> {
  if (path.page === 'landing') return loadFound({ kind: 'landing', ...stage });
  if (path.page === 'terms' || path.page === 'privacy') {
    const { operator } = stage;
    return loadFound(operator ? { kind: 'legal', document: path.page, operator } : { kind: 'not-found' });
  }
  if (path.page === 'developers') return loadFound({ kind: 'developers' });
  if (path.page === 'all-robots') return { robots: { sitemaps: await listSitemaps(db), isProduct: true } };
  return loadStudioPath(db, path, now, siteOrigin);
}

async function loadStudioPath(
  db: Queryable,
  path: StudioPath,
  now: number,
  siteOrigin: PageContext['siteOrigin'],
): Promise<Loaded> {
  if (path.slug === null || !isStorable(path.slug)) return loadFound({ kind: 'not-found' });
  const studio = await findStudio(db, path.slug);
  if (!studio) return redirectTo(db, path, now, siteOrigin);
  assertNotBlocked(studio, path);
  if (path.page === 'sitemap') return { sitemap: await listSitePages(db, studio, now), domain: studio.domain };
  if (path.page === 'robots') return { robots: { sitemaps: ['/sitemap.xml'], isProduct: false } };
  if (path.page === 'feed') return feedOf(db, studio, path.language);
  const page = path.page === 'link' ? linkedPage(db, path, studio, now) : siteOrBuiltInPage(db, path, studio, now);
  const loaded = await withSiteInstead(db, toLoaded(await page), { path, studio, now });
  if (!('data' in loaded) && !('site' in loaded)) return loaded;
  const menu = 'data' in loaded ? await loadSiteMenu(db, studio, now, siteOrigin) : null;
  if (menu && 'data' in loaded) loaded.data.menu = menu;
  const pair = 'data' in loaded ? await findFontPair(db, loaded.data) : undefined;
  const theme = pair ? { ...studio.studio.theme, ...pairFonts(pair) } : studio.studio.theme;
  const { favicon, isIsolated } = studio;
  const domain = isIsolated && 'data' in loaded ? null : studio.domain;
  return { ...loaded, fonts: await loadPageFonts(db, studio.accountId, theme), favicon, domain };
}

async function feedOf(db: Queryable, studio: FoundStudio, language: Language | null): Promise<Loaded> {
  const feed = await loadFeed(db, studio, language);
  if (!feed) return loadFound({ kind: 'not-found', studio: studio.studio });
  return 'movedTo' in feed ? feed : { feed, domain: studio.domain };
}

/** Returns the pair of fonts of a gallery's page; a closed one has it too, because the page continues once it opens. */
async function findFontPair(db: Queryable, data: PageData): Promise<FontPair | undefined> {
  if (data.kind === 'gallery') return data.gallery.design.fontPair;
  if (data.kind !== 'gallery-access') return undefined;
  const [row] = await db.query<{ settings: unknown }>('select settings from galleries where id = $1', [data.galleryId]);
  return readGalleryDesign(row?.settings).fontPair;
}

/** Until `loadStudioPath` adds the studio's. */
const NO_FRAME = { fonts: null, domain: null, favicon: '' };

/** Replaces the built-in page for unknown addresses by the website's own, if there is a website. */
async function withSiteInstead(
  db: Queryable,
  loaded: Loaded,
  { path, studio, now }: { path: StudioPath; studio: FoundStudio; now: number },
): Promise<Loaded> {
  if (studio.isSiteHeld || !('data' in loaded) || loaded.data.kind !== 'not-found') return loaded;
  const language = path.page === 'site' ? path.language : null;
  const site = await loadSite(db, studio, { language, path: MISSING }, now);
  return site && 'site' in site ? { ...site, ogImage: null, ...NO_FRAME } : loaded;
}

/** Loads a page of the studio's website, or else the built-in page of the path. */
async function siteOrBuiltInPage(
  db: Queryable,
  path: Exclude<StudioPath, { page: 'link' | 'sitemap' | 'robots' | 'feed' }>,
  studio: FoundStudio,
  now: number,
): Promise<Loaded | [PageData, (OgImage | null)?]> {
  if (path.page !== 'studio' && path.page !== 'site' && path.page !== 'sent') return studioPage(db, path, studio, now);
  const own = path.page === 'site' ? path : { language: null, path: path.page === 'sent' ? SENT : '' };
  const site = await loadSite(db, studio, own, now);
  if (site && 'site' in site) {
    const ogImage = site.preview ? null : await findOgImage(db, site.shownGalleries);
    return { ...site, ogImage, ...NO_FRAME };
  }
  if (site) return site;
  if (path.page !== 'site') return studioPage(db, path, studio, now);
  // The built-in page has one address for all languages.
  return path.path ? [{ kind: 'not-found', studio: studio.studio }] : { movedTo: `/p/${studio.studio.slug}` };
}

function toLoaded(page: Loaded | [PageData, (OgImage | null)?]): Loaded {
  return Array.isArray(page) ? loadFound(...page) : page;
}

function loadFound(data: PageData, ogImage: OgImage | null = null): Loaded {
  return { data, ogImage, ...NO_FRAME };
}

async function studioPage(
  db: Queryable,
  path: Exclude<StudioPath, { page: 'link' | 'site' | 'sitemap' | 'robots' | 'feed' }>,
  found: FoundStudio,
  now: number,
): Promise<[PageData, (OgImage | null)?]> {
  const { accountId, studio } = found;
  if (path.page === 'unknown') return [{ kind: 'not-found', studio }];
  if (path.page === 'studio' || path.page === 'sent') {
    const [galleries, booking, contact] = await Promise.all([
      listPublicGalleries(db, accountId, now),
      isBookingOpen(db, accountId),
      readContactOptions(db, found),
    ]);
    const sent = path.page === 'sent' ? ({ sent: true } as const) : {};
    const data = { kind: 'studio', studio, galleries, booking, contact, ...sent } as const;
    // Only public galleries are listed, so nothing of another one shows.
    return [
      data,
      await findOgImage(
        db,
        galleries.map(({ id }) => id),
      ),
    ];
  }
  if (path.page === 'booking' || path.page === 'add' || path.page === 'client') return [{ kind: path.page, studio }];
  if (path.page === 'proposal') {
    return [{ kind: 'proposal', studio, proposal: await findOpenProposal(db, accountId, path.token, now) }];
  }
  if (path.page === 'book') return [{ kind: 'book', studio, offer: await readOffer(db, accountId) }];
  const id = galleryIdSchema.safeParse(path.galleryId);
  const galleryAccess = id.success ? await findGalleryAccess(db, id.data) : null;
  if (!galleryAccess || galleryAccess.accountId !== accountId) return [{ kind: 'not-found', studio }];
  if (path.page === 'gallery' && isPublic(galleryAccess, now)) {
    const gallery = await readPublicGallery(db, accountId, galleryAccess.id);
    if (gallery) {
      const photos = gallery.photos.slice(0, PHOTOS_IN_PAGE);
      return [{ kind: 'gallery', studio, ...gallery, photos }, await findOgImage(db, [galleryAccess.id])];
    }
  }
  return [
    {
      kind: 'gallery-access',
      studio,
      galleryId: galleryAccess.id,
      access: visitorAccess(galleryAccess, null, now).access,
    },
  ];
}

/**
 * Loads the gallery of a readable link. A link with a former name redirects, unless the gallery is private: its name is
 * no one's business without access.
 */
async function linkedPage(
  db: Queryable,
  { slug, link, key }: Extract<PublicPath, { page: 'link' }>,
  found: FoundStudio,
  now: number,
): Promise<Loaded> {
  const [row] = await db.query<{ id: string }>(
    'select id from galleries where account_id = $1 and right(id, 8) = $2 and deleted_at is null limit 1',
    [found.accountId, key],
  );
  const [data, ogImage] = await studioPage(
    db,
    row ? { page: 'gallery', slug, galleryId: row.id } : { page: 'unknown', slug },
    found,
    now,
  );
  if (data.kind === 'gallery' && galleryLink(data.gallery) !== link) {
    return { movedTo: `/p/${found.studio.slug}/${galleryLink(data.gallery)}` };
  }
  return loadFound(data, ogImage);
}

/**
 * Redirects a previous slug to the current one. Invite pages do not redirect: their token is in the query, which
 * stays in the browser's address.
 */
async function redirectTo(
  db: Queryable,
  path: StudioPath,
  now: number,
  siteOrigin: PageContext['siteOrigin'],
): Promise<Loaded> {
  const slug = path.slug === null ? null : await findSlugRedirect(db, path.slug);
  if (slug === null) return loadFound({ kind: 'not-found' });
  if (path.page === 'invite') return loadStudioPath(db, { ...path, slug }, now, siteOrigin);
  return { movedTo: `/p/${slug}${remainingPath(path)}` };
}
