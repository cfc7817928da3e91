import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/act.tsx';
import type { NewDraft } from '#web/lib/use-new-draft.ts';
import type { PaymentRow } from '../payment-rows.ts';
import { usePaymentLabels } from '../payment-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { PaymentDetails } from './payment-facts.tsx';
import { useNewPayment } from './use-new-payment.ts';
import { usePaymentForm } from './use-payment-form.ts';

interface RefundDialogProps {
  payment: PaymentRow;
  /** What is left of it. */
  left: number;
  onClose: () => void;
}

/** Notes what was given back; it has a receipt of its own, and nothing takes that back. */
export function RefundDialog(props: RefundDialogProps) {
  const { id, sessionId } = props.payment;
  const begun = useNewPayment(`refund:${id}`, sessionId);
  return <Refund key={begun.formKey} begun={begun} {...props} />;
}

function Refund({ begun, payment, left, onClose }: RefundDialogProps & { begun: NewDraft }) {
  const { t } = useTranslation('payments');
  const act = useMutation();
  const words = usePaymentLabels();
  const form = usePaymentForm(begun.key, { amount: left, method: payment.method }, {});
  const leftText = words.money(left, payment.currency);
  const isTooMuch = typeof form.amount === 'number' && form.amount > left;
  const error = isTooMuch ? t('errors.tooMuch', { amount: leftText }) : t('errors.amount');

  const refund = async () => {
    const facts = form.read();
    if (!facts || isTooMuch) return;
    const refunding = mutators.payments.refund({ id: begun.id, paymentId: payment.id, ...facts, now: Date.now() });
    const done = t('refund.done', { amount: words.money(facts.amount, payment.currency) });
    if (await begun.submit((told) => act(refunding, { ...told, done }))) onClose();
  };
  const giveUp = () => {
    form.forget();
    onClose();
  };
  return (
    <FormDialog
      title={t('refund.title')}
      description={t('refund.text')}
      act={t('refund.act')}
      onAct={refund}
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
