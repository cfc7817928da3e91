import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Ellipsis, Eye, EyeOff, Languages, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GALLERY_SORTS } from '#core/domain/galleries/galleries.ts';
import { sectionName } from '#core/domain/galleries/sections.ts';
import { TitleInput } from '#web/components/layout/editable-title.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SectionTextsDialog } from './section-texts-dialog.tsx';
import type { PhotoSection, SectionRow } from './sections.ts';
import type { SectionActions } from './use-section-actions.ts';

interface SectionHeadingProps extends Omit<SectionMenuProps, 'section' | 'onRename'> {
  photoSection: PhotoSection;
  /** Element id of the heading, which labels the photo list. */
  id: string;
  editable: boolean;
  renaming: boolean;
  onRenaming: (sectionId: string | null) => void;
}

/** Shows the section's name, its number of photos and its actions. */
export function SectionHeading({ photoSection, id, editable, renaming, onRenaming, ...menu }: SectionHeadingProps) {
  const { t } = useTranslation(['sections', 'galleries']);
  const isWritable = useWritable();
  const format = useFormat();
  const { section } = photoSection;
  if (section && renaming) {
    return (
      <div className="w-full max-w-96 text-lead font-semibold">
        <TitleInput
          title={section.name}
          label={t('name')}
          needed={t('galleries:nameNeeded')}
          read={(typed) => sectionName.safeParse(typed).data ?? null}
          onDone={(name) => {
            onRenaming(null);
            if (name !== null) void menu.actions.rename(section, name);
          }}
        />
      </div>
    );
  }
  return (
    <>
      <h2 id={id} className={clsx('truncate text-lead font-semibold select-text', section && editable && '-ml-2')}>
        {section && editable ? (
          <button
            type="button"
            title={t('rename')}
            disabled={!isWritable}
            onClick={() => onRenaming(section.id)}
            className="block min-h-control max-w-full cursor-text truncate rounded-control px-2 text-left hover:enabled:bg-hover"
          >
            {section.name}
          </button>
        ) : (
          (section?.name ?? t('none'))
        )}
      </h2>
      <span data-figures className="ml-3 shrink-0 text-soft">
        {format.number(photoSection.photos.length)}
        <span className="sr-only"> {t('photos', { count: photoSection.photos.length })}</span>
      </span>
      {section && !section.isVisible && (
        <span className="ml-3 flex shrink-0 items-center gap-1.5 text-caption text-soft">
          <EyeOff aria-hidden className="size-4" strokeWidth={1.75} />
          <span className="max-sm:sr-only">{t('hidden')}</span>
        </span>
      )}
      {section && editable && (
        <div className="ml-1 shrink-0">
          <SectionMenu section={section} {...menu} onRename={() => onRenaming(section.id)} />
        </div>
      )}
    </>
  );
}

interface SectionMenuProps {
  section: SectionRow;
  actions: SectionActions;
  isFirst: boolean;
  isLast: boolean;
  onRename: () => void;
  onSelectAll: () => void;
  onRemove: () => void;
}

function SectionMenu({ section, actions, isFirst, isLast, ...props }: SectionMenuProps) {
  const { t } = useTranslation(['sections', 'galleries', 'common']);
  const sorts = [null, ...GALLERY_SORTS] as const;
  const [isTranslating, setTranslating] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={<IconButton label={t('common:moreFor', { name: section.name })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          {
            items: [
              { label: t('rename'), icon: <Pencil />, writes: true, onSelect: props.onRename },
              {
                label: t('common:translations.title'),
                icon: <Languages />,
                writes: true,
                onSelect: () => setTranslating(true),
              },
              {
                label: t(section.isVisible ? 'hide' : 'show'),
                icon: section.isVisible ? <EyeOff /> : <Eye />,
                writes: true,
                onSelect: () => void actions.setVisible(section, !section.isVisible),
              },
              { label: t('selectAll'), icon: <ListChecks />, onSelect: props.onSelectAll },
            ],
          },
          {
            items: [
              {
                label: t('up'),
                icon: <ArrowUp />,
                writes: true,
                disabled: isFirst,
                onSelect: () => void actions.move(section, -1),
              },
              {
                label: t('down'),
                icon: <ArrowDown />,
                writes: true,
                disabled: isLast,
                onSelect: () => void actions.move(section, 1),
              },
            ],
          },
          {
            label: t('order'),
            items: sorts.map((sortBy) => ({
              label: sortBy === null ? t('asGallery') : t(`galleries:orders.${sortBy}`),
              checked: section.sortBy === sortBy,
              writes: true,
              onSelect: () => void actions.sort(section, sortBy),
            })),
          },
          { items: [{ label: t('remove'), icon: <Trash2 />, tone: 'danger', writes: true, onSelect: props.onRemove }] },
        ]}
      />
      {isTranslating && (
        <SectionTextsDialog section={section} translate={actions.translate} onClose={() => setTranslating(false)} />
      )}
    </>
  );
}
