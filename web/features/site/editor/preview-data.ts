import type { Row as TableRow } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import type { PublicGallerySummary, PublicPhoto } from '#core/api/public.ts';
import type { SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { photoIdsOf, type Row, shownRows } from '#core/domain/site/page-rows.ts';
import { pageLanguages } from '#core/domain/site/pages.ts';
import { comparePhotos } from '#core/domain/photos/photos.ts';
import { queries } from '#core/zero/queries.ts';
import type { schema } from '#core/zero/schema.ts';
import { readTranslations } from '#core/domain/values/primitives.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { publicStudio } from '#web/lib/accounts/public-studio.ts';
import { type DraftPage, isPost, type useSite } from '../use-site.ts';

type PhotoRow = TableRow<(typeof schema)['tables']['photos']>;

/** Galleries of the studio that are read for lists and proposals. */
const MAX_GALLERIES = 200;

/** Returns a photo as the pages show it; null before it was read. */
export function publicPhoto(row: PhotoRow | undefined | null): PublicPhoto | null {
  if (row?.status !== 'ready' || !row.width || !row.height) return null;
  const { id, fileId, filename, width, height, thumbhash, focalX: x, focalY: y } = row;
  const focal = x == null || y == null ? null : { x, y };
  return { id, fileId, filename, width, height, thumbhash: thumbhash ?? '', focal };
}

/** Returns the studio's public galleries, latest first. */
function usePublicGalleries(): PublicGallerySummary[] {
  const [rows] = useQuery(queries.galleries.list({ limit: MAX_GALLERIES }));
  return useMemo(
    () =>
      rows
        .filter(({ status, visibility }) => status === 'published' && visibility === 'public')
        .toSorted((a, b) => (b.date ?? b.publishedAt ?? 0) - (a.date ?? a.publishedAt ?? 0))
        .map(({ id, name, description, settings, date, stats, coverPhoto }) => ({
          id,
          name,
          description,
          translations: readTranslations(settings),
          date: date ?? null,
          photoCount: stats?.readyCount ?? 0,
          cover: publicPhoto(coverPhoto),
        })),
    [rows],
  );
}

/** Returns the photos of galleries in each gallery's order, by gallery id. */
function useGalleryPhotos(galleryIds: readonly string[]): Readonly<Record<string, PublicPhoto[]>> {
  const [rows] = useQuery(queries.pages.galleries({ galleryIds: [...galleryIds] }));
  return useMemo(
    () =>
      Object.fromEntries(
        rows.map(({ id, photos, sortBy }) => {
          const sortable = photos.map((photo) => ({ ...photo, capturedAt: photo.capturedAt ?? null }));
          return [id, sortable.toSorted(comparePhotos(sortBy)).flatMap((photo) => publicPhoto(photo) ?? [])] as const;
        }),
      ),
    [rows],
  );
}

/** Galleries that a page's preview shows as they are. */
const MAX_LIVE_GALLERIES = 5;

const blocksOf = (rows: readonly Row[]) =>
  rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks)).filter(isKnownBlock);

/** Returns the photos that the page and the posts of the journal show, by id. */
function usePhotos(rows: readonly Row[], pages: readonly DraftPage[]): Readonly<Record<string, SitePhotoSource>> {
  const posts = pages.flatMap(({ settings }) => settings.photoId ?? []);
  const ids = [...new Set([...photoIdsOf(rows), ...posts])].slice(0, 500).toSorted();
  const [found] = useQuery(ids.length > 0 && queries.pages.photos({ ids }));
  return useMemo(
    () =>
      Object.fromEntries(
        (found ?? []).flatMap((row) => {
          const photo = publicPhoto(row);
          return photo ? [[row.id, { ...photo, galleryId: row.galleryId }]] : [];
        }),
      ),
    [found],
  );
}

/** Returns the session types that can be booked, as the price list shows them. */
function useSessionTypes(): SitePageData['sessionTypes'] {
  const { currency } = useAccount();
  const [types] = useQuery(queries.sessionTypes.list());
  return useMemo(
    () =>
      types
        .filter(({ isBookable, archivedAt }) => isBookable && archivedAt == null)
        .map(({ id, name, description, settings, duration, price }) => ({
          id,
          name,
          description,
          translations: readTranslations(settings),
          duration,
          price: price?.price || null,
          currency,
        })),
    [types, currency],
  );
}

/** Returns a page's texts in a language, else in the studio's. */
function textsOf({ title, description, settings }: DraftPage, language: Language) {
  const own = settings.translations?.[language];
  return {
    title: own?.title || title,
    description: own?.description || description,
    menuTitle: own?.menuTitle || own?.title || settings.menuTitle || title,
  };
}

/**
 * Builds what the renderer shows of a draft, from the local store: as the page function does for visitors, but with the
 * drafts of all pages, and with photos that are not public yet.
 */
export function usePreviewData(
  page: DraftPage,
  draftRows: readonly Row[],
  language: Language,
  { pages }: ReturnType<typeof useSite>,
): SitePageData {
  const account = useAccount();
  const [settings] = useQuery(queries.accounts.settings());
  const rows = useMemo(() => shownRows(draftRows), [draftRows]);
  const photos = usePhotos(rows, pages);
  const galleries = usePublicGalleries();
  const liveIds = blocksOf(rows).flatMap((block) =>
    block.kind === 'gallery' && block.mode === 'live' ? (block.galleryId ?? []) : [],
  );
  const galleryPhotos = useGalleryPhotos([...new Set(liveIds)].slice(0, MAX_LIVE_GALLERIES));
  const sessionTypes = useSessionTypes();
  return useMemo(() => {
    const { studio, booking } = publicStudio(account, settings);
    const base = `/p/${studio.slug}`;
    const hrefOf = (path: string) => `${base}/${path}`;
    const { title, description } = textsOf(page, language);
    return {
      studio,
      language,
      base,
      href: hrefOf(page.path),
      page: { id: page.id, title, description, rows, settings: page.settings },
      menu: pages
        .filter((one) => one.settings.menu && !isPost(one))
        .map((one) => ({ id: one.id, title: textsOf(one, language).menuTitle, href: hrefOf(one.path) })),
      languages: pageLanguages(page.settings, studio.language).map((one) => ({ language: one, href: base })),
      hrefs: { home: base, ...Object.fromEntries(pages.map((one) => [one.id, hrefOf(one.path)])) },
      photos,
      galleries,
      galleryPhotos,
      posts: pages
        .filter(isPost)
        .toSorted((a, b) => (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt))
        .map((post) => ({
          href: hrefOf(post.path),
          ...textsOf(post, language),
          date: post.settings.date ?? null,
          photo: photos[post.settings.photoId ?? ''] ?? null,
        })),
      sessionTypes: booking ? sessionTypes : [],
      booking,
    };
  }, [account, settings, page, language, rows, pages, photos, galleries, galleryPhotos, sessionTypes]);
}
