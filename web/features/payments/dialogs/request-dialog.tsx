import { useTranslation } from 'react-i18next';
import { requestedAmount } from '#core/domain/payments/billing.ts';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { type Owed, useRequestPayment } from '#web/lib/payments/use-request-payment.ts';
import { usePaymentLabels } from '../payment-labels.tsx';
import { type BillingRow, isOfSession } from '../types.ts';
import { useBilling } from '../use-billing.ts';
import { SendLinkDialog } from './send-link-dialog.tsx';

interface RequestDialogProps {
  owed: Owed;
  /** The client's name. */
  name: string;
  onSent?: () => void;
  onClose: () => void;
}

/** Shows who is asked to pay how much, and sends the mail with the link: for a session or an order without one. */
export function RequestDialog({ owed, ...props }: RequestDialogProps) {
  const { billing } = useBilling(owed.sessionId === null ? { ...owed, orderId: owed.orderId ?? '' } : owed);
  if (!billing) return null;
  if (isOfSession(billing)) return <SendLinkDialog billing={billing} {...props} />;
  return <ConfirmRequest billing={billing} owed={owed} {...props} />;
}

function ConfirmRequest({ billing, owed, name, onSent, onClose }: RequestDialogProps & { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const now = useNow();
  const request = useRequestPayment()(owed);
  if (!request) return null;
  const send = async () => {
    onClose();
    if (await request(t('order.requested', { name }))) onSent?.();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="primary"
      title={t('link.title', { amount: labels.money(requestedAmount(billing, now)) })}
      description={t('link.to', { name })}
      confirmLabel={t('link.send')}
      onConfirm={() => void send()}
    />
  );
}
