import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import type { TypeValues } from './type-values.ts';

interface TypeDocumentsProps {
  values: Pick<TypeValues, 'contractTemplateId' | 'questionnaireTemplateId'>;
  onChange: (changes: Partial<TypeValues>) => void;
}

/** Selects what a booking of the type must sign, and what it is asked. */
export function TypeDocuments({ values, onChange }: TypeDocumentsProps) {
  const { t } = useTranslation('documents');
  const [contracts] = useQuery(queries.contracts.templates());
  const [questionnaires] = useQuery(queries.questionnaires.templates());
  const options = (rows: readonly { id: string; name: string; archivedAt: number | null }[]) => [
    { value: '', label: t('none') },
    ...rows.filter(({ archivedAt }) => archivedAt === null).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <Field label={t('typeContract')} optional hint={t('typeContractHint')}>
        <Select
          value={values.contractTemplateId}
          onChange={({ target }) => onChange({ contractTemplateId: target.value })}
          options={options(contracts)}
        />
      </Field>
      <Field label={t('typeQuestionnaire')} optional hint={t('typeQuestionnaireHint')}>
        <Select
          value={values.questionnaireTemplateId}
          onChange={({ target }) => onChange({ questionnaireTemplateId: target.value })}
          options={options(questionnaires)}
        />
      </Field>
    </div>
  );
}
