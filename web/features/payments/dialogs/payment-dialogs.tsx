import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefundedOnline } from '#core/domain/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { NewDraft } from '#web/lib/forms/new-draft.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { PaymentRow } from '../types.ts';
import { usePaymentActions } from '../use-payment-actions.ts';
import { dayValue, readPaidDay } from './date-values.ts';
import { DayField, MethodField, PaymentDetails } from './payment-fields.tsx';
import { useNewPayment, usePaymentForm } from './use-payment-form.ts';

interface PaidDialogProps {
  payment: PaymentRow;
  /** True if the receipt can be mailed. */
  hasEmail: boolean;
  onClose: () => void;
}

/**
 * Marks an expected payment as received. Its receipt is issued with the day and method and cannot be undone. The client
 * waits to hear that the money has arrived, so it is mailed unless the studio chooses otherwise.
 */
export function PaidDialog({ payment, hasEmail, onClose }: PaidDialogProps) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const paymentActions = usePaymentActions(payment);
  const labels = usePaymentLabels();
  const [opened] = useState(() => Date.now());
  const [day, setDay] = useState(dayValue(opened, timeZone));
  const [method, setMethod] = useState(payment.method);
  const [mails, setMails] = useState(hasEmail);
  const [checked, setChecked] = useState(false);
  const date = readPaidDay(day, timeZone, opened);

  const mark = async () => {
    setChecked(true);
    if (date === null || !(await paymentActions.markPaid({ date, method }))) return;
    if (mails) await paymentActions.sendReceipt();
    onClose();
  };
  return (
    <FormDialog
      button={{ writes: true }}
      title={t('markPaid.act')}
      description={t('markPaid.text', { amount: labels.money(payment.amount, payment.currency) })}
      submitLabel={t('markPaid.act')}
      onSubmit={mark}
      onClose={onClose}
    >
      <DayField
        label={t('fields.date')}
        value={day}
        onChange={setDay}
        error={checked && date === null ? t('errors.date') : undefined}
      />
      <MethodField value={method} onChange={setMethod} />
      {hasEmail && <Checkbox label={t('record.mail')} checked={mails} onChange={setMails} />}
    </FormDialog>
  );
}

interface RefundDialogProps {
  payment: PaymentRow;
  /** Amount that can still be refunded. */
  left: number;
  onClose: () => void;
}

/** Records a refund. It gets its own receipt and cannot be undone. */
export function RefundDialog(props: RefundDialogProps) {
  const { id, sessionId } = props.payment;
  const newDraft = useNewPayment(`refund:${id}`, sessionId);
  return <Refund key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

function Refund({ newDraft, payment, left, onClose }: RefundDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const form = usePaymentForm(newDraft.key, { amount: left, method: payment.method });
  const leftText = labels.money(left, payment.currency);
  const isOnline = isRefundedOnline(payment, form.values.method);
  const isTooMuch = typeof form.values.amount === 'number' && form.values.amount > left;
  const error = isTooMuch ? t('errors.tooMuch', { amount: leftText }) : t('errors.amount');

  const refund = async () => {
    const entry = form.read();
    if (!entry || isTooMuch) return;
    const refunding = mutators.payments.refund({ id: newDraft.id, paymentId: payment.id, ...entry, now: Date.now() });
    const done = t(isOnline ? 'refund.sent' : 'refund.done', { amount: labels.money(entry.amount, payment.currency) });
    if (await newDraft.submit((options) => mutate(refunding, { ...options, done }))) onClose();
  };
  const giveUp = () => {
    form.discard();
    onClose();
  };
  return (
    <FormDialog
      button={{ writes: true }}
      title={t(isOnline ? 'refund.titleOnline' : 'refund.title')}
      description={t(isOnline ? 'refund.textOnline' : 'refund.text')}
      submitLabel={t(isOnline ? 'refund.actOnline' : 'refund.act')}
      onSubmit={refund}
      onClose={giveUp}
    >
      <PaymentDetails
        form={form}
        amountHint={t('refund.left', { amount: leftText })}
        amountError={form.hasAmount && !isTooMuch ? null : error}
        dayLabel={t('fields.refunded')}
      />
    </FormDialog>
  );
}
