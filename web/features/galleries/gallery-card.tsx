import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { galleryState, isExpired } from '#core/domain/galleries/galleries.ts';
import { type ProofingState, proofingState } from '#core/domain/galleries/proofing.ts';
import { PREVIEW } from '#core/domain/photos/image-sources.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { PhotoFrame } from '#web/components/ui/lists/image.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { GalleryListRow, GalleryRow } from '#web/lib/galleries/types.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';

interface CoverProps {
  gallery: Pick<GalleryListRow, 'id' | 'coverPhoto'>;
  /** Thumbnail size, without text on the frame. */
  small?: boolean;
}

/** A gallery's cover, uncropped in its frame; an empty frame without a cover. */
export function Cover({ gallery, small = false }: CoverProps) {
  const { t } = useTranslation('galleries');
  const ready = useImagesReady();
  const photo = gallery.coverPhoto;
  if (photo?.status !== 'ready' || !photo.width || !photo.height)
    return <PhotoFrame>{!small && t('noCover')}</PhotoFrame>;
  return (
    <PhotoFrame
      photo={{
        src: ready ? imageSrc(gallery.id, photo.fileId, PREVIEW) : undefined,
        width: photo.width,
        height: photo.height,
        placeholder: placeholderUrl(photo.thumbhash),
      }}
    />
  );
}

const TONES = {
  draft: 'neutral',
  published: 'success',
  hidden: 'warning',
  archived: 'neutral',
  expired: 'danger',
  empty: 'warning',
} as const satisfies Record<ReturnType<typeof galleryState>, Tone>;

export function StatusTag({ gallery }: { gallery: Pick<GalleryRow, 'status' | 'expiresAt' | 'stats'> }) {
  const { t } = useTranslation('galleries');
  // Derived from the clock on each render; a minute's delay is acceptable.
  const state = galleryState(gallery, useNow());
  return <Tag tone={TONES[state]}>{t(`status.${state}`)}</Tag>;
}

const PROOFING_TONES = { open: 'neutral', submitted: 'accent', locked: 'success' } as const satisfies Record<
  Exclude<ProofingState, 'off'>,
  Tone
>;

/** State of choosing photos, once the studio has set up a selection. */
export function ProofingTag({ gallery }: { gallery: Pick<GalleryListRow, 'lists'> }) {
  const { t } = useTranslation('proofing');
  const state = proofingState(gallery.lists, { guestFavourites: false });
  return state === 'off' ? null : <Tag tone={PROOFING_TONES[state]}>{t(`state.${state}`)}</Tag>;
}

/** A gallery in the list: cover, name, status, client, number of photos and closing date. */
export function GalleryCard({ gallery, to }: { gallery: GalleryListRow; to: string }) {
  const { t } = useTranslation('galleries');
  const format = useFormat();
  const now = useNow();
  const { expiresAt } = gallery;
  const closes = isExpired(gallery, now) ? 'closed' : 'closes';
  const details = [
    gallery.customer?.name,
    t('photoCount', { count: gallery.stats?.photoCount ?? 0 }),
    expiresAt ? t(closes, { date: format.date(expiresAt) }) : null,
  ];
  return (
    <article className="group relative flex flex-col gap-3">
      <Cover gallery={gallery} />
      <div className="flex flex-col gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="min-w-0 truncate font-medium">
            <Link to={to} className="row-link group-hover:underline">
              {gallery.name}
            </Link>
          </h2>
          <StatusTag gallery={gallery} />
        </div>
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 text-caption text-soft">{details.filter(Boolean).join(' · ')}</p>
          <ProofingTag gallery={gallery} />
        </div>
      </div>
    </article>
  );
}
