import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { FormOf } from '#web/lib/forms/use-form.ts';
import type { ProposalValues } from '../proposal-values.ts';

interface SessionFieldsProps {
  values: ProposalValues;
  onChange: (changes: Partial<ProposalValues>) => void;
  form: FormOf<ProposalValues>;
  /** A template has no date. */
  isTemplate: boolean;
}

/** The session that acceptance books; without a date, none is. */
export function SessionFields({ values, onChange, form, isTemplate }: SessionFieldsProps) {
  const { t } = useTranslation('proposals');
  const { timeZone } = useAccount();
  const [types] = useQuery(queries.sessionTypes.list());
  const { typeId, date } = values;
  const offered = types.filter(({ archivedAt, id }) => archivedAt === null || id === typeId);
  const chooseType = (id: string) => {
    const type = types.find((one) => one.id === id);
    onChange({ typeId: id, ...(type && { duration: String(type.duration) }) });
  };
  const hasSession = date !== '' || isTemplate;
  return (
    <div id="proposal-session">
      <PageSection title={t('session')}>
        <p className="measure text-caption text-soft">{t(isTemplate ? 'sessionTemplate' : 'sessionHint')}</p>
        {offered.length > 0 && (
          <Field label={t('fields.type')} optional>
            <Select
              value={typeId}
              onChange={({ target }) => chooseType(target.value)}
              options={[
                { value: '', label: t('fields.noType') },
                ...offered.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-5">
          {!isTemplate && (
            <DateField
              label={t('fields.date')}
              optional
              withTime
              zone={timeZone}
              value={date}
              onChange={(next) => onChange({ date: next, ...(next === '' && { holdsSlot: false }) })}
              error={form.error('date') && t('fields.dateWrong')}
            />
          )}
          {hasSession && (
            <Field label={t('fields.duration')} error={form.error('duration') && t('fields.durationWrong')}>
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                className="max-w-28 tabular-nums"
                {...form.input('duration')}
              />
            </Field>
          )}
        </div>
        {hasSession && (
          <>
            <Field label={t('fields.location')} optional>
              <TextInput autoComplete="off" maxLength={1000} {...form.input('location')} />
            </Field>
            <PhotographerField
              value={values.photographerId}
              onChange={(photographerId) => onChange({ photographerId })}
            />
            <Checkbox
              label={t('fields.holds')}
              hint={t('fields.holdsHint')}
              checked={values.holdsSlot}
              onChange={(holdsSlot) => onChange({ holdsSlot })}
            />
          </>
        )}
      </PageSection>
    </div>
  );
}

/** Who photographs; only where there is a choice that this member may make. */
function PhotographerField({ value, onChange }: { value: string; onChange: (userId: string) => void }) {
  const { t } = useTranslation('proposals');
  const { role: mine } = useAccount();
  const [members] = useQuery(queries.team.members());
  const photographers = members.filter(({ role, userId }) => can(role, 'sessions.write') || userId === value);
  if (!can(mine, 'money.all') || photographers.length < 2) return null;
  return (
    <Field label={t('fields.photographer')} optional>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: '', label: t('fields.anybody') },
          ...photographers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
        ]}
      />
    </Field>
  );
}
