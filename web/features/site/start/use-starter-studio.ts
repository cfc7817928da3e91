import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';
import type { SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import { comparePhotos } from '#core/domain/photos/photos.ts';
import { readPageSettings } from '#core/domain/site/pages.ts';
import type { StarterStudio } from '#core/domain/site/site-starters.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { publicStudio } from '#web/lib/accounts/public-studio.ts';

type GalleryRow = QueryRowType<typeof queries.site.publicGalleries>;
type PhotoRow = GalleryRow['photos'][number];

/** Data of the renderer that all pages of a site share. */
export type SharedData = Omit<SitePageData, 'page' | 'href' | 'menu' | 'languages' | 'hrefs'>;

/** Returns a photo as the pages show it; null before it was read, and for files without an image. */
function toPhoto(row: PhotoRow | undefined): SitePhotoSource | null {
  if (row?.status !== 'ready' || !row.width || !row.height || row.metadata.noPreview || isVideo(row)) return null;
  const { id, fileId, filename, galleryId, width, height, thumbhash, focalX: x, focalY: y } = row;
  const focal = x == null || y == null ? null : { x, y };
  return { id, fileId, filename, galleryId, width, height, thumbhash: thumbhash ?? '', focal };
}

interface ShownGallery {
  summary: SitePageData['galleries'][number];
  photos: SitePhotoSource[];
}

/** Returns the galleries that everybody sees, latest first, each with its photos in its order. */
function shownGalleries(rows: readonly GalleryRow[], now: number): ShownGallery[] {
  return rows
    .filter(({ expiresAt }) => expiresAt == null || expiresAt > now)
    .toSorted((a, b) => (b.date ?? b.publishedAt ?? 0) - (a.date ?? a.publishedAt ?? 0))
    .map(({ id, name, description, date, stats, coverPhoto, photos, sections, sortBy }) => {
      const hidden = new Set(sections.filter(({ isVisible }) => !isVisible).map((section) => section.id));
      const visible = photos
        .filter(({ sectionId }) => sectionId == null || !hidden.has(sectionId))
        .map((photo) => ({ ...photo, capturedAt: photo.capturedAt ?? null }))
        .toSorted(comparePhotos(sortBy))
        .flatMap((photo) => toPhoto(photo) ?? []);
      const cover: PublicPhoto | null = toPhoto(coverPhoto) ?? visible[0] ?? null;
      return {
        summary: { id, name, description, date: date ?? null, photoCount: stats?.readyCount ?? 0, cover },
        photos: visible,
      };
    });
}

/** Returns the covers first, and then a photo of each gallery in turn. */
function bestFirst(galleries: readonly ShownGallery[]): SitePhotoSource[] {
  const covers = galleries.flatMap(({ summary: { id, cover } }) => (cover ? [{ ...cover, galleryId: id }] : []));
  const longest = Math.max(0, ...galleries.map(({ photos }) => photos.length));
  const others = Array.from({ length: longest }, (_, at) => galleries.flatMap(({ photos }) => photos[at] ?? [])).flat();
  return [...new Map([...covers, ...others].map((photo) => [photo.id, photo])).values()];
}

/** Returns what a site's first pages are made from, and what the renderer needs to draw them. */
export function useStarterStudio() {
  const account = useAccount();
  const [now] = useState(Date.now);
  const [settings, { type: settingsType }] = useQuery(queries.accounts.settings());
  const [galleryRows, { type: galleriesType }] = useQuery(queries.site.publicGalleries());
  const [types] = useQuery(queries.sessionTypes.list());
  const [pages] = useQuery(queries.pages.list());
  return useMemo(() => {
    const { studio, booking: isOpen, contact } = publicStudio(account, settings);
    const galleries = shownGalleries(galleryRows, now);
    const photos = bestFirst(galleries);
    const bookable = types.filter(({ isBookable, archivedAt }) => isBookable && archivedAt == null);
    const booking = isOpen && bookable.length > 0;
    const starter: StarterStudio = {
      name: studio.name,
      language: studio.language,
      bio: studio.bio.trim(),
      address: studio.address.trim(),
      galleries: galleries
        .filter(({ photos: own }) => own.length > 0)
        .map(({ summary: { id, name } }) => ({ id, name })),
      photos,
      booking,
      posts: pages.some(({ settings: stored }) => readPageSettings(stored).kind === 'post'),
      contactForm: contact !== null,
    };
    const shared: SharedData = {
      studio,
      language: studio.language,
      base: `/p/${studio.slug}`,
      photos: Object.fromEntries(photos.map((photo) => [photo.id, photo])),
      galleries: galleries.map(({ summary }) => summary),
      galleryPhotos: Object.fromEntries(galleries.map(({ summary, photos: own }) => [summary.id, own])),
      posts: [],
      sessionTypes: booking
        ? bookable.map(({ id, name, description, duration, price }) => ({
            id,
            name,
            description,
            duration,
            price: price?.price || null,
            currency: account.currency,
          }))
        : [],
      booking,
    };
    const isComplete = settingsType === 'complete' && galleriesType === 'complete';
    const hasRows = [settings, galleryRows, types, pages].some(({ length }) => length > 0);
    return { starter, shared, isComplete, hasRows };
  }, [account, settings, galleryRows, types, pages, settingsType, galleriesType, now]);
}
