import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionBox, SectionsLayout } from './sections-layout.ts';
import type { PhotoSection } from './sections.ts';

interface GridSectionProps {
  photoSection: PhotoSection;
  box: SectionBox;
  /** @param id what its photos are named after */
  heading: (photoSection: PhotoSection, id: string) => ReactNode;
  /** The photos that are near the window. */
  children: ReactNode;
}

/** A heading and a list of photos; where there are no sections, the list alone. */
export function GridSection({ photoSection, box, heading, children }: GridSectionProps) {
  const { t } = useTranslation(['sections', 'photos']);
  const id = useId();
  const headed = box.bodyTop > box.top;
  return (
    <>
      {headed && (
        <div className="absolute inset-x-0 flex items-center" style={{ top: box.top, height: box.bodyTop - box.top }}>
          {heading(photoSection, id)}
        </div>
      )}
      {box.count === 0 ? (
        <p
          className="absolute inset-x-0 flex items-center justify-center rounded-control border border-dashed border-edge px-4 text-center text-soft"
          style={{ top: box.bodyTop, height: box.end - box.bodyTop }}
        >
          {t('empty')}
        </p>
      ) : (
        // The tiles are placed in the grid, not in the list, which is only there to be counted and named.
        <ul className="contents" {...(headed ? { 'aria-labelledby': id } : { 'aria-label': t('photos:grid') })}>
          {children}
        </ul>
      )}
    </>
  );
}

/** Brings a section into sight once it is laid out: a new one is made far from where it will stand. */
export function useScrollToSection(
  { sections: boxes }: SectionsLayout,
  chapters: readonly PhotoSection[],
  sectionId: string | null,
  reveal: (top: number, height: number) => void,
): void {
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const box = sectionId === null ? undefined : boxes[chapters.findIndex(({ section }) => section?.id === sectionId)];
    if (!box || shown.current === sectionId) {
      if (sectionId === null) shown.current = null;
      return;
    }
    shown.current = sectionId;
    reveal(box.top, box.bodyTop - box.top + HINT_PX);
  });
}

/** So much of the section below its heading is shown as well, pixels. */
const HINT_PX = 120;
