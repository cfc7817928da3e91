import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_METHODS, PAYMENT_PURPOSES, type PaymentPurpose } from '#core/domain/payments/payments.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import type { Fields, FormOf } from '#web/lib/forms/use-form.ts';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { PaymentValues } from './use-payment-form.ts';

interface AmountFieldProps {
  label: string;
  value: Amount;
  onChange: (value: Amount) => void;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
}

export function AmountField({ label, value, onChange, hint, error, disabled = false }: AmountFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <MoneyInput value={value} onChange={onChange} disabled={disabled} />
    </Field>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

export function DayField({ label, value, onChange, error }: DayFieldProps) {
  const { timeZone } = useAccount();
  return <DateField label={label} value={value} onChange={onChange} zone={timeZone} error={error} />;
}

/** Offers the usual methods, and accepts any other text. */
export function MethodField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const methods =
    value && !PAYMENT_METHODS.some((one) => one === value) ? [...PAYMENT_METHODS, value] : PAYMENT_METHODS;
  return (
    <Field label={t('fields.method')} optional>
      <Combobox
        options={methods.map((method) => ({ value: method, label: labels.method(method) }))}
        value={value || null}
        onChange={(method) => onChange(method ?? '')}
        onCreate={(typed) => onChange(typed.slice(0, 60))}
        freeText
      />
    </Field>
  );
}

export function PurposeField({
  value,
  onChange,
}: {
  value: PaymentPurpose;
  onChange: (value: PaymentPurpose) => void;
}) {
  const { t } = useTranslation('payments');
  return (
    <Field label={t('fields.purpose')}>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value as PaymentPurpose)}
        options={PAYMENT_PURPOSES.map((purpose) => ({ value: purpose, label: t(`purposes.${purpose}`) }))}
      />
    </Field>
  );
}

interface PaymentDetailsProps {
  draft: Fields<PaymentValues>;
  form: FormOf<PaymentValues>;
  amountHint: string;
  /** Says that the amount is wrong. */
  amountWrong: string;
  dayLabel: string;
  /** What follows from the amount, below it. */
  children?: ReactNode;
}

/** Amount, day and method of a payment or refund. */
export function PaymentDetails({
  draft: { values, change },
  form,
  amountHint,
  amountWrong,
  dayLabel,
  children,
}: PaymentDetailsProps) {
  const { t } = useTranslation('payments');
  return (
    <>
      <AmountField
        label={t('fields.amount')}
        value={values.amount}
        onChange={(amount) => change({ amount })}
        hint={amountHint}
        error={form.error('amount') && amountWrong}
      />
      {children}
      <DayField
        label={dayLabel}
        value={values.day}
        onChange={(day) => change({ day })}
        error={form.error('day') && t('errors.date')}
      />
      <MethodField value={values.method} onChange={(method) => change({ method })} />
      <Field label={t('fields.notes')} optional>
        <Textarea rows={2} maxLength={4000} {...form.input('notes')} />
      </Field>
    </>
  );
}
