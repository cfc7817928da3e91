import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { PhotoFrame } from '#web/components/ui/lists/image.tsx';
import { galleryHref, paths } from '#web/lib/paths.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import type { HomeGallery } from './types.ts';

const AT_MOST = 4;

/** The most recently updated galleries. */
export function RecentGalleries({ galleries }: { galleries: readonly HomeGallery[] }) {
  const { t } = useTranslation('home');
  const id = useId();
  const recent = galleries.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, AT_MOST);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lead font-semibold">
          {t('recent.title')}
        </h2>
        <Link to={paths.galleries} className="thumb text-soft">
          {t('recent.all')}
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4">
        {recent.map((gallery) => (
          <li key={gallery.id} className="relative flex flex-col gap-2">
            <Print gallery={gallery} />
            <Link to={galleryHref(gallery.id)} className="truncate row-link">
              {gallery.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Print({ gallery }: { gallery: HomeGallery }) {
  const { t } = useTranslation('home');
  const ready = useImagesReady();
  const cover = gallery.coverPhoto;
  if (cover?.status !== 'ready' || !cover.width || !cover.height) return <PhotoFrame>{t('recent.noCover')}</PhotoFrame>;
  return (
    <PhotoFrame
      photo={{
        src: ready ? imageSrc(gallery.id, cover.fileId, PREVIEW) : undefined,
        width: cover.width,
        height: cover.height,
        placeholder: placeholderUrl(cover.thumbhash),
      }}
    />
  );
}
