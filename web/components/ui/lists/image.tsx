import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

interface BlurUpImageProps {
  alt: string;
  src?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  width: number;
  height: number;
  /** URL of the blurred placeholder. */
  placeholder?: string | null | undefined;
  /** True for the first images on the screen: loads immediately with high priority. */
  eager?: boolean;
}

/** Fills its box: shows the placeholder, then fades the loaded photograph in. */
export function BlurUpImage({ alt, src, srcSet, sizes, width, height, placeholder, eager = false }: BlurUpImageProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      {placeholder && <img aria-hidden src={placeholder} alt="" className="absolute inset-0 size-full" />}
      {src ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => setShown(src)}
          className={clsx(
            'absolute inset-0 size-full object-contain transition-opacity duration-(--calm)',
            shown !== src && placeholder && 'opacity-0',
          )}
        />
      ) : (
        <span className="sr-only">{alt}</span>
      )}
    </>
  );
}

interface PhotoFrameProps {
  /** Absent: the frame is empty. */
  photo?: {
    src: string | undefined;
    /** Pixels. */
    width: number;
    height: number;
    /** URL of the blurred placeholder. */
    placeholder?: string | null | undefined;
  };
  /** Content of an empty frame. */
  children?: ReactNode;
}

/**
 * Shows an uncropped photograph in a frame of fixed size, so that different ratios align. Decorative: a name is beside
 * it.
 */
export function PhotoFrame({ photo, children }: PhotoFrameProps) {
  if (!photo) {
    return (
      <div className="flex aspect-[4/3] items-center justify-center bg-sunken p-6 text-caption text-soft">
        {children}
      </div>
    );
  }
  const { width, height } = photo;
  return (
    <div className="flex aspect-[4/3] items-center justify-center bg-sunken p-[7%]">
      <div
        className={height * 4 > width * 3 ? 'relative h-full' : 'relative w-full'}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <BlurUpImage alt="" {...photo} />
      </div>
    </div>
  );
}

interface RotatedImageProps {
  /** Degrees clockwise. */
  degrees: 0 | 90 | 180 | 270;
  /** Width divided by height of the box, i.e. of the rotated picture. */
  ratio: number;
  /** Fades a photo that is hidden from visitors. */
  faint?: boolean;
  children: ReactNode;
}

/** Rotates a picture by CSS to fill its box, until the rotated rendition has been made. */
export function RotatedImage({ degrees, ratio, faint = false, children }: RotatedImageProps) {
  const lies = degrees % 180 === 0;
  return (
    <div
      className={clsx('absolute top-1/2 left-1/2', faint && 'opacity-40')}
      style={{
        width: lies ? '100%' : `${100 / ratio}%`,
        height: lies ? '100%' : `${100 * ratio}%`,
        transform: `translate(-50%, -50%) rotate(${degrees}deg)`,
      }}
    >
      {children}
    </div>
  );
}
