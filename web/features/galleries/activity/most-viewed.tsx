import { useQuery } from '@rocicorp/zero/react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { queries } from '#core/zero/queries.ts';
import { PhotoTile } from '#web/components/ui/photo-tile.tsx';
import { imageSrc } from '#web/lib/image-src.ts';
import { useImagesReady } from '#web/lib/image-token.tsx';

const AT_MOST = 8;

/** The photos that visitors looked at most, those with the most looks first. */
export function MostViewed({ galleryId }: { galleryId: string }) {
  const { t } = useTranslation('activity');
  const id = useId();
  const ready = useImagesReady();
  // Some of the first may be in the trash meanwhile.
  const [stats] = useQuery(queries.galleries.mostViewed({ galleryId, limit: AT_MOST * 3 }));
  const [photos] = useQuery(queries.galleries.photos({ galleryId }));
  const shown = useMemo(() => {
    const byId = new Map(photos.map((photo) => [photo.id, photo]));
    const seen = stats.flatMap((stat) => {
      const photo = byId.get(stat.photoId);
      return stat.viewCount > 0 && photo?.width && photo.height
        ? [{ ...stat, photo, width: photo.width, height: photo.height }]
        : [];
    });
    return seen.slice(0, AT_MOST);
  }, [stats, photos]);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lead font-semibold">
        {t('most')}
      </h2>
      {/* Wider than a phone, and nothing in it takes the focus: so that arrow keys can move it, it does itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls (WCAG 2.1.1) */}
      <ul tabIndex={0} aria-labelledby={id} className="flex gap-3 overflow-x-auto pb-2 max-md:-mx-4 max-md:px-4">
        {shown.map(({ photo, width, height, viewCount, downloadCount }) => (
          <li key={photo.id} className="flex shrink-0 flex-col gap-1.5">
            <PhotoTile
              name={photo.filename}
              title={photo.filename}
              src={ready ? imageSrc(galleryId, photo.fileId, IMAGE_PRESETS.preview) : undefined}
              width={width}
              height={height}
              thumbhash={photo.thumbhash}
              className="h-28 md:h-32"
            />
            <p data-figures className="text-caption">
              {t('looks', { count: viewCount })}
              {downloadCount > 0 && <span className="block text-soft">{t('taken', { count: downloadCount })}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
