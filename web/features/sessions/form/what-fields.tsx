import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { applyType, type SessionDraft } from './session-draft.ts';

interface SessionFieldsProps {
  draft: SessionDraft;
  onChange: (part: Partial<SessionDraft>) => void;
}

/** What kind of session, and what it is called. */
export function SessionFields({ draft, onChange }: SessionFieldsProps) {
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
                applyType(
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
