import { clsx } from 'clsx';
import type { BookableType } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { readStudioPhoto, typePhoto } from '#core/domain/branding/studio-photos.ts';

/** The photographer's portrait, round; nothing without one. */
export function Portrait({ studio }: { studio: PublicStudio }) {
  const photo = readStudioPhoto(studio.profilePhoto);
  if (!photo) return null;
  return (
    <img
      src={photo.src}
      srcSet={photo.srcSet}
      sizes="6rem"
      alt={studio.name}
      width={96}
      height={96}
      className="size-24 shrink-0 rounded-full object-cover"
    />
  );
}

interface StudioCoverProps {
  studio: PublicStudio;
  /** Across the window, cropped; otherwise uncropped, at most as high as the window. */
  bleeds: boolean;
}

/** The cover that the studio has chosen for its page. */
export function StudioCover({ studio, bleeds }: StudioCoverProps) {
  const photo = readStudioPhoto(studio.coverPhoto);
  if (!photo) return null;
  const { src, srcSet, width, height } = photo;
  const whole = `min(100%, calc(80svh * ${(width / height).toFixed(4)}))`;
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={bleeds ? '100vw' : '(min-width: 48rem) 60vw, 100vw'}
      alt=""
      width={width}
      height={height}
      fetchPriority="high"
      style={bleeds ? { height: 'min(82svh, 125vw)' } : { width: whole }}
      className={clsx('mx-auto', bleeds ? 'w-full object-cover' : 'h-auto rounded-print')}
    />
  );
}

/** A strip of the studio's cover, below a page's title; nothing without one. */
export function StudioBand({ studio }: { studio: PublicStudio }) {
  const photo = readStudioPhoto(studio.coverPhoto);
  if (!photo) return null;
  return (
    <img
      src={photo.src}
      srcSet={photo.srcSet}
      sizes="(min-width: 40rem) 38rem, 100vw"
      alt=""
      width={photo.width}
      height={photo.height}
      className="aspect-[5/2] w-full rounded-print object-cover object-[50%_40%]"
    />
  );
}

interface TypePictureProps {
  type: Pick<BookableType, 'picture'>;
  studio: PublicStudio;
  /** Beside a row of the list, or beside the name on the type's own page. */
  size: 'row' | 'page';
}

const TYPE_PICTURE = {
  row: { sizes: '(min-width: 40rem) 9rem, 5.5rem', className: 'w-22 shrink-0 sm:w-36' },
  page: { sizes: '(min-width: 40rem) 15rem, 100vw', className: 'w-full max-sm:aspect-[5/2] sm:w-60 sm:shrink-0' },
} as const;

/** The picture of a session type, or else the studio's cover; nothing without either. */
export function TypePicture({ type, studio, size }: TypePictureProps) {
  const photo = typePhoto(type, studio);
  if (!photo) return null;
  const { sizes, className } = TYPE_PICTURE[size];
  return (
    <img
      src={photo.src}
      srcSet={photo.srcSet}
      sizes={sizes}
      alt=""
      width={photo.width}
      height={photo.height}
      className={clsx('aspect-[3/2] rounded-print object-cover object-[50%_40%]', className)}
    />
  );
}
