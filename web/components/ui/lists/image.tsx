import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

export interface BlurUpImageProps {
  alt: string;
  src?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  width: number;
  height: number;
  /** Address of the blurred stand-in. */
  placeholder?: string | null | undefined;
  /** The first ones on the screen: not lazily, with priority. */
  eager?: boolean;
}

/** Fills its box: the placeholder first, the photograph over it when it has arrived. */
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

export interface PhotoFrameProps {
  /** Absent: the mount is bare. */
  photo?: {
    src: string | undefined;
    /** Pixels. */
    width: number;
    height: number;
    /** Address of the blurred stand-in. */
    placeholder?: string | null | undefined;
  };
  /** On a bare mount. */
  children?: ReactNode;
}

/** A photograph whole on a mount of one size, so that prints of every shape stand in line. Decorative: a name is beside it. */
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
  /** Width to height of the box, that is of the picture once it is turned. */
  ratio: number;
  /** Stands back: a photo that visitors do not see. */
  faint?: boolean;
  children: ReactNode;
}

/** Fills its box with a picture that is turned by CSS, until one that is turned in itself has been made. */
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
