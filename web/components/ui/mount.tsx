import type { ReactNode } from 'react';
import { BlurUpImage } from './picture.tsx';

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
