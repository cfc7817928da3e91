import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { ColorPicker } from '#web/components/ui/inputs/color-picker.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { useFocusFirstError } from '#web/lib/forms/use-focus-first-error.ts';
import type { MutationOptions } from '#web/lib/sync/use-mutation.tsx';
import { TypeDocuments } from './type-documents.tsx';
import { readType, type TypeField, type TypeValues } from './type-values.ts';

interface PhotographerFieldProps {
  /** Empty: no fixed photographer. */
  value: string;
  onChange: (userId: string) => void;
}

/** Selects the photographer of the sessions. Shown only if there are several. */
function PhotographerField({ value, onChange }: PhotographerFieldProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const { session } = useAuth();
  const [members] = useQuery(queries.team.members());
  const photographers = members.filter((member) => can(member.role, 'sessions.write') || member.userId === value);
  if (photographers.length < 2 && !value) return null;
  // A role without access to all money cannot reassign another member's type: it decides whose money it is.
  const isFixed = !can(role, 'money.all') && value !== '' && value !== session?.user.id;
  return (
    <Field label={t('type.photographer')} optional hint={t('type.photographerHint')}>
      <Select
        value={value}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.value)}
        options={[
          { value: '', label: t('type.anybody') },
          ...photographers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
        ]}
      />
    </Field>
  );
}

interface TypeFormProps {
  draftKey: string;
  saved: TypeValues;
  saveLabel: string;
  /** Resolves to true once the type is saved on this device. `mutationOptions` receives the server's result. */
  onSave: (values: TypeValues, mutationOptions: MutationOptions) => Promise<boolean>;
}

export function TypeForm({ draftKey, saved, saveLabel, onSave }: TypeFormProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const format = useFormat();
  const { values, isClean, change, conflict, saving } = useDraft(draftKey, saved);
  const [checked, setChecked] = useState(false);
  const { form, refuse } = useFocusFirstError();
  const { details, wrong } = readType(values);
  const errorOf = (field: TypeField, says = field) =>
    checked && wrong.has(field) ? t(`type.wrong.${says as 'name'}`) : undefined;
  const depositSays = typeof values.deposit === 'string' ? 'price' : 'deposit';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!details) return refuse();
    if (await onSave(values, saving())) setChecked(false);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="flex max-w-2xl flex-col gap-6">
      <Field
        label={t('type.name')}
        required
        hint={t('type.nameHint')}
        error={errorOf('name')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" value={values.name} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <Field
        label={t('type.description')}
        optional
        hint={t('type.descriptionHint')}
        error={errorOf('description')}
        conflict={conflict('description')}
      >
        <Textarea value={values.description} onChange={({ target }) => change({ description: target.value })} />
      </Field>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field
          label={t('type.duration')}
          required
          hint={details ? format.duration(details.duration) : undefined}
          error={errorOf('duration')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            value={values.duration}
            onChange={({ target }) => change({ duration: target.value })}
          />
        </Field>
        <Field label={t('type.maxClients')} required hint={t('type.maxClientsHint')} error={errorOf('maxClients')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            value={values.maxClients}
            onChange={({ target }) => change({ maxClients: target.value })}
          />
        </Field>
        {can(role, 'money.write') && (
          <>
            <Field label={t('type.price')} optional error={errorOf('price')}>
              <MoneyInput value={values.price} onChange={(price) => change({ price })} />
            </Field>
            <Field
              label={t('type.deposit')}
              optional
              hint={t('type.depositHint')}
              error={errorOf('deposit', depositSays)}
            >
              <MoneyInput value={values.deposit} onChange={(deposit) => change({ deposit })} />
            </Field>
          </>
        )}
        <ColorPicker
          label={t('type.color')}
          hint={t('type.colorHint')}
          value={values.color}
          onChange={(color) => change({ color })}
        />
        <PhotographerField value={values.photographerId} onChange={(photographerId) => change({ photographerId })} />
      </div>
      <div className="flex flex-col">
        <Checkbox
          label={t('type.isBookable')}
          hint={t('type.isBookableHint')}
          checked={values.isBookable}
          onChange={(isBookable) => change({ isBookable })}
        />
        <Checkbox
          label={t('type.requiresApproval')}
          hint={t('type.requiresApprovalHint')}
          checked={values.requiresApproval}
          onChange={(requiresApproval) => change({ requiresApproval })}
        />
      </div>
      <TypeDocuments values={values} onChange={change} />
      <SubmitRow label={saveLabel} clean={isClean} />
    </form>
  );
}
