import { ArrowDown, ArrowUp, CornerDownRight, Copy, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_KINDS } from '#core/domain/site/page-blocks.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useEditor } from './editor-context.ts';
import { MoveDialog } from './move-dialog.tsx';
import { PartIcon } from './part-icon.tsx';
import { findPart, stepOps } from './parts.ts';
import { usePartNames } from './use-part-names.ts';

interface PartMenuProps {
  id: string;
  tabIndex?: 0 | -1;
  className?: string;
}

/** Everything that can be done with a part. */
export function PartMenu({ id, tabIndex, className }: PartMenuProps) {
  const { t } = useTranslation(['website', 'blocks', 'common']);
  const editor = useEditor();
  const { rows, actions } = editor;
  const { fullName } = usePartNames(editor);
  const [isMoving, setMoving] = useState(false);
  const found = findPart(rows, id);
  if (!found) return null;
  const name = fullName(rows, id);
  const step = (by: -1 | 1) => ({
    label: t(by < 0 ? 'up' : 'down'),
    icon: by < 0 ? <ArrowUp /> : <ArrowDown />,
    shortcut: by < 0 ? 'Alt ↑' : 'Alt ↓',
    writes: true,
    disabled: stepOps(rows, id, by) === null,
    onSelect: () => actions.step(id, by),
  });
  const addAfter = found.kind === 'block' ? found.part.id : null;
  const cell = found.kind === 'row' ? found.row.cells.at(-1) : found.cell;
  const last = cell?.blocks.at(-1)?.id ?? null;
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('common:moreFor', { name })}
            icon={<Ellipsis aria-hidden />}
            {...(tabIndex !== undefined && { tabIndex })}
            className={className}
          />
        }
        groups={[
          {
            items: [
              {
                label: t('add.sectionBelow'),
                icon: <Plus />,
                writes: true,
                onSelect: () => actions.addSection(found.row.id),
              },
            ],
          },
          {
            items: [
              step(-1),
              step(1),
              ...(found.kind === 'cell'
                ? []
                : [
                    {
                      label: t('moveTo.act'),
                      icon: <CornerDownRight />,
                      writes: true,
                      onSelect: () => setMoving(true),
                    },
                    {
                      label: t('duplicate'),
                      icon: <Copy />,
                      writes: true,
                      onSelect: () => actions.duplicate(id),
                    },
                  ]),
              {
                label: t('delete'),
                icon: <Trash2 />,
                tone: 'danger',
                writes: true,
                disabled: found.kind === 'cell' && found.row.cells.length === 1,
                onSelect: () => actions.remove(id),
              },
            ],
          },
          ...(cell
            ? [
                {
                  label: t(found.kind === 'block' ? 'add.blockBelow' : 'add.block'),
                  items: BLOCK_KINDS.map((kind) => ({
                    label: t(`blocks:kinds.${kind}`),
                    icon: <PartIcon kind={kind} />,
                    writes: true,
                    onSelect: () => actions.addBlock(kind, cell.id, addAfter ?? last),
                  })),
                },
              ]
            : []),
        ]}
      />
      {isMoving && <MoveDialog id={id} name={name} onClose={() => setMoving(false)} />}
    </>
  );
}
