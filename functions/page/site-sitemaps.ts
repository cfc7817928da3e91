import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { GALLERIES, JOURNAL } from '#core/domain/site/site-links.ts';
import { previewPicture } from '#core/domain/site/site-pictures.ts';
import { listPublicGalleries } from '../galleries/public-gallery.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type FoundStudio, isBookingOpen } from '../public-studio/find-studio.ts';
import { hrefOf, languagesOf, readPages } from './site-pages.ts';
import { builtInPage } from './site-messages.ts';
import { readPickedPhotos, readSitePhotos } from './site-photos.ts';
import { IS_SITE_OPEN } from '../platform/studio-facts.ts';

/** Addresses of one published page by language, the studio's language first. */
export interface SiteEntry {
  languages: readonly { language: Language; href: string }[];
  /** Epoch milliseconds; null where no single time says when it changed. */
  updatedAt: number | null;
  /** Paths of its public pictures. */
  images: readonly string[];
}

/** Returns a studio's pages that search engines may list: those of its website, or its built-in page, then the others. */
export async function listSitePages(db: Queryable, found: FoundStudio, now: number): Promise<SiteEntry[]> {
  const { accountId, studio, domain } = found;
  const live = await readPages(db, accountId);
  const own = studio.language;
  const base = domain === null ? `/p/${studio.slug}` : '';
  if (!live) return [builtInEntry(own, base || '/'), ...(await listBuiltInPages(db, found, base, now))];
  const posts = live.pages.filter(({ settings }) => settings.kind === 'post' && !settings.noindex);
  const journal = posts.length > 0 ? [{ ...builtInPage(JOURNAL, own)!, updatedAt: latestOf(posts) }] : [];
  const pages = [...live.pages.filter(({ settings }) => !settings.noindex), ...journal];
  const picked = await readPickedPhotos(db, accountId);
  const photos = await readSitePhotos(db, accountId, [...new Set([...picked.values()].flat())], now);
  const entryOf = (page: Omit<(typeof pages)[number], 'updatedAt'> & { updatedAt: number | null }) => ({
    languages: [own, ...languagesOf(page, own).filter((one) => one !== own)].map((language) => ({
      language,
      href: hrefOf(base, language, own, live.defaultPage, page),
    })),
    updatedAt: page.updatedAt,
    images: (picked.get(page.id) ?? []).flatMap((id) => {
      const photo = photos[id];
      return photo?.picture ? [previewPicture(photo.picture, photo).path] : [];
    }),
  });
  const written = pages.map(entryOf);
  const others = await listBuiltInPages(db, found, base, now);
  const hasList = !live.listsGalleries && (await listPublicGalleries(db, accountId, now)).length > 0;
  const lists = hasList ? [entryOf({ ...builtInPage(GALLERIES, own)!, updatedAt: null })] : [];
  return [...written, ...lists, ...others];
}

const latestOf = (pages: readonly { updatedAt: number }[]) => Math.max(...pages.map(({ updatedAt }) => updatedAt));

const builtInEntry = (language: Language, href: string): SiteEntry => ({
  languages: [{ language, href }],
  updatedAt: null,
  images: [],
});

/** Returns the booking page and the public galleries. On an isolated domain they are on the product's host. */
async function listBuiltInPages(
  db: Queryable,
  { accountId, studio, domain, isIsolated }: FoundStudio,
  base: string,
  now: number,
): Promise<SiteEntry[]> {
  if (isIsolated && domain !== null) return [];
  const [isOpen, galleries] = await Promise.all([
    isBookingOpen(db, accountId),
    listPublicGalleries(db, accountId, now),
  ]);
  const paths = [...(isOpen ? ['book'] : []), ...galleries.map((gallery) => galleryLink(gallery))];
  return paths.map((path) => builtInEntry(studio.language, `${base}/${path}`));
}

/** Sitemaps that the product's `robots.txt` names at most: some 80 KB of the 500 that search engines read. */
const MAX_SITEMAPS = 1000;

/** Returns the sitemaps of published websites without a domain of their own, the latest changed first. */
export async function listSitemaps(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ slug: string }>(
    `select a.slug from site_state s join accounts a on a.id = s.account_id
     where s.live_release_id is not null and ${IS_SITE_OPEN}
       and not exists (select from domains d where d.account_id = a.id and d.status = 'live')
     order by s.updated_at desc, a.slug limit ${MAX_SITEMAPS}`,
  );
  return rows.map(({ slug }) => `/p/${slug}/sitemap.xml`);
}
