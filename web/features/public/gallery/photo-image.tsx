import { clsx } from 'clsx';
import { type SyntheticEvent, useState } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoSources } from '#core/domain/image-sources.ts';
import { useDeferWhileScrolling } from '#web/lib/photo-grid/scroll-speed.ts';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { useGalleryAccess, useTokenVersion } from '../shell/gallery-access-context.ts';

const FADE_MS = 220;

/**
 * Lets a picture appear. An animation and not a transition: a transition's events climb through the whole page, three
 * for each picture, while somebody scrolls.
 */
function fadeIn(picture: HTMLImageElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
}

/** A few screens' worth. Each is about 4 KB: kept for 5,000 photos they would be most of the page's memory. */
const KEPT = 300;

const urls = new Map<string, string | null>();

/** The blurred stand-in of a thumbhash; decoding one takes about a third of a millisecond, so the last ones are kept. */
export function placeholderImage(thumbhash: string): string | null {
  const known = urls.get(thumbhash);
  if (known !== undefined) return known;
  const url = placeholderUrl(thumbhash);
  urls.set(thumbhash, url);
  const oldest = urls.keys().next().value;
  if (urls.size > KEPT && oldest !== undefined) urls.delete(oldest);
  return url;
}

interface PhotoImageProps {
  galleryId: string;
  photo: PublicPhoto;
  alt: string;
  /** How wide it is shown, as CSS: `187px`, `100vw`. */
  sizes: string;
  /** The first thing on the page. */
  eager?: boolean;
  className?: string;
}

/** A picture may be broken for good: then its placeholder stays. */
const MAX_ATTEMPTS = 3;

/** What has been on the screen comes from the browser's cache: fading it in again would flicker while scrolling. */
const seen = new Set<string>();

/**
 * A photograph over its blurred stand-in. It waits for the first image token, and asks again with the next one when it
 * was refused: a phone that slept for an hour wakes up with an ended token and pictures half loaded. What flies by is
 * not asked for.
 */
export function PhotoImage({ galleryId, photo, alt, sizes, eager = false, className }: PhotoImageProps) {
  const door = useGalleryAccess();
  const tokens = useTokenVersion();
  const flownBy = useDeferWhileScrolling();
  const [failure, setFailure] = useState({ attempts: 0, tokens: 0 });
  const { src, srcSet } = photoSources(galleryId, photo);
  const placeholder = placeholderImage(photo.thumbhash);
  const allowed = tokens > failure.tokens;
  const failed = () => {
    setFailure({ attempts: failure.attempts + 1, tokens });
    if (failure.attempts + 1 < MAX_ATTEMPTS) door.pictureFailed();
  };
  // Without a render: dozens of pictures may come in a moment, and nothing else changes with them.
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    currentTarget.classList.remove('opacity-0');
    if (!seen.has(photo.fileId)) fadeIn(currentTarget);
    seen.add(photo.fileId);
  };
  return (
    <span
      className={clsx('block size-full overflow-hidden bg-sunken bg-size-[100%_100%]', className)}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    >
      <img
        // A new element for each attempt: the old one keeps its failure.
        key={failure.attempts}
        alt={alt}
        width={photo.width}
        height={photo.height}
        decoding="async"
        draggable={false}
        fetchPriority={eager ? 'high' : 'auto'}
        {...(allowed &&
          (!flownBy || seen.has(photo.fileId)) &&
          failure.attempts < MAX_ATTEMPTS && { sizes, srcSet, src })}
        onLoad={loaded}
        onError={failed}
        className={clsx('size-full object-cover', !seen.has(photo.fileId) && 'opacity-0')}
      />
    </span>
  );
}
