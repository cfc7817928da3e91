import type { Language } from '#core/domain/languages.ts';
import { previewPicture } from '#core/domain/site-pictures.ts';
import type { FoundStudio } from '../accounts/public-account.ts';
import type { Queryable } from '../platform/db/database.ts';
import { hrefOf, languagesOf, readPages } from './site-data.ts';
import { readPickedPhotos, readSitePhotos } from './site-photos.ts';

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
  { accountId, studio, domain }: FoundStudio,
  now: number,
): Promise<SiteEntry[]> {
  const live = await readPages(db, accountId);
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
