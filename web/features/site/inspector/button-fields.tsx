import { useTranslation } from 'react-i18next';
import { ChoiceField } from './choice-field.tsx';
import { AlignField } from './heading-fields.tsx';
import { TEXT_MAX } from './limits.ts';
import { setText } from './text-change.ts';
import { TextField } from './text-field.tsx';
import type { FieldsProps } from './types.ts';

export function ButtonFields({ block, set }: FieldsProps<'button'>) {
  const { t } = useTranslation('blocks');
  return (
    <>
      <TextField
        label={t('button.label')}
        value={block.label}
        max={TEXT_MAX.line}
        onChange={setText(set, 'label', '')}
      />
      <ChoiceField
        label={t('button.style')}
        value={block.style}
        initial="primary"
        onChange={(next) => set(['style'], next)}
        options={(['primary', 'quiet'] as const).map((value) => ({ value, label: t(`button.styles.${value}`) }))}
      />
      <AlignField value={block.align} set={set} />
    </>
  );
}
