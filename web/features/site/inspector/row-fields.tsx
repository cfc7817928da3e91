import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#core/domain/site/page-operations.ts';
import { type Row, rowLook, type RowLook } from '#core/domain/site/page-rows.ts';
import { DrawnField } from './drawn-field.tsx';
import { ROW_DRAWINGS } from './row-drawings.tsx';

/** Values that are stored as absent. */
const INITIAL = { background: 'plain', width: 'standard', spacing: 'medium', align: 'top' } as const satisfies RowLook;
type LookKey = keyof typeof INITIAL;
const KEYS = Object.keys(INITIAL) as LookKey[];

interface RowFieldsProps {
  row: Row;
  set: (id: string, path: [string] | [string, string], value: Json | null) => void;
}

/** Fields of a row's look, each choice drawn. */
export function RowFields({ row, set }: RowFieldsProps): ReactNode {
  const { t } = useTranslation('blocks');
  const look = rowLook.safeParse(row.look).data ?? {};
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {KEYS.map((key) => (
        <DrawnField
          key={key}
          label={t(`row.${key}.label`)}
          hint={key === 'align' && t('row.align.hint')}
          value={look[key]}
          initial={INITIAL[key]}
          onChange={(value) => set(row.id, ['look', key], value)}
          options={Object.entries(ROW_DRAWINGS[key]).map(([value, drawing]) => ({
            value,
            label: t(`row.${key}.${value}` as 'row.width.narrow'),
            drawing,
          }))}
        />
      ))}
    </div>
  );
}
