import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { customerFields, customerName } from '#core/domain/customers.ts';
import { LANGUAGES } from '#core/domain/languages.ts';
import { Field, type FieldProps } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import type { CustomerValues } from './customer-values.ts';
import { TagsField } from './tags-field.tsx';

interface CustomerFieldsProps {
  form: UseFormReturn<CustomerValues>;
  /** The studio's, to choose from. */
  tags: readonly string[];
  disabled?: boolean;
  /** Of a client who is there already: what somebody else saved while a field was typed in. */
  conflict?: (name: TypedField) => FieldProps['conflict'];
}

type TypedField = 'name' | 'email' | 'phone' | 'address' | 'taxId';

/** What is known of a client, but for notes. */
export function CustomerFields({ form, tags, disabled = false, conflict }: CustomerFieldsProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-6">
      <Field
        label={t('fields.name')}
        required
        error={errors.name && t('fields.nameNeeded')}
        conflict={conflict?.('name')}
      >
        <TextInput
          autoComplete="off"
          {...register('name', { validate: (name) => customerName.safeParse(name).success })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          label={t('fields.email')}
          optional
          error={errors.email && t('fields.emailWrong')}
          conflict={conflict?.('email')}
        >
          <TextInput
            type="email"
            autoComplete="off"
            {...register('email', { validate: (email) => customerFields.shape.email.safeParse(email.trim()).success })}
          />
        </Field>
        <Field label={t('fields.phone')} optional conflict={conflict?.('phone')}>
          <TextInput type="tel" autoComplete="off" maxLength={40} {...register('phone')} />
        </Field>
      </div>
      <Field label={t('fields.address')} optional conflict={conflict?.('address')}>
        <Textarea rows={2} maxLength={1000} {...register('address')} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t('fields.taxId')} optional hint={t('fields.taxIdHint')} conflict={conflict?.('taxId')}>
          <TextInput autoComplete="off" maxLength={60} {...register('taxId')} />
        </Field>
        <Field label={t('fields.language')} hint={t('fields.languageHint')}>
          <Select
            options={[
              { value: '', label: t('fields.studioLanguage') },
              ...LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) })),
            ]}
            {...register('language')}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="tags"
        render={({ field: { value, onChange } }) => (
          <TagsField value={value} onChange={onChange} known={tags} disabled={disabled} />
        )}
      />
    </fieldset>
  );
}
