import { useTranslation } from 'react-i18next';
import type { ReorderState } from './arranging.ts';
import type { SectionsLayout } from './chapters-layout.ts';
import type { PhotoSection } from './chapters.ts';

/** Where lifted photos would go, in words: "Before IMG_0003.jpg, in Ceremony". */
export function useDropPositionLabel(
  layout: SectionsLayout,
  chapters: readonly PhotoSection[],
): (now: ReorderState) => string {
  const { t } = useTranslation('photos');
  return ({ ids, slot }) => {
    const chapter = chapters[slot.section];
    const box = layout.sections[slot.section];
    if (!chapter || !box) return '';
    const next = chapter.photos[slot.index - box.first];
    const place = next ? t('arrange.before', { name: next.filename }) : t('arrange.end');
    const section = chapter.section ? t('arrange.in', { name: chapter.section.name }) : '';
    return [t('arrange.lifted', { count: ids.length }), place, section].filter(Boolean).join(' ');
  };
}
