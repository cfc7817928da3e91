import type { TFunction } from 'i18next';
import { ChoiceField } from '../choice-field.tsx';
import type { SetField } from '../set-field.ts';

interface AlignProps {
  block: { align?: 'start' | 'center' | 'end' | undefined };
  set: SetField;
  t: TFunction<'blocks'>;
}

/** Alignment of a block's text. */
export function alignField({ block, set, t }: AlignProps) {
  return (
    <ChoiceField
      label={t('align.label')}
      value={block.align}
      initial="start"
      onChange={(next) => set(['align'], next)}
      options={(['start', 'center', 'end'] as const).map((value) => ({ value, label: t(`align.${value}`) }))}
    />
  );
}
