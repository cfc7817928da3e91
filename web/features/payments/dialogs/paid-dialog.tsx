import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import type { PaymentRow } from '../payment-rows.ts';
import { usePaymentWords } from '../payment-words.ts';
import { dayValue, readPaidDay } from './date-value.ts';
import { FormDialog } from './form-dialog.tsx';
import { DayField, MethodField } from './payment-fields.tsx';

/** What was expected came in: its receipt is issued with the day and the method, and nothing takes that back. */
export function PaidDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const act = useAct();
  const words = usePaymentWords();
  const [day, setDay] = useState(() => dayValue(Date.now(), timeZone));
  const [method, setMethod] = useState(payment.method);
  const [checked, setChecked] = useState(false);
  const { id } = payment;
  const named = { amount: words.money(payment.amount, payment.currency) };
  const hasDay = readPaidDay(day, timeZone, 0) !== null;

  const mark = async () => {
    setChecked(true);
    const now = Date.now();
    const date = readPaidDay(day, timeZone, now);
    if (date === null) return;
    const marked = await act(mutators.payments.markPaid({ id, date, method, now }), {
      done: t('markPaid.done', named),
    });
    if (marked) onClose();
  };
  return (
    <FormDialog
      title={t('markPaid.act')}
      description={t('markPaid.text', named)}
      act={t('markPaid.act')}
      onAct={mark}
      onClose={onClose}
    >
      <DayField
        label={t('fields.date')}
        value={day}
        onChange={setDay}
        error={checked && !hasDay ? t('errors.date') : undefined}
      />
      <MethodField value={method} onChange={setMethod} />
    </FormDialog>
  );
}
