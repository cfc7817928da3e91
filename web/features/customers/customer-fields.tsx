import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changedTags, MAX_TAGS, tag as tagSchema } from '#core/domain/clients/customers.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field, type FieldProps } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { Fields, FormOf } from '#web/lib/forms/use-form.ts';
import type { CustomerValues } from './customer-form-values.ts';

interface TagsFieldProps {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags of the studio. */
  known: readonly string[];
  disabled?: boolean;
}

/** Edits a client's tags: removes each, adds an existing or new one. */
function TagsField({ value, onChange, known, disabled = false }: TagsFieldProps) {
  const { t } = useTranslation('customers');
  const id = useId();
  const has = new Set(value.map(normalizeForSearch));
  const options = known.filter((tag) => !has.has(normalizeForSearch(tag))).map((tag) => ({ value: tag, label: tag }));
  const add = (text: string) => {
    const tag = tagSchema.safeParse(text);
    if (tag.success) onChange(changedTags(value, [tag.data], []));
  };
  const full = value.length >= MAX_TAGS;
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('tagsTitle')} hint={full ? t('fields.tagsFull', { count: MAX_TAGS }) : t('fields.tagsHint')}>
        <Combobox
          // Remounts the input after each choice, which empties it.
          key={value.length}
          options={options}
          value={null}
          onChange={(tag) => tag && add(tag)}
          onCreate={add}
          freeText
          disabled={disabled || full}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-labelledby={id} className="flex flex-wrap gap-2">
          <li id={id} className="sr-only">
            {t('fields.tagsChosen')}
          </li>
          {value.map((tag) => (
            <li key={tag}>
              <span className="inline-flex min-h-9 items-center gap-1 rounded-full border border-line pl-3">
                {tag}
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('fields.tagRemove', { tag })}
                  onClick={() => onChange(changedTags(value, [], [tag]))}
                  className="thumb inline-flex size-9 items-center justify-center rounded-full text-soft hover:text-ink disabled:opacity-50"
                >
                  <X aria-hidden className="size-4" strokeWidth={1.75} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface CustomerFieldsProps {
  draft: Fields<CustomerValues>;
  form: FormOf<CustomerValues>;
  /** Tags of the studio, as suggestions. */
  tags: readonly string[];
  disabled?: boolean;
  /** True if the member may not change the address (`mayRedirectClient`). */
  hasFixedEmail?: boolean;
  /** True if the client has several contacts, each with its own address and phone number. */
  hasContacts?: boolean;
  /** Edit conflict of a field, when an existing client is edited. */
  conflict?: (name: TypedField) => FieldProps['conflict'];
}

type TypedField = 'name' | 'email' | 'phone' | 'address' | 'taxId';

/** Form fields of a client, without notes. */
export function CustomerFields({
  draft: { values, change },
  form,
  tags,
  disabled = false,
  hasFixedEmail = false,
  hasContacts = false,
  conflict,
}: CustomerFieldsProps) {
  const { t } = useTranslation(['customers', 'common']);
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-6">
      <Field
        label={t('fields.name')}
        required
        error={form.error('name') && t('fields.nameNeeded')}
        conflict={conflict?.('name')}
      >
        <TextInput autoComplete="off" {...form.input('name')} />
      </Field>
      {!hasContacts && (
        <div className="grid gap-6 sm:grid-cols-2">
          <Field
            label={t('fields.email')}
            optional
            hint={hasFixedEmail && t('fields.emailFixed')}
            error={form.error('email') && t('fields.emailWrong')}
            conflict={conflict?.('email')}
          >
            <TextInput type="email" autoComplete="off" readOnly={hasFixedEmail} {...form.input('email')} />
          </Field>
          <Field label={t('fields.phone')} optional conflict={conflict?.('phone')}>
            <TextInput type="tel" autoComplete="off" maxLength={40} {...form.input('phone')} />
          </Field>
        </div>
      )}
      <Field label={t('fields.address')} optional conflict={conflict?.('address')}>
        <Textarea rows={2} maxLength={1000} {...form.input('address')} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t('fields.taxId')} optional hint={t('fields.taxIdHint')} conflict={conflict?.('taxId')}>
          <TextInput autoComplete="off" maxLength={60} {...form.input('taxId')} />
        </Field>
        <Field label={t('fields.language')} hint={t('fields.languageHint')}>
          <Select
            options={[
              { value: '', label: t('fields.studioLanguage') },
              ...LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) })),
            ]}
            {...form.input('language')}
          />
        </Field>
      </div>
      <TagsField value={values.tags} onChange={(tags) => change({ tags })} known={tags} disabled={disabled} />
    </fieldset>
  );
}
