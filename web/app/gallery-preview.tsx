import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { lazy, Suspense, useMemo } from 'react';
import type { PublicGallery, PublicPhoto } from '#core/api/public.ts';
import { pairFonts } from '#core/domain/branding/fonts.ts';
import { comparePhotos } from '#core/domain/photos/photos.ts';
import { groupBySection } from '#core/domain/galleries/sections.ts';
import { clockTime, isVideo } from '#core/domain/photos/videos.ts';
import { queries } from '#core/zero/queries.ts';
import { readTranslations } from '#core/domain/values/primitives.ts';
import { PreviewPane } from '#web/features/branding/preview-pane.tsx';
import type { DesignPreviewProps } from '#web/features/galleries/design/design-tab.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { publicStudio } from '#web/lib/accounts/public-studio.ts';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';

const Preview = lazy(async () => {
  const { GalleryPreview: component } = await importTwice(
    () => import('#web/features/public/gallery/gallery-preview.tsx'),
  );
  return { default: component };
});

/** Photos that the preview shows at most. */
const SHOWN = 30;

type PhotoRow = QueryRowType<typeof queries.galleries.photos>;

function toPublicPhoto({ id, fileId, filename, width, height, thumbhash, metadata, ...row }: PhotoRow): PublicPhoto {
  const { focalX: x, focalY: y } = row;
  return {
    id,
    fileId,
    filename,
    width: width ?? 1,
    height: height ?? 1,
    thumbhash: thumbhash ?? '',
    focal: x == null || y == null ? null : { x, y },
    ...(isVideo(row) && { video: metadata.durationMs === undefined ? '' : clockTime(metadata.durationMs) }),
    ...(metadata.noPreview && { noPreview: true }),
  };
}

/** Draws a gallery's public page with a design that is not saved yet. */
export function GalleryPreview({ gallery, coverStyle, design }: DesignPreviewProps) {
  const account = useAccount();
  const [settings] = useQuery(queries.accounts.settings());
  const [rows] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const [sections] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  const ready = useImagesReady();
  const page = useMemo((): PublicGallery => {
    const visible = rows.filter((row) => row.status === 'ready' && !row.isHidden && row.width && row.height);
    const groups = groupBySection(
      visible,
      sections.filter(({ isVisible }) => isVisible),
      gallery.sortBy,
    ).filter((group) => group.photos.length > 0);
    const firstOnes = new Set(groups.flatMap(({ photos }) => photos).slice(0, SHOWN));
    const shown = groups.flatMap(({ section, photos }) => {
      const some = photos.filter((photo) => firstOnes.has(photo));
      return some.length > 0 ? [{ section, photos: some.map(toPublicPhoto) }] : [];
    });
    const first = visible.filter(({ metadata }) => !metadata.noPreview).toSorted(comparePhotos('captured_at'))[0];
    const cover = visible.find(({ id }) => id === gallery.coverPhotoId) ?? first;
    const { id, name, description, visibility, expiresAt } = gallery;
    const { studio, booking } = publicStudio(account, settings);
    return {
      studio,
      booking,
      gallery: {
        id,
        name,
        description,
        translations: readTranslations(gallery.settings),
        visibility,
        coverStyle,
        design,
        date: gallery.date ?? null,
        expiresAt: expiresAt ?? 0,
        photoCount: visible.length,
        cover: cover ? toPublicPhoto(cover) : null,
        downloads: { original: gallery.allowOriginal, web: gallery.allowWeb, pin: gallery.hasDownloadPin },
        sections: shown.map(({ section, photos }) => ({
          id: section?.id ?? null,
          name: section?.name ?? '',
          translations: section?.translations ?? null,
          photoCount: photos.length,
        })),
      },
      photos: shown.flatMap(({ photos }) => photos),
    };
  }, [account, settings, rows, sections, gallery, coverStyle, design]);
  const { theme } = page.studio;
  const shown = useMemo(
    () => (design.fontPair ? { ...theme, ...pairFonts(design.fontPair) } : theme),
    [theme, design.fontPair],
  );
  return (
    <PreviewPane theme={shown} scheme={design.colors}>
      {ready && (
        <Suspense>
          <Preview page={page} />
        </Suspense>
      )}
    </PreviewPane>
  );
}
