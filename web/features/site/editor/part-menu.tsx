import { ArrowDown, ArrowUp, Copy, CornerDownRight, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_KINDS } from '#core/domain/site/page-blocks.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useEditor } from './editor-context.ts';
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

interface MoveDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

interface Position {
  value: string;
  label: string;
  parent: string | null;
  after: string | null;
}

/** Moves a part to a position that is chosen from a list: far moves, and those without a pointer. */
function MoveDialog({ id, name, onClose }: MoveDialogProps) {
  const { t } = useTranslation('website');
  const editor = useEditor();
  const { fullName } = usePartNames(editor);
  const positions = usePositions(editor.rows, id, (part) => fullName(editor.rows, part));
  const [value, setValue] = useState(positions[0]?.value ?? '');
  const submit = () => {
    const position = positions.find((one) => one.value === value);
    if (position) editor.actions.move(id, position.parent, position.after);
    onClose();
  };
  return (
    <FormDialog
      title={t('moveTo.title', { name })}
      submitLabel={t('moveTo.submit')}
      onSubmit={submit}
      onClose={onClose}
      button={{ writes: true, disabled: positions.length === 0 }}
    >
      <Field label={t('moveTo.label')}>
        <Select value={value} onChange={(event) => setValue(event.target.value)} options={positions} />
      </Field>
    </FormDialog>
  );
}

/**
 * Returns the positions of a part: for a row between all others, for a block in each column, first or after a block.
 */
function usePositions(rows: readonly Row[], id: string, nameOf: (id: string) => string): Position[] {
  const { t } = useTranslation('website');
  const position = (label: string, parent: string | null, after: string | null): Position => ({
    value: `${parent ?? ''} ${after ?? ''}`,
    label,
    parent,
    after,
  });
  if (findPart(rows, id)?.kind === 'row') {
    const others = rows.filter((row) => row.id !== id);
    return [
      position(t('moveTo.first'), null, null),
      ...others.map((row) => position(t('moveTo.after', { name: nameOf(row.id) }), null, row.id)),
    ];
  }
  return rows.flatMap((row) =>
    row.cells.flatMap((cell) => {
      const inside = row.cells.length > 1 ? `${nameOf(row.id)} · ${nameOf(cell.id)}` : nameOf(row.id);
      const others = cell.blocks.filter((block) => block.id !== id);
      return [
        position(t('moveTo.into', { name: inside }), cell.id, null),
        ...others.map((block) =>
          position(t('moveTo.after', { name: `${inside} · ${nameOf(block.id)}` }), cell.id, block.id),
        ),
      ];
    }),
  );
}
