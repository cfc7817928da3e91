import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { type MethodSettings, methodSettings, ONLINE_METHODS } from '#core/domain/payments/methods.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';

interface MethodsFormProps {
  account: Account;
  saved: MethodSettings;
  readOnly: boolean;
}

/** Chooses how clients may pay: methods of Stripe's page, and ways without Stripe. */
export function MethodsForm({ account, saved, readOnly }: MethodsFormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const draft = useDraft(`methods:${account.id}`, saved);
  const { values, change, conflict } = draft;
  const form = useForm(draft, methodSettings, (methods) => {
    // A changed account is told to the owners: name it only if it is.
    const { iban, holder, bizum, ...rest } = methods;
    const accounts = Object.fromEntries(
      Object.entries({ iban, holder, bizum }).filter(([name, value]) => saved[name as 'iban'] !== value),
    );
    const request = mutators.settings.setMethods({ methods: { ...rest, ...accounts }, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  const disabled = readOnly || !writable;
  return (
    <SettingsSection
      title={t('methods.title')}
      intro={t('methods.intro')}
      disabled={disabled}
      draft={draft}
      form={form}
    >
      {readConfig().cardPayments && (
        <fieldset className="flex flex-col" disabled={disabled}>
          <legend className="font-medium">{t('methods.online')}</legend>
          <p className="measure pb-1 text-caption text-soft">{t('methods.onlineHint')}</p>
          {ONLINE_METHODS.map((method) => (
            <Checkbox
              key={method}
              label={t(`methods.${method}`)}
              {...(method === 'sepa_debit' && { hint: t('methods.sepaHint') })}
              checked={values.online.includes(method)}
              onChange={(isOn) =>
                change({
                  online: ONLINE_METHODS.filter((one) => (one === method ? isOn : values.online.includes(one))),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <Field
        label={t('methods.iban')}
        hint={t('methods.ibanHint')}
        error={form.error('iban') && t('methods.ibanWrong')}
        conflict={conflict('iban')}
        optional
      >
        <TextInput autoComplete="off" {...form.input('iban')} />
      </Field>
      <Field
        label={t('methods.holder')}
        hint={t('methods.holderHint')}
        error={form.error('holder') && t('profile.tooLong')}
        conflict={conflict('holder')}
        optional
      >
        <TextInput autoComplete="off" {...form.input('holder')} />
      </Field>
      <Field
        label={t('methods.bizumNumber')}
        hint={t('methods.bizumHint')}
        error={form.error('bizum') && t('profile.tooLong')}
        conflict={conflict('bizum')}
        optional
      >
        <TextInput type="tel" autoComplete="off" className="max-w-48" {...form.input('bizum')} />
      </Field>
      <Checkbox label={t('methods.cash')} checked={values.cash} onChange={(cash) => change({ cash })} />
      {account.currency !== 'EUR' && <p className="text-caption text-soft">{t('methods.euroOnly')}</p>}
    </SettingsSection>
  );
}
