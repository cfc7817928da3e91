import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { depositOwed, owed } from '#core/domain/billing.ts';
import type { PaymentPurpose } from '#core/domain/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { useAct } from '#web/lib/act.tsx';
import { newId } from '#web/lib/ids.ts';
import type { BillingRow } from '../payment-rows.ts';
import { usePaymentWords } from '../payment-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PurposeField } from './payment-fields.tsx';
import { usePaymentForm } from './use-payment-form.ts';

interface RecordDialogProps {
  billing: BillingRow;
  /** Whether a receipt could be mailed. */
  hasEmail: boolean;
  onClose: () => void;
}

/** What came in, or is waited for; filled in with what is owed next. */
export function RecordDialog({ billing, hasEmail, onClose }: RecordDialogProps) {
  const { t } = useTranslation('payments');
  const act = useAct();
  const words = usePaymentWords();
  const owedBy = (purpose: PaymentPurpose) => (purpose === 'deposit' ? depositOwed(billing) : owed(billing)) || null;
  const first: PaymentPurpose = depositOwed(billing) > 0 ? 'deposit' : 'balance';
  const [purpose, setPurpose] = useState<PaymentPurpose>(first);
  const [status, setStatus] = useState<'paid' | 'pending'>('paid');
  const [mails, setMails] = useState(false);
  const form = usePaymentForm(`payment:${billing.sessionId}`, { amount: owedBy(first), method: '' });

  const choose = (next: PaymentPurpose) => {
    // What was typed stays; what was only filled in follows.
    if (form.amount === owedBy(purpose)) form.setAmount(owedBy(next) ?? form.amount);
    setPurpose(next);
  };
  const record = async () => {
    const facts = form.read();
    if (!facts) return;
    const id = newId();
    const payment = { id, sessionId: billing.sessionId, ...facts, purpose, status };
    const done = t(status === 'paid' ? 'record.done' : 'record.noted', { amount: words.money(facts.amount) });
    const request = mutators.payments.record({ ...payment, now: Date.now() });
    if (!(await act(request, { done, onStood: form.forget }))) return;
    if (mails && status === 'paid') await act(mutators.payments.sendReceipt({ id, now: Date.now() }));
    onClose();
  };
  const giveUp = () => {
    form.forget();
    onClose();
  };
  return (
    <FormDialog title={t('record.title')} act={t('record.act')} onAct={record} onClose={giveUp}>
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
      <PaymentFacts
        form={form}
        amountHint={t('record.owed', { amount: words.money(owed(billing)) })}
        amountError={form.amount ? null : t('errors.amount')}
        dayLabel={t(status === 'paid' ? 'fields.date' : 'fields.expected')}
      />
      {hasEmail && status === 'paid' && <Checkbox label={t('record.mail')} checked={mails} onChange={setMails} />}
    </FormDialog>
  );
}
