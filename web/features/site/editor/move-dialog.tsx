import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#core/domain/site/page-rows.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useEditor } from './editor-context.ts';
import { findPart } from './parts.ts';
import { usePartNames } from './use-part-names.ts';

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
export function MoveDialog({ id, name, onClose }: MoveDialogProps) {
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
