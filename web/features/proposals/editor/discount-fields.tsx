import { useTranslation } from 'react-i18next';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { MoneyInput } from '#web/components/ui/inputs/money-input.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import type { FormOf } from '#web/lib/forms/use-form.ts';
import { DISCOUNTS, type ProposalValues } from '../proposal-values.ts';

interface FieldsProps {
  values: ProposalValues;
  onChange: (changes: Partial<ProposalValues>) => void;
  form: FormOf<ProposalValues>;
}

/** An amount or a percentage off what the client chooses. */
export function DiscountFields({ values, onChange, form }: FieldsProps) {
  const { t } = useTranslation('proposals');
  const { discount } = values;
  return (
    <div className="flex flex-wrap items-start gap-5">
      <Field label={t('discount.label')}>
        <Select
          value={discount}
          onChange={({ target }) => onChange({ discount: target.value as ProposalValues['discount'] })}
          options={DISCOUNTS.map((value) => ({ value, label: t(`discount.${value}`) }))}
        />
      </Field>
      {discount === 'amount' && (
        <Field label={t('discount.off')} error={form.error('discountAmount') && t('lines.amountWrong')}>
          <MoneyInput value={values.discountAmount} onChange={(discountAmount) => onChange({ discountAmount })} />
        </Field>
      )}
      {discount === 'percent' && (
        <Field label={t('discount.percentOff')} error={form.error('discountPercent') && t('discount.percentWrong')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-24 tabular-nums"
            {...form.input('discountPercent')}
          />
        </Field>
      )}
    </div>
  );
}
