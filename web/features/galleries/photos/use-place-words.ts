import { useTranslation } from 'react-i18next';
import type { Arranging } from './arranging.ts';
import type { ChaptersLayout } from './chapters-layout.ts';
import type { PhotoChapter } from './chapters.ts';

/** Where lifted photos would go, in words: "Before IMG_0003.jpg, in Ceremony". */
export function usePlaceWords(layout: ChaptersLayout, chapters: readonly PhotoChapter[]): (now: Arranging) => string {
  const { t } = useTranslation('photos');
  return ({ ids, slot }) => {
    const chapter = chapters[slot.chapter];
    const box = layout.chapters[slot.chapter];
    if (!chapter || !box) return '';
    const next = chapter.photos[slot.index - box.first];
    const place = next ? t('arrange.before', { name: next.filename }) : t('arrange.end');
    const section = chapter.section ? t('arrange.in', { name: chapter.section.name }) : '';
    return [t('arrange.lifted', { count: ids.length }), place, section].filter(Boolean).join(' ');
  };
}
