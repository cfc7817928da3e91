import { clsx } from 'clsx';
import { type SyntheticEvent, useState } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { useDeferWhileScrolling } from '#web/lib/photo-grid/scroll-speed.ts';
import { useHydrated } from '#web/lib/browser/use-hydrated.ts';
import { averageColor, placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { useGalleryAccess, useTokenVersion } from '../shell/gallery-access-context.ts';

/** The photo's average colour, in the server's HTML only: a placeholder adds 4 KB. It stays below the placeholder. */
function serverStyle({ thumbhash }: PublicPhoto) {
  return import.meta.env.SSR ? { backgroundColor: averageColor(thumbhash) } : undefined;
}

const FADE_MS = 220;

/**
 * Fades an image in. Uses an animation instead of a transition, whose three events per image would bubble through the
 * whole page while scrolling.
 */
function fadeIn(picture: HTMLImageElement): void {
  const still = document.documentElement.matches('[data-look~=motion-none]');
  if (still || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS, easing: 'ease-out' });
}

/**
 * Number of cached placeholders, a few screens' worth. Each takes about 4 KB: 5,000 of them would be most of the page's
 * memory.
 */
const KEPT = 300;

const urls = new Map<string, string | null>();

/**
 * Returns the data URL of a thumbhash; null if it is invalid. Decoding takes about a third of a millisecond, so the
 * last ones are cached.
 */
export function placeholderImage(thumbhash: string): string | null {
  const known = urls.get(thumbhash);
  if (known !== undefined) return known;
  const url = placeholderUrl(thumbhash);
  urls.set(thumbhash, url);
  const oldest = urls.keys().next().value;
  if (urls.size > KEPT && oldest !== undefined) urls.delete(oldest);
  return url;
}

/** Returns the address of the picture that the grid shows of a photo; null if it shows none. */
export function loadedTile(photoId: string): string | null {
  const tile = document.querySelector<HTMLImageElement>(tileSelector(photoId));
  return tile?.complete && tile.naturalWidth > 0 ? tile.currentSrc : null;
}

/** Selector of a photo's picture in the grid. */
export const tileSelector = (photoId: string) => `[data-photo="${CSS.escape(photoId)}"] img`;

interface PhotoImageProps {
  galleryId: string;
  photo: PublicPhoto;
  alt: string;
  /** Displayed width as CSS: `187px`, `100vw`. */
  sizes: string;
  /** True for the first image of the page. */
  eager?: boolean;
  className?: string;
}

/** Number of attempts. An image may be broken permanently; its placeholder then stays. */
const MAX_ATTEMPTS = 3;

/**
 * File ids shown before. They come from the browser's cache, and fading them in again would flicker while scrolling.
 */
const shownFileIds = new Set<string>();

/**
 * A photo over its blurred placeholder. Waits for the first image token, and retries with the next one after a refusal:
 * a phone that slept wakes up with an expired token and half-loaded images. Skips images that scroll past quickly.
 */
export function PhotoImage({ galleryId, photo, alt, sizes, eager = false, className }: PhotoImageProps) {
  const galleryAccess = useGalleryAccess();
  const tokens = useTokenVersion();
  const flownBy = useDeferWhileScrolling();
  const [failure, setFailure] = useState({ attempts: 0, tokens: 0 });
  const { src, srcSet } = photoSources(galleryId, photo);
  const hydrated = useHydrated();
  // The server's images are visible immediately: without scripts nothing would fade them in.
  const [isFromServer] = useState(!hydrated);
  const placeholder = hydrated ? placeholderImage(photo.thumbhash) : null;
  const allowed = tokens > failure.tokens;
  const failed = () => {
    setFailure({ attempts: failure.attempts + 1, tokens });
    if (failure.attempts + 1 < MAX_ATTEMPTS) galleryAccess.pictureFailed();
  };
  // Changes the DOM without a render: dozens of images may load at the same time, and nothing else depends on them.
  const loaded = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    currentTarget.classList.remove('opacity-0');
    if (!isFromServer && !shownFileIds.has(photo.fileId)) fadeIn(currentTarget);
    shownFileIds.add(photo.fileId);
  };
  return (
    <span
      className={clsx('block size-full overflow-hidden bg-sunken bg-size-[100%_100%]', className)}
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : serverStyle(photo)}
      suppressHydrationWarning
    >
      <img
        // A new element for each attempt: the old one keeps its error state.
        key={failure.attempts}
        alt={alt}
        width={photo.width}
        height={photo.height}
        decoding="async"
        draggable={false}
        fetchPriority={eager ? 'high' : 'auto'}
        // Without scripts a page has a dozen photos of a gallery; those far below wait.
        {...(isFromServer && !eager && { loading: 'lazy' as const })}
        {...(allowed &&
          (!flownBy || shownFileIds.has(photo.fileId)) &&
          failure.attempts < MAX_ATTEMPTS && { sizes, srcSet, src })}
        onLoad={loaded}
        onError={failed}
        className={clsx('size-full object-cover', !isFromServer && !shownFileIds.has(photo.fileId) && 'opacity-0')}
      />
      {photo.noPreview && (
        <span className="absolute inset-0 grid place-items-center bg-sunken p-3 text-center text-caption wrap-anywhere text-soft">
          {photo.filename}
        </span>
      )}
    </span>
  );
}
