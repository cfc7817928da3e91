import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#core/domain/site/page-operations.ts';
import { type Row, rowLook, type RowLook } from '#core/domain/site/page-rows.ts';
import { DrawnField } from './drawn-field.tsx';

type Drawings = {
  readonly [Key in 'background' | 'width' | 'spacing' | 'align']: Record<NonNullable<RowLook[Key]>, ReactNode>;
};

/** A title and a line of text. */
function Lines({ className }: { className?: string }) {
  return (
    <span className={clsx('flex flex-col gap-1', className)}>
      <span className="h-1.5 w-3/5 rounded-full bg-current" />
      <span className="h-1 w-full rounded-full bg-current opacity-40" />
      <span className="h-1 w-4/5 rounded-full bg-current opacity-40" />
    </span>
  );
}

function ground(className: string): ReactNode {
  return (
    <span className={clsx('flex h-full flex-col justify-center px-3', className)}>
      <Lines />
    </span>
  );
}

function width(className: string): ReactNode {
  return (
    <span className="flex h-full flex-col justify-center">
      <span className={clsx('mx-auto block h-3/5 rounded-print bg-edge/60', className)} />
    </span>
  );
}

/** The row between two others. */
function spacing(className: string): ReactNode {
  return (
    <span className={clsx('flex h-full flex-col justify-center', className)}>
      <span className="h-2 bg-edge/60" />
      <span className="h-3 bg-ink" />
      <span className="h-2 bg-edge/60" />
    </span>
  );
}

function drawing(className: string): ReactNode {
  return (
    <span className={clsx('grid h-full grid-cols-2 gap-2 p-2', className)}>
      <span className="h-full bg-edge/60" />
      <Lines />
    </span>
  );
}

/** Drawing of each choice of a row's look. */
const ROW_DRAWINGS: Drawings = {
  background: {
    plain: ground('bg-raised text-ink'),
    tint: ground('bg-sunken text-ink'),
    dark: ground('bg-ink text-raised'),
    accent: ground('bg-accent text-on-accent'),
  },
  width: {
    narrow: width('w-2/5'),
    standard: width('w-3/5'),
    wide: width('w-4/5'),
    full: width('w-full rounded-none!'),
  },
  spacing: {
    none: spacing('gap-0'),
    small: spacing('gap-1'),
    medium: spacing('gap-2'),
    large: spacing('gap-4'),
  },
  align: {
    top: drawing('items-start'),
    middle: drawing('items-center'),
    bottom: drawing('items-end'),
  },
};

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
