import { useLayoutEffect, useRef } from 'react';
import type { SectionsLayout } from './chapters-layout.ts';
import type { PhotoSection } from './chapters.ts';

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
