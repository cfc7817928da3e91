import { useTranslation } from 'react-i18next';
import { amountDue, nextPart } from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import type { PaymentPurpose } from '#core/domain/payments/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import type { NewDraft } from '#web/lib/forms/new-draft.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { BillingRow } from '../types.ts';
import { ownerArgs } from '../use-billing.ts';
import { PaymentDetails, PurposeField } from './payment-fields.tsx';
import { type PaymentValues, useNewPayment, usePaymentDraft, usePaymentForm } from './use-payment-form.ts';

interface RecordDialogProps {
  billing: BillingRow;
  /** True if the receipt can be mailed. */
  hasEmail: boolean;
  onClose: () => void;
}

interface RecordValues extends PaymentValues {
  purpose: PaymentPurpose;
  status: 'paid' | 'pending';
  /** True to mail the receipt. */
  mails: boolean;
}

/** Records a received or expected payment. Its amount defaults to the next one due. */
export function RecordDialog(props: RecordDialogProps) {
  const { sessionId, orderId } = props.billing;
  const newDraft = useNewPayment(`payment:${sessionId ?? orderId}`, props.billing);
  return <Recording key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

function Recording({ newDraft, billing, hasEmail, onClose }: RecordDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const part = nextPart(billing, useNow());
  const owedBy = (purpose: PaymentPurpose) => (part?.purpose === purpose ? part.amount : amountDue(billing)) || null;
  const usual: PaymentPurpose = billing.sessionId === null && !hasPlan(billing) ? 'extras' : 'balance';
  const first: PaymentPurpose = part && part.purpose !== 'balance' ? part.purpose : usual;
  const draft = usePaymentDraft<RecordValues>(newDraft.key, {
    amount: owedBy(first),
    method: '',
    purpose: first,
    status: 'paid',
    mails: false,
  });
  const { amount, purpose, status, mails } = draft.values;

  const choose = (next: PaymentPurpose) => {
    // Keep a typed amount; update a default one.
    draft.change({ purpose: next, amount: amount === owedBy(purpose) ? (owedBy(next) ?? amount) : amount });
  };
  const form = usePaymentForm(draft, async (entry) => {
    const { id } = newDraft;
    const payment = { id, ...ownerArgs(billing), ...entry, purpose, status };
    const done = t(status === 'paid' ? 'record.done' : 'record.noted', { amount: labels.money(entry.amount) });
    const request = mutators.payments.record({ ...payment, now: Date.now() });
    if (!(await newDraft.submit((options) => mutate(request, { ...options, done })))) return;
    if (mails && status === 'paid') await mutate(mutators.payments.sendReceipt({ id, now: Date.now() }));
    onClose();
  });
  const discardAndClose = () => {
    draft.discard();
    onClose();
  };
  return (
    <FormDialog
      button={{ writes: true }}
      title={t('record.title')}
      submitLabel={t('record.act')}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <RadioGroup
        label={t('fields.status')}
        value={status}
        onChange={(next) => draft.change({ status: next as RecordValues['status'] })}
        options={[
          { value: 'paid', label: t('record.paid') },
          { value: 'pending', label: t('record.pending') },
        ]}
      />
      <PurposeField value={purpose} onChange={choose} />
      <PaymentDetails
        draft={draft}
        form={form}
        amountHint={t('record.owed', { amount: labels.money(amountDue(billing)) })}
        amountWrong={t('errors.amount')}
        dayLabel={t(status === 'paid' ? 'fields.date' : 'fields.expected')}
      />
      {hasEmail && status === 'paid' && (
        <Checkbox label={t('record.mail')} checked={mails} onChange={(next) => draft.change({ mails: next })} />
      )}
    </FormDialog>
  );
}
