import { clsx } from 'clsx';
import type { PublicStudio } from '#core/api/public.ts';
import { readStudioPhoto } from '#core/domain/branding/studio-photos.ts';

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
