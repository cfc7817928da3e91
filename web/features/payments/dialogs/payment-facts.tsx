import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { AmountField, DayField, MethodField } from './payment-fields.tsx';
import type { PaymentForm } from './use-payment-form.ts';

interface PaymentDetailsProps {
  form: PaymentForm;
  amountHint: string;
  /** What is wrong with the amount; null where nothing is. */
  amountError: string | null;
  dayLabel: string;
}

/** How much, when and how, whether it came in or was given back. */
export function PaymentDetails({ form, amountHint, amountError, dayLabel }: PaymentDetailsProps) {
  const { t } = useTranslation('payments');
  const { checked } = form;
  return (
    <>
      <AmountField
        label={t('fields.amount')}
        value={form.amount}
        onChange={form.setAmount}
        hint={amountHint}
        error={checked ? (amountError ?? undefined) : undefined}
      />
      <DayField
        label={dayLabel}
        value={form.day}
        onChange={form.setDay}
        error={checked && !form.hasDay ? t('errors.date') : undefined}
      />
      <MethodField value={form.method} onChange={form.setMethod} />
      <Field label={t('fields.notes')} optional>
        <Textarea rows={2} maxLength={4000} value={form.notes} onChange={({ target }) => form.setNotes(target.value)} />
      </Field>
    </>
  );
}
