import { useTranslation } from 'react-i18next';
import type { GallerySort } from '#core/domain/galleries/galleries.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { mutators } from '#core/zero/mutators.ts';
import { newId } from '#web/lib/ids.ts';
import type { PhotoSection, SectionRow } from './sections.ts';
import { toIds } from './selection.ts';
import type { PhotoRow } from './types.ts';
import { restoreSections } from './use-photo-actions.ts';
import type { UndoableMutation } from './use-undoable-mutation.ts';

/** Actions on a gallery's sections. */
export function useSectionActions(galleryId: string, sections: readonly SectionRow[], mutate: UndoableMutation) {
  const { t } = useTranslation(['sections', 'common']);
  const update = (
    id: string,
    changes: { name?: string; isVisible?: boolean; sortBy?: GallerySort | null; translations?: Translations },
  ) => mutators.sections.update({ id, changes, now: Date.now() });
  const order = (sectionIds: string[]) => mutators.sections.reorder({ galleryId, sectionIds, now: Date.now() });

  /** Creates a section at the end with these photos. Returns its id once it exists; null on failure. */
  const create = async (photos: readonly PhotoRow[]): Promise<string | null> => {
    const id = newId();
    const last = sections.reduce((highest, section) => Math.max(highest, section.order), 0);
    const section = { id, galleryId, name: t('untitled'), order: last + 1, now: Date.now() };
    const made = await mutate(
      mutators.sections.create({ ...section, ...(photos.length > 0 && { photoIds: toIds(photos) }) }),
      {
        done: t('created'),
        undo: () => [...restoreSections(galleryId, photos), mutators.sections.remove({ id, now: Date.now() })],
      },
    );
    return made ? id : null;
  };
  const rename = ({ id, name: former }: SectionRow, name: string) =>
    mutate(update(id, { name }), { done: t('renamed'), undo: () => update(id, { name: former }) });
  const translate = ({ id, translations: former }: SectionRow, translations: Translations) =>
    mutate(update(id, { translations }), { done: t('common:saved'), undo: () => update(id, { translations: former }) });
  const setVisible = ({ id, name }: SectionRow, isVisible: boolean) =>
    mutate(update(id, { isVisible }), {
      done: t(isVisible ? 'shown' : 'hid', { name }),
      undo: () => update(id, { isVisible: !isVisible }),
    });
  const sort = ({ id, sortBy: previous }: SectionRow, sortBy: GallerySort | null) =>
    mutate(update(id, { sortBy }), { done: t('sorted'), undo: () => update(id, { sortBy: previous }) });
  const move = (section: SectionRow, by: 1 | -1) => {
    const previousIds = toIds(sections);
    const at = previousIds.indexOf(section.id);
    const next = previousIds.toSpliced(at, 1).toSpliced(at + by, 0, section.id);
    return mutate(order(next), { done: t('reordered'), undo: () => order(previousIds) });
  };
  /**
   * Deletes a section. Its photos stay in the gallery without a section, hidden one by one if clients could not see the
   * section. Undo restores the section with its photos.
   */
  const remove = ({ section, all }: PhotoSection) => {
    if (!section) return Promise.resolve(false);
    const { id, name, isVisible, sortBy, translations } = section;
    const previous = { id, galleryId, name, order: section.order, isVisible, sortBy, translations };
    const shownIds = isVisible ? [] : toIds(all.filter((photo) => !photo.isHidden));
    const inIt = { ...(all.length > 0 && { photoIds: toIds(all) }), ...(shownIds.length > 0 && { shownIds }) };
    return mutate(mutators.sections.remove({ id, now: Date.now() }), {
      done: t(isVisible || all.length === 0 ? 'removed' : 'removedHidden', { name }),
      undo: () => mutators.sections.create({ ...previous, ...inIt, now: Date.now() }),
    });
  };
  return { create, rename, translate, setVisible, sort, move, remove };
}

export type SectionActions = ReturnType<typeof useSectionActions>;
