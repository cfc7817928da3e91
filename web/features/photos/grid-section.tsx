import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionBox, SectionsLayout } from './sections-layout.ts';
import type { PhotoSection } from './sections.ts';

interface GridSectionProps {
  photoSection: PhotoSection;
  box: SectionBox;
  /** @param id element id of the heading, which labels the photo list */
  heading: (photoSection: PhotoSection, id: string) => ReactNode;
  /** Photos near the window. */
  children: ReactNode;
}

/** A heading and a list of photos; without sections, only the list. */
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
        // The grid positions the tiles. This list only counts and names them for screen readers.
        <ul className="contents" {...(headed ? { 'aria-labelledby': id } : { 'aria-label': t('photos:grid') })}>
          {children}
        </ul>
      )}
    </>
  );
}

/** Scrolls to a section once it is laid out: a new section is created far from its position. */
export function useScrollToSection(
  { sections: boxes }: SectionsLayout,
  sections: readonly PhotoSection[],
  sectionId: string | null,
  reveal: (top: number, height: number) => void,
): void {
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const box = sectionId === null ? undefined : boxes[sections.findIndex(({ section }) => section?.id === sectionId)];
    if (!box || shown.current === sectionId) {
      if (sectionId === null) shown.current = null;
      return;
    }
    shown.current = sectionId;
    reveal(box.top, box.bodyTop - box.top + HINT_PX);
  });
}

/** Height below the heading that is scrolled into view as well, pixels. */
const HINT_PX = 120;
