import { clsx } from 'clsx';
import { useState } from 'react';

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
