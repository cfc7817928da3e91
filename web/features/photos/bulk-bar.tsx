import { Bookmark, Eye, EyeOff, FolderInput, FolderPlus, Move, RotateCcw, RotateCw, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu, type MenuGroup } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { BulkMenu, type BulkMenuProps } from './bulk-menu.tsx';
import type { SectionRow } from './sections.ts';
import type { PhotoRow } from './types.ts';
import type { PhotoActions } from './use-photo-actions.ts';

interface SectionChoices {
  photos: readonly PhotoRow[];
  sections: readonly SectionRow[];
  actions: PhotoActions;
  /** Creates a section with these photos. */
  onNewSection: (photos: readonly PhotoRow[]) => void;
}

/** Returns the menu of sections; marks the one that contains all photos. */
function useSectionChoices({ photos, sections, actions, onNewSection }: SectionChoices): MenuGroup[] {
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

interface BulkBarProps extends BulkMenuProps, Omit<SectionChoices, 'photos'> {
  onClear: () => void;
}

/** Bar with the actions for the selected photos. Sticks to the top while scrolling, on a phone to the bottom. */
export function BulkBar(props: BulkBarProps) {
  const { selected, actions, onClear, onLift } = props;
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const sections = useSectionChoices({ ...props, photos: selected });
  const [first] = selected;
  const mayWrite = can(role, 'photos.write');
  const allHidden = selected.every(({ isHidden }) => isHidden);
  const remove = async () => {
    if (await actions.trash(selected.map(({ id }) => id))) onClear();
  };
  return (
    <div
      role="toolbar"
      aria-label={t('bulk')}
      className="fixed inset-x-0 bottom-0 z-45 border-t border-line bg-raised pb-safe shadow-lift md:sticky md:top-2 md:bottom-auto md:z-20 md:rounded-control md:border"
    >
      <div className="flex min-h-14 items-center px-1 md:min-h-13.5 md:gap-2 md:pr-2">
        <IconButton label={t('clear')} icon={<X aria-hidden />} onClick={onClear} />
        <output data-figures className="grow truncate font-medium">
          <span aria-hidden className="md:hidden">
            {selected.length}
          </span>
          <span className="max-md:sr-only">{t('selected', { count: selected.length })}</span>
        </output>
        {mayWrite && (
          <>
            <IconButton
              label={t('rotateLeft')}
              icon={<RotateCcw aria-hidden />}
              writes
              onClick={() => void actions.rotate(selected, 270)}
              className="max-md:hidden"
            />
            <IconButton
              label={t('rotateRight')}
              icon={<RotateCw aria-hidden />}
              writes
              onClick={() => void actions.rotate(selected, 90)}
            />
            <IconButton
              label={t(allHidden ? 'show' : 'hide')}
              icon={allHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
              writes
              onClick={() => void actions.setHidden(selected, !allHidden)}
            />
            {selected.length === 1 && first?.status === 'ready' && can(role, 'galleries.write') && (
              <IconButton
                label={t('setCover')}
                icon={<Bookmark aria-hidden />}
                writes
                onClick={() => void actions.setCover(first.id)}
              />
            )}
            <Menu
              trigger={<IconButton label={t('toSection')} icon={<FolderInput aria-hidden />} writes />}
              groups={sections}
            />
            <Button size="small" icon={<Move />} writes onClick={onLift} className="max-md:hidden">
              {t('move')}
            </Button>
          </>
        )}
        {can(role, 'photos.delete') && (
          <>
            <Button
              size="small"
              variant="danger"
              icon={<Trash2 />}
              writes
              onClick={() => void remove()}
              className="max-md:hidden"
            >
              {t('delete')}
            </Button>
            <IconButton
              label={t('delete')}
              icon={<Trash2 aria-hidden />}
              writes
              onClick={() => void remove()}
              className="text-danger! md:hidden"
            />
          </>
        )}
        <BulkMenu {...props} />
      </div>
    </div>
  );
}
