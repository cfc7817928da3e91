import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from './choice-field.tsx';
import { TEXT_MAX } from './limits.ts';
import { setText } from './text-change.ts';
import { TextField } from './text-field.tsx';
import type { FieldsProps, SetField } from './types.ts';

type Align = 'start' | 'center' | 'end';

/** Alignment of a block's text. */
export function AlignField({ value, set }: { value: Align | undefined; set: SetField }) {
  const { t } = useTranslation('blocks');
  return (
    <ChoiceField
      label={t('align.label')}
      value={value}
      initial="start"
      onChange={(next) => set(['align'], next)}
      options={[
        { value: 'start', label: t('align.start'), icon: <AlignLeft /> },
        { value: 'center', label: t('align.center'), icon: <AlignCenter /> },
        { value: 'end', label: t('align.end'), icon: <AlignRight /> },
      ]}
    />
  );
}

export function HeadingFields({ block, set }: FieldsProps<'heading'>) {
  const { t } = useTranslation('blocks');
  return (
    <>
      <TextField label={t('heading.text')} value={block.text} max={TEXT_MAX.line} onChange={setText(set, 'text', '')} />
      <ChoiceField
        label={t('heading.level')}
        hint={t('heading.levelHint')}
        as="select"
        value={block.level === undefined ? undefined : (`${block.level}` as '1' | '2' | '3')}
        initial="2"
        onChange={(next) => set(['level'], next === null ? null : Number(next))}
        options={(['1', '2', '3'] as const).map((value) => ({ value, label: t(`heading.levels.${value}`) }))}
      />
      <AlignField value={block.align} set={set} />
    </>
  );
}
