import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import {
  formatReceiptNumber,
  isPaymentProof,
  nextReceiptNumber,
  taxSettings,
  type TaxSettings,
} from '#core/domain/payments/receipts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Parses a percentage with point or comma into hundredths of a percent; null if it is not within 0 to 100. */
export function parseRate(text: string): number | null {
  const compact = text.trim().replace(/\s*%$/, '');
  if (compact === '') return 0;
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(compact)) return null;
  const rate = Math.round(Number(compact.replace(',', '.')) * 100);
  return rate <= 10_000 ? rate : null;
}

/** Formats hundredths of a percent: 2100 is "21", 0 is empty. */
export function formatRate(rate: number): string {
  return rate === 0 ? '' : String(rate / 100);
}

/** @param least number of the next receipt: numbers are used once */
const schemaFrom = (least: number) =>
  z.object({
    name: taxSettings.shape.name,
    rate: z.string().refine((text) => parseRate(text) !== null),
    id: taxSettings.shape.id,
    receiptPrefix: taxSettings.shape.receiptPrefix,
    nextNumber: z.coerce.number<string>().int().min(least).max(9_999_999).transform(String),
    receiptYears: z.coerce.number<string>().pipe(taxSettings.shape.receiptYears).transform(String),
  });

interface TaxFormProps {
  account: Account;
  saved: TaxSettings;
  readOnly: boolean;
}

/** Edits tax on receipts and the prefix of receipt numbers. */
export function TaxForm({ account, saved: stored, readOnly }: TaxFormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const api = useApi();
  const { receiptStart, ...rest } = stored;
  const load = useCallback(() => (readOnly ? Promise.resolve(null) : api.payments.nextReceipt()), [api, readOnly]);
  const { data: next } = useApiData(load);
  const least = next ? nextReceiptNumber({ receiptStart }, next.year, next.number - 1) : 1;
  const saved = {
    ...rest,
    rate: formatRate(stored.rate),
    receiptYears: String(stored.receiptYears),
    nextNumber: String(least),
  };
  const draft = useDraft(`tax:${account.id}`, saved);
  const { values, conflict } = draft;
  const form = useForm(draft, schemaFrom(least), ({ nextNumber, ...changed }) => {
    const tax = {
      ...changed,
      rate: parseRate(changed.rate) ?? 0,
      receiptYears: Number(changed.receiptYears),
      ...(next && Number(nextNumber) > least && { receiptStart: { year: next.year, number: Number(nextNumber) } }),
    };
    const request = mutators.settings.setTax({ tax, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  const isProof = isPaymentProof(account.timeZone);
  const example = next && formatReceiptNumber(values.receiptPrefix, next.year, Number(values.nextNumber) || least);
  return (
    <SettingsSection
      title={t('money.tax')}
      intro={t(isProof ? 'money.proofIntro' : 'money.taxIntro')}
      disabled={readOnly || !writable}
      draft={draft}
      form={form}
    >
      {!isProof && (
        <>
          <Field
            label={t('money.name')}
            hint={t('money.nameHint')}
            error={form.error('name') && t('profile.tooLong')}
            conflict={conflict('name')}
          >
            <TextInput autoComplete="off" className="max-w-48" {...form.input('name')} />
          </Field>
          <Field label={t('money.rate')} error={form.error('rate') && t('money.rateWrong')} conflict={conflict('rate')}>
            <TextInput inputMode="decimal" autoComplete="off" className="max-w-48" {...form.input('rate')} />
          </Field>
        </>
      )}
      <Field label={t('money.id')} error={form.error('id') && t('profile.tooLong')} conflict={conflict('id')}>
        <TextInput autoComplete="off" {...form.input('id')} />
      </Field>
      <Field
        label={t('money.prefix')}
        hint={example ? t('money.prefixHint', { example }) : t('money.prefixLetters')}
        error={form.error('receiptPrefix') && t('money.prefixWrong')}
        conflict={conflict('receiptPrefix')}
      >
        <TextInput autoComplete="off" className="max-w-48" {...form.input('receiptPrefix')} />
      </Field>
      {!readOnly && (
        <Field
          label={t('money.number')}
          hint={t('money.numberHint')}
          error={form.error('nextNumber') && t('money.numberWrong', { least })}
          conflict={conflict('nextNumber')}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            className="max-w-48"
            {...form.input('nextNumber')}
            // Empty until the number is known.
            {...(!next && { value: '', disabled: true })}
          />
        </Field>
      )}
      <Field
        label={t('money.years')}
        hint={t('money.yearsHint')}
        error={form.error('receiptYears') && t('money.yearsWrong')}
        conflict={conflict('receiptYears')}
      >
        <TextInput inputMode="numeric" autoComplete="off" className="max-w-48" {...form.input('receiptYears')} />
      </Field>
    </SettingsSection>
  );
}
