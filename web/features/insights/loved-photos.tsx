import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LovedPhoto } from '#core/api/insights.ts';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { PhotoTile } from '#web/components/ui/lists/photo-tile.tsx';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { galleryHref } from '#web/lib/paths.ts';

interface LovedPhotosProps {
  photos: readonly LovedPhoto[];
  /** True on a page of several galleries. */
  namesGallery?: boolean;
}

/** The photos that most people chose, in a row that scrolls. */
export function LovedPhotos({ photos, namesGallery = false }: LovedPhotosProps) {
  const { t } = useTranslation('insights');
  const ready = useImagesReady();
  if (photos.length === 0) return <p className="measure text-soft">{t('none.photos')}</p>;
  return (
    <ul
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it (WCAG 2.1.1)
      tabIndex={0}
      aria-label={t('sections.photos')}
      className="flex gap-3 overflow-x-auto pb-2 max-md:-mx-4 max-md:px-4"
    >
      {photos.map(({ id, galleryId, gallery, fileId, filename, width, height, thumbhash, people, views }) => (
        <li key={id} className="flex shrink-0 flex-col gap-1.5">
          <PhotoTile
            name={filename}
            title={filename}
            src={ready ? imageSrc(galleryId, fileId, PREVIEW) : undefined}
            width={width}
            height={height}
            thumbhash={thumbhash}
            className="h-32 md:h-36"
          />
          <p data-figures className="max-w-40 text-caption">
            {t('chosenBy', { count: people })}
            <span className="block text-soft">{t('viewed', { count: views })}</span>
            {namesGallery && (
              <Link to={galleryHref(galleryId)} className="thumb block truncate text-soft">
                {gallery}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
