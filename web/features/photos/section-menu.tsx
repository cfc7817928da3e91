import { ArrowDown, ArrowUp, Ellipsis, Eye, EyeOff, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GALLERY_SORTS } from '#core/domain/galleries/galleries.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import type { SectionRow } from './sections.ts';
import type { SectionActions } from './use-section-actions.ts';

export interface SectionMenuProps {
  section: SectionRow;
  actions: SectionActions;
  isFirst: boolean;
  isLast: boolean;
  onRename: () => void;
  onSelectAll: () => void;
  onRemove: () => void;
}

export function SectionMenu({ section, actions, isFirst, isLast, ...props }: SectionMenuProps) {
  const { t } = useTranslation(['sections', 'galleries', 'common']);
  const sorts = [null, ...GALLERY_SORTS] as const;
  return (
    <Menu
      align="start"
      trigger={<IconButton label={t('common:moreFor', { name: section.name })} icon={<Ellipsis aria-hidden />} />}
      groups={[
        {
          items: [
            { label: t('rename'), icon: <Pencil />, writes: true, onSelect: props.onRename },
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
  );
}
