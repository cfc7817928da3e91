import type PhotoSwipe from 'photoswipe';
import { createPortal } from 'react-dom';
import { type PhotoMark, PhotoMarks } from '#web/components/ui/lists/photo-marks.tsx';
import { useSlide } from './use-slide.ts';

interface SlideMarksProps {
  swipe: PhotoSwipe;
  photoId: string;
  marks: readonly PhotoMark[];
}

/** Marks on the photo of the lightbox; they zoom and swipe with it. */
export function SlideMarks({ swipe, photoId, marks }: SlideMarksProps) {
  const slide = useSlide(swipe, photoId);
  if (!slide) return null;
  return createPortal(
    <div className="pointer-events-none absolute inset-0" style={{ width: slide.width, height: slide.height }}>
      <PhotoMarks marks={marks} />
    </div>,
    slide.container,
  );
}
