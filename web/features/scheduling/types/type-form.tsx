import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { hasDraftLine } from '#core/domain/contracts/contract-gaps.ts';
import { can } from '#core/domain/studio/roles.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { queries } from '#core/zero/queries.ts';
import { TranslationFields } from '#web/components/fields/translation-fields.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { SavedByPage } from '#web/components/layout/settings-forms.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { ColorPicker } from '#web/components/ui/inputs/color-picker.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { MutationOptions } from '#web/lib/sync/use-mutation.tsx';
import { type ReadType, typeForm, type TypeValues } from './type-values.ts';

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
  /** Of the form's own button; without it, the page's button saves the form. */
  saveLabel?: string;
  /** Resolves to true once the type is saved on this device. `mutationOptions` receives the server's result. */
  onSave: (read: ReadType, mutationOptions: MutationOptions) => Promise<boolean>;
}

export function TypeForm({ draftKey, saved, saveLabel, onSave }: TypeFormProps) {
  const { t } = useTranslation('scheduling');
  const { role } = useAccount();
  const format = useFormat();
  const draft = useDraft(draftKey, saved);
  const { values, change, conflict } = draft;
  const form = useForm(draft, typeForm, (read) => onSave(read, draft.saving()));
  const duration = form.read?.details.duration;
  const depositSays = form.error('deposit') === 'tooLarge' ? 'deposit' : 'price';
  return (
    <form noValidate onSubmit={form.submit} className="column flex flex-col gap-6">
      <Field
        label={t('type.name')}
        required
        hint={t('type.nameHint')}
        error={form.error('name') && t('type.wrong.name')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      <Field
        label={t('type.description')}
        optional
        hint={t('type.descriptionHint')}
        error={form.error('description') && t('type.wrong.description')}
        conflict={conflict('description')}
      >
        <Textarea {...form.input('description')} />
      </Field>
      <TranslationFields
        name={values.name}
        description={values.description}
        value={values.translations}
        onChange={(translations) => change({ translations })}
      />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field
          label={t('type.duration')}
          required
          hint={duration && format.duration(duration)}
          error={form.error('duration') && t('type.wrong.duration')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            {...form.input('duration')}
          />
        </Field>
        <Field
          label={t('type.maxClients')}
          required
          hint={t('type.maxClientsHint')}
          error={form.error('maxClients') && t('type.wrong.maxClients')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular-nums"
            {...form.input('maxClients')}
          />
        </Field>
        {can(role, 'money.write') && (
          <>
            <Field label={t('type.price')} optional error={form.error('price') && t('type.wrong.price')}>
              <MoneyInput value={values.price} onChange={(price) => change({ price })} />
            </Field>
            <Field
              label={t('type.deposit')}
              optional
              hint={t('type.depositHint')}
              error={form.error('deposit') && t(`type.wrong.${depositSays}`)}
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
        <Checkbox
          label={t('type.asksSecondPerson')}
          hint={t('type.asksSecondPersonHint')}
          checked={values.asksSecondPerson}
          onChange={(asksSecondPerson) => change({ asksSecondPerson })}
        />
      </div>
      <TypeDocuments values={values} onChange={change} />
      {saveLabel === undefined ? (
        <SavedByPage label={values.name} draft={draft} form={form} />
      ) : (
        <SubmitRow label={saveLabel} clean={draft.isClean} />
      )}
    </form>
  );
}

interface TypeDocumentsProps {
  values: Pick<TypeValues, 'contractTemplateId' | 'questionnaireTemplateId'>;
  onChange: (changes: Partial<TypeValues>) => void;
}

/** Selects what a booking of the type must sign, and what it is asked. */
function TypeDocuments({ values, onChange }: TypeDocumentsProps) {
  const { t } = useTranslation('documents');
  const [contracts] = useQuery(queries.contracts.templates());
  const [questionnaires] = useQuery(queries.questionnaires.templates());
  const texts = contracts.find(({ id }) => id === values.contractTemplateId)?.texts ?? {};
  const isDraft = LANGUAGES.some((language) => hasDraftLine(texts[language]?.body ?? ''));
  const options = (rows: readonly { id: string; name: string; archivedAt: number | null }[]) => [
    { value: '', label: t('none') },
    ...rows.filter(({ archivedAt }) => archivedAt === null).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      <Field label={t('typeContract')} optional hint={t(isDraft ? 'typeContractDraft' : 'typeContractHint')}>
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
