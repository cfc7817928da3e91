import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { usePaymentWords } from '../payment-words.ts';
import { dayValue, readPaidDay } from './date-value.ts';
import { AmountField, DayField, MethodField } from './payment-fields.tsx';
import { FormDialog } from './form-dialog.tsx';

interface RefundDialogProps {
  payment: PaymentRow;
  /** What is left of it. */
  left: number;
  onClose: () => void;
}

/** Notes what was given back; it has a receipt of its own, and nothing takes that back. */
export function RefundDialog({ payment, left, onClose }: RefundDialogProps) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const act = useAct();
  const words = usePaymentWords();
  const [amount, setAmount] = useState<number | null>(left);
  const [day, setDay] = useState(() => dayValue(Date.now(), timeZone));
  const [method, setMethod] = useState(payment.method);
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState(false);
  const hasDay = readPaidDay(day, timeZone, 0) !== null;
  const isTooMuch = amount !== null && amount > left;

  const refund = async () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    if (!amount || isTooMuch || date === null) return;
    const id = newId();
    const given = await act(
      mutators.payments.refund({ id, paymentId: payment.id, amount, date, method, notes, now: Date.now() }),
      { done: t('refund.done', { amount: words.money(amount, payment.currency) }) },
    );
    if (given) onClose();
  };
  const error = isTooMuch ? t('errors.tooMuch', { amount: words.money(left, payment.currency) }) : t('errors.amount');
  return (
    <FormDialog
      title={t('refund.title')}
      description={t('refund.text')}
      act={t('refund.act')}
      onAct={refund}
      onClose={onClose}
    >
      <AmountField
        label={t('fields.amount')}
        value={amount}
        onChange={setAmount}
        hint={t('refund.left', { amount: words.money(left, payment.currency) })}
        error={checked && (!amount || isTooMuch) ? error : undefined}
      />
      <DayField
        label={t('fields.refunded')}
        value={day}
        onChange={setDay}
        error={checked && !hasDay ? t('errors.date') : undefined}
      />
      <MethodField value={method} onChange={setMethod} />
      <Field label={t('fields.notes')} optional>
        <Textarea rows={2} maxLength={4000} value={notes} onChange={({ target }) => setNotes(target.value)} />
      </Field>
    </FormDialog>
  );
}
