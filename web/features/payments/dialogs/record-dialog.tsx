import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { depositOwed, owed } from '#core/domain/billing.ts';
import type { PaymentPurpose } from '#core/domain/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useAct } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { BillingRow } from '../payment-rows.ts';
import { usePaymentWords } from '../payment-words.ts';
import { dayValue, readPaidDay } from './date-value.ts';
import { AmountField, DayField, MethodField, PurposeField } from './payment-fields.tsx';
import { FormDialog } from './form-dialog.tsx';

interface RecordDialogProps {
  billing: BillingRow;
  /** Whether a receipt could be mailed. */
  hasEmail: boolean;
  onClose: () => void;
}

/** What came in, or is waited for; filled in with what is owed next. */
export function RecordDialog({ billing, hasEmail, onClose }: RecordDialogProps) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const act = useAct();
  const words = usePaymentWords();
  const owedBy = (purpose: PaymentPurpose) => (purpose === 'deposit' ? depositOwed(billing) : owed(billing)) || null;
  const first: PaymentPurpose = depositOwed(billing) > 0 ? 'deposit' : 'balance';
  const [purpose, setPurpose] = useState<PaymentPurpose>(first);
  const [amount, setAmount] = useState(owedBy(first));
  const [day, setDay] = useState(() => dayValue(Date.now(), timeZone));
  const [method, setMethod] = useState('');
  const [notes, setNotes] = useState('');
  const [status, setStatus] = useState<'paid' | 'pending'>('paid');
  const [mails, setMails] = useState(false);
  const [checked, setChecked] = useState(false);
  const hasDay = readPaidDay(day, timeZone, 0) !== null;

  const choose = (next: PaymentPurpose) => {
    // What was typed stays; what was only filled in follows.
    if (amount === owedBy(purpose)) setAmount(owedBy(next) ?? amount);
    setPurpose(next);
  };
  const record = async () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    if (!amount || date === null) return;
    const id = newId();
    const { sessionId } = billing;
    const payment = { id, sessionId, amount, date, method, purpose, notes, status };
    const done = t(status === 'paid' ? 'record.done' : 'record.noted', { amount: words.money(amount) });
    if (!(await act(mutators.payments.record({ ...payment, now: Date.now() }), { done }))) return;
    if (mails && status === 'paid') await act(mutators.payments.sendReceipt({ id, now: Date.now() }));
    onClose();
  };
  return (
    <FormDialog title={t('record.title')} act={t('record.act')} onAct={record} onClose={onClose}>
      <RadioGroup
        label={t('fields.status')}
        value={status}
        onChange={(next) => setStatus(next as 'paid' | 'pending')}
        options={[
          { value: 'paid', label: t('record.paid') },
          { value: 'pending', label: t('record.pending') },
        ]}
      />
      <PurposeField value={purpose} onChange={choose} />
      <AmountField
        label={t('fields.amount')}
        value={amount}
        onChange={setAmount}
        hint={t('record.owed', { amount: words.money(owed(billing)) })}
        error={checked && !amount ? t('errors.amount') : undefined}
      />
      <DayField
        label={t(status === 'paid' ? 'fields.date' : 'fields.expected')}
        value={day}
        onChange={setDay}
        error={checked && !hasDay ? t('errors.date') : undefined}
      />
      <MethodField value={method} onChange={setMethod} />
      <Field label={t('fields.notes')} optional>
        <Textarea rows={2} maxLength={4000} value={notes} onChange={({ target }) => setNotes(target.value)} />
      </Field>
      {hasEmail && status === 'paid' && <Checkbox label={t('record.mail')} checked={mails} onChange={setMails} />}
    </FormDialog>
  );
}
