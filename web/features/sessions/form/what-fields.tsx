import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { withType, type SessionDraft } from './session-draft.ts';

interface WhatFieldsProps {
  draft: SessionDraft;
  onChange: (part: Partial<SessionDraft>) => void;
}

/** What kind of session, and what it is called. */
export function WhatFields({ draft, onChange }: WhatFieldsProps) {
  const { t } = useTranslation('sessions');
  const [types] = useQuery(queries.sessionTypes.list());
  const offered = types.filter(({ archivedAt, id }) => archivedAt === null || id === draft.typeId);
  return (
    <>
      {offered.length > 0 && (
        <Field label={t('type')} optional hint={t('typeHint')}>
          <Select
            value={draft.typeId}
            onChange={({ target }) =>
              onChange(
                withType(
                  draft,
                  types.find((one) => one.id === target.value),
                ),
              )
            }
            options={[
              { value: '', label: t('noType') },
              ...offered.map((type) => ({ value: type.id, label: type.name })),
            ]}
          />
        </Field>
      )}
      <Field label={t('name')} optional hint={draft.typeId ? t('nameHintType') : t('nameHint')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
    </>
  );
}
