import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { amountDue } from '#core/domain/payments/billing.ts';
import { isRefundedOnline } from '#core/domain/payments/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import type { NewDraft } from '#web/lib/forms/new-draft.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { PaymentRow } from '../types.ts';
import { useBilling } from '../use-billing.ts';
import { usePaymentActions } from '../use-payment-actions.ts';
import { dayValue, readPaidDay } from './date-values.ts';
import { DayField, MethodField, PaymentDetails } from './payment-fields.tsx';
import {
  paidDay,
  type PaymentEntry,
  type PaymentValues,
  useNewPayment,
  usePaymentDraft,
  usePaymentForm,
} from './use-payment-form.ts';

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
  const fields = useFields({ day: dayValue(opened, timeZone), method: payment.method, mails: hasEmail });
  const { values, change } = fields;
  const schema = useMemo(() => z.object({ day: paidDay(timeZone) }), [timeZone]);

  const form = useForm(fields, schema, async ({ day }) => {
    const date = readPaidDay(day, timeZone, opened)!;
    if (!(await paymentActions.markPaid({ date, method: values.method }))) return;
    if (values.mails) await paymentActions.sendReceipt();
    onClose();
  });
  return (
    <FormDialog
      button={{ writes: true }}
      title={t('markPaid.act')}
      description={t('markPaid.text', { amount: labels.money(payment.amount, payment.currency) })}
      submitLabel={t('markPaid.act')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <DayField
        label={t('fields.date')}
        value={values.day}
        onChange={(day) => change({ day })}
        error={form.error('day') && t('errors.date')}
      />
      <MethodField value={values.method} onChange={(method) => change({ method })} />
      {hasEmail && <Checkbox label={t('record.mail')} checked={values.mails} onChange={(mails) => change({ mails })} />}
    </FormDialog>
  );
}

interface RefundValues extends PaymentValues {
  /** True to take the amount off the session's price. */
  reducesPrice: boolean;
}

interface RefundDialogProps {
  payment: PaymentRow;
  /** Amount that can still be refunded. */
  left: number;
  /** What a cancellation's rule returns: no more than that is refunded. */
  isDue?: boolean;
  onClose: () => void;
}

/** Records a refund. It gets its own receipt and cannot be undone. */
export function RefundDialog(props: RefundDialogProps) {
  const newDraft = useNewPayment(`refund:${props.payment.id}`, props.payment);
  return <Refund key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

function Refund({ newDraft, payment, left, isDue = false, onClose }: RefundDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const draft = usePaymentDraft<RefundValues>(newDraft.key, {
    amount: left,
    method: payment.method,
    reducesPrice: true,
  });
  const { billing } = useBilling(payment);
  const leftText = labels.money(left, payment.currency);
  const { amount, method, reducesPrice } = draft.values;
  const isOnline = isRefundedOnline(payment, method);
  const refunded = typeof amount === 'number' ? amount : 0;
  const owed = billing ? amountDue({ ...billing, paidAmount: billing.paidAmount - refunded }) : 0;

  const refund = async (entry: PaymentEntry) => {
    const refunding = mutators.payments.refund({
      id: newDraft.id,
      paymentId: payment.id,
      ...entry,
      reducesPrice: owed > 0 && reducesPrice,
      isDue,
      now: Date.now(),
    });
    const done = t(isOnline ? 'refund.sent' : 'refund.done', { amount: labels.money(entry.amount, payment.currency) });
    if (await newDraft.submit((options) => mutate(refunding, { ...options, done }))) onClose();
  };
  const form = usePaymentForm(draft, refund, left);
  const amountWrong =
    form.error('amount') === 'tooMuch' ? t('errors.tooMuch', { amount: leftText }) : t('errors.amount');
  const discardAndClose = () => {
    draft.discard();
    onClose();
  };
  return (
    <FormDialog
      button={{ writes: true }}
      title={t(isOnline ? 'refund.titleOnline' : 'refund.title')}
      description={t(isOnline ? 'refund.textOnline' : 'refund.text')}
      submitLabel={t(isOnline ? 'refund.actOnline' : 'refund.act')}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <PaymentDetails
        draft={draft}
        form={form}
        amountHint={t('refund.left', { amount: leftText })}
        amountWrong={amountWrong}
        dayLabel={t('fields.refunded')}
      >
        {billing && owed > 0 && (
          <Checkbox
            label={t('refund.reduces')}
            hint={t(reducesPrice ? 'refund.reduced' : 'refund.owedAgain', {
              amount: labels.money(reducesPrice ? Math.max(0, billing.paymentAmount - refunded) : owed),
            })}
            checked={reducesPrice}
            onChange={(next) => draft.change({ reducesPrice: next })}
          />
        )}
      </PaymentDetails>
    </FormDialog>
  );
}
