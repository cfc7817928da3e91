import type { CSSProperties } from 'react';
import type { SitePhotoSource } from '#core/api/site-page.ts';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { pictureSources } from '#core/domain/site/site-pictures.ts';
import type { ThemeValues } from '#core/domain/branding/theme.ts';

/** `fill` covers the photo's box and crops the photo. */
type Ratio = 'original' | 'square' | 'portrait' | 'landscape' | 'wide' | 'fill';

const ASPECT: Readonly<Record<Exclude<Ratio, 'original' | 'fill'>, string>> = {
  square: '1',
  portrait: '4 / 5',
  landscape: '3 / 2',
  wide: '21 / 9',
};

/** Columns of twelve and the width of the row in which a photo is shown. */
export interface Frame {
  span: number;
  width: 'narrow' | 'standard' | 'wide' | 'full';
  container: ThemeValues['containerWidth'];
}

/** Widths of rows in rem, as in styles/rows.css; a full row is as wide as the window. */
const WIDTHS = { narrow: 42, standard: 68, wide: 90 } as const;
/**
 * Factors by which a theme multiplies the widths of rows, except `narrow` (core/domain/branding/theme.ts). A full
 * container has no width.
 */
const CONTAINERS = { narrow: 0.72, standard: 1, wide: 1.34, full: null } as const;

/** Returns the `sizes` of a photo; `columns`: photos beside each other in its block. */
export function sizesOf({ span, width, container }: Frame, columns = 1): string {
  const share = span / 12 / columns;
  const vw = `${Math.ceil(share * 100)}vw`;
  const factor = width === 'narrow' ? 1 : CONTAINERS[container];
  const rem = width === 'full' || factor === null ? null : Math.ceil(WIDTHS[width] * factor * share);
  const wide = rem === null ? vw : `min(${vw}, ${rem}rem)`;
  return `(min-width: 48rem) ${wide}, ${Math.ceil(100 / Math.min(columns, 2))}vw`;
}

/** Returns `src` and `srcSet`: the photo's public copies, or else the images of its gallery, which need an image token. */
export function sourcesOf(photo: SitePhotoSource): { src: string; srcSet: string } {
  return photo.picture ? pictureSources(photo.picture, photo.width) : photoSources(photo.galleryId, photo);
}

interface SitePhotoProps {
  photo: SitePhotoSource;
  alt: string;
  sizes: string;
  ratio?: Ratio;
  /** The page's first photo, which the browser loads before all others. */
  first?: boolean;
}

/** A photo with its size, so that nothing moves when it arrives. A fixed ratio crops around the focal point. */
export function SitePhoto({ photo, alt, sizes, ratio = 'original', first = false }: SitePhotoProps) {
  const { src, srcSet } = sourcesOf(photo);
  const focal = photo.focal ?? { x: 0.5, y: 0.5 };
  const style: CSSProperties | undefined =
    ratio === 'original'
      ? undefined
      : {
          ...(ratio === 'fill' ? {} : { aspectRatio: ASPECT[ratio] }),
          objectPosition: `${focal.x * 100}% ${focal.y * 100}%`,
        };
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={first ? 'high' : undefined}
      style={style}
    />
  );
}

/** Returns the address of a photo at its largest. */
export function largestSource(photo: SitePhotoSource): string {
  const { src, srcSet } = sourcesOf(photo);
  return srcSet.split(', ').at(-1)?.split(' ')[0] ?? src;
}
