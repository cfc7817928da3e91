import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#web/lib/accounts.tsx';
import { usePaymentActions } from '../panel/use-payment-acts.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { usePaymentLabels } from '../payment-words.ts';
import { dayValue, readPaidDay } from './date-value.ts';
import { FormDialog } from './form-dialog.tsx';
import { DayField, MethodField } from './payment-fields.tsx';

/** What was expected came in: its receipt is issued with the day and the method, and nothing takes that back. */
export function PaidDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const acts = usePaymentActions(payment);
  const words = usePaymentLabels();
  const [opened] = useState(() => Date.now());
  const [day, setDay] = useState(dayValue(opened, timeZone));
  const [method, setMethod] = useState(payment.method);
  const [checked, setChecked] = useState(false);
  const date = readPaidDay(day, timeZone, opened);

  const mark = async () => {
    setChecked(true);
    if (date !== null && (await acts.markPaid({ date, method }))) onClose();
  };
  return (
    <FormDialog
      title={t('markPaid.act')}
      description={t('markPaid.text', { amount: words.money(payment.amount, payment.currency) })}
      act={t('markPaid.act')}
      onAct={mark}
      onClose={onClose}
    >
      <DayField
        label={t('fields.date')}
        value={day}
        onChange={setDay}
        error={checked && date === null ? t('errors.date') : undefined}
      />
      <MethodField value={method} onChange={setMethod} />
    </FormDialog>
  );
}
