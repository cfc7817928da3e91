import { FolderPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MenuGroup } from '#web/components/ui/menu.tsx';
import type { SectionRow } from './chapters.ts';
import type { PhotoRow } from './photo-rows.ts';
import type { PhotoActions } from './use-photo-acts.ts';

export interface SectionChoices {
  photos: readonly PhotoRow[];
  sections: readonly SectionRow[];
  actions: PhotoActions;
  /** Makes a section of these photos. */
  onNewSection: (photos: readonly PhotoRow[]) => void;
}

/** Where photos may belong, as a menu: the section they are all in is marked. */
export function useSectionChoices({ photos, sections, actions, onNewSection }: SectionChoices): MenuGroup[] {
  const { t } = useTranslation(['photos', 'sections']);
  const choice = (id: string | null, name: string) => ({
    label: name,
    checked: photos.every(({ sectionId }) => sectionId === id),
    onSelect: () => void actions.setSection(photos, id, name),
  });
  const choices = [choice(null, t('sections:none')), ...sections.map(({ id, name }) => choice(id, name))];
  const create = { label: t('sections:newFrom'), icon: <FolderPlus />, onSelect: () => onNewSection(photos) };
  return sections.length > 0 ? [{ label: t('toSection'), items: choices }, { items: [create] }] : [{ items: [create] }];
}
