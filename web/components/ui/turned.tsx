import { clsx } from 'clsx';
import type { ReactNode } from 'react';

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
