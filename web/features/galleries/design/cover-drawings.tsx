import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { GalleryCoverStyle } from '#core/domain/galleries/galleries.ts';

const photo = 'bg-edge/60';

/** A title with a line of text. */
function Title({ className }: { className?: string }) {
  return (
    <span className={clsx('flex flex-col gap-1', className)}>
      <span className="h-1.5 w-12 rounded-full bg-ink" />
      <span className="h-1 w-8 rounded-full bg-edge" />
    </span>
  );
}

const photos = (
  <span className="grid grid-cols-4 gap-1 px-2">
    {[0, 1, 2, 3].map((key) => (
      <span key={key} className={clsx(photo, 'h-4')} />
    ))}
  </span>
);

/** Drawing of each cover style: where its photo and its title are. */
export const COVER_DRAWINGS: Record<GalleryCoverStyle, ReactNode> = {
  whole: (
    <span className="grid h-full grid-cols-[1fr_1.4fr] items-end gap-2 p-2">
      <Title />
      <span className={clsx(photo, 'h-4/5')} />
    </span>
  ),
  band: (
    <span className="flex h-full flex-col gap-2">
      <span className={clsx(photo, 'grow')} />
      <Title className="px-2 pb-2" />
    </span>
  ),
  title: (
    <span className="relative flex h-full flex-col justify-end">
      <span className={clsx(photo, 'absolute inset-x-0 top-0 bottom-3')} />
      <Title className="relative mr-6 bg-raised p-2" />
    </span>
  ),
  full: (
    <span className={clsx(photo, 'flex h-full flex-col justify-end p-2')}>
      <Title />
    </span>
  ),
  split: (
    <span className="grid h-full grid-cols-2 items-center">
      <Title className="pl-2" />
      <span className={clsx(photo, 'h-full')} />
    </span>
  ),
  frame: (
    <span className="flex h-full flex-col items-center gap-2 p-2">
      <span className={clsx(photo, 'w-4/5 grow')} />
      <Title className="items-center" />
    </span>
  ),
  none: (
    <span className="flex h-full flex-col justify-center gap-3">
      <Title className="px-2" />
      {photos}
    </span>
  ),
};
