import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundableAmount } from '#core/domain/payments/billing.ts';
import { PAYMENT_TRANSITIONS, type PaymentStatus } from '#core/domain/payments/payments.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu, type MenuItem } from '#web/components/ui/overlays/menu.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { PaidDialog, RefundDialog } from './dialogs/payment-dialogs.tsx';
import { DisputeTag, PaymentTag, usePaymentLabels } from './payment-labels.tsx';
import type { PaymentRow } from './types.ts';
import { usePaymentActions } from './use-payment-actions.ts';

interface PaymentItemProps {
  payment: PaymentRow;
  /** All payments of the session. */
  payments: readonly PaymentRow[];
  /** True if the receipt can be mailed. */
  hasEmail: boolean;
}

/** A payment or refund of a session, with its actions. */
export function PaymentItem({ payment, payments, hasEmail }: PaymentItemProps) {
  const { t } = useTranslation(['payments', 'common']);
  const labels = usePaymentLabels();
  const { id, amount, currency, date, method, purpose, receipt, status, notes } = payment;
  const isRefund = payment.refundsPaymentId !== null;
  const name = isRefund ? t('refund.name') : t(`purposes.${purpose}`);
  // A refund that failed after it had its receipt.
  const number = receipt && status === 'failed' ? t('receipt.cancelled', { number: receipt }) : receipt;
  const details = [labels.day(date), labels.method(method), number].filter(Boolean).join(' · ');
  return (
    <li className="flex items-center gap-3 py-3" data-payment={id}>
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        <p data-figures className="text-caption wrap-anywhere text-soft">
          {details}
        </p>
        {notes && <p className="text-caption wrap-anywhere text-soft">{notes}</p>}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <p data-figures className="font-medium whitespace-nowrap">
          {`${isRefund ? '−' : ''}${labels.money(amount, currency)}`}
        </p>
        {(!isRefund || status !== 'paid') && <PaymentTag status={status} isOnlineRefund={isRefund} />}
        {payment.dispute && <DisputeTag dispute={payment.dispute} />}
      </div>
      <PaymentActions
        payment={payment}
        left={refundableAmount(payment, payments)}
        hasEmail={hasEmail}
        label={`${name}, ${details}`}
      />
    </li>
  );
}

interface PaymentActionsProps {
  payment: PaymentRow;
  left: number;
  hasEmail: boolean;
  label: string;
}

function PaymentActions({ payment, left, hasEmail, label }: PaymentActionsProps) {
  const { t } = useTranslation(['payments', 'common']);
  const api = useApi();
  const { call, busy } = useApiCall();
  const paymentActions = usePaymentActions(payment);
  const [open, setOpen] = useState<'paid' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const { id, receipt, status } = payment;
  // Stripe decides a refund that is on its way.
  const isOnItsWay = payment.refundsPaymentId !== null && status === 'pending';
  const may = (to: PaymentStatus) => !isOnItsWay && PAYMENT_TRANSITIONS[status].includes(to);
  const changing = (item: MenuItem): MenuItem => ({ ...item, writes: true });
  const download = () =>
    void call(async () => {
      const file = await api.payments.receipt({ params: { paymentId: id } });
      saveFile(file, `${t('receipt.file', { number: receipt ?? '' })}.pdf`);
    });
  const items = [
    may('paid') && changing({ label: t('markPaid.offer'), onSelect: () => setOpen('paid') }),
    receipt && { label: t('receipt.download'), onSelect: download, disabled: busy },
    receipt &&
      hasEmail &&
      status !== 'failed' &&
      changing({ label: t('receipt.send'), onSelect: () => void paymentActions.sendReceipt() }),
    left > 0 && changing({ label: t('refund.offer'), onSelect: () => setOpen('refund') }),
    may('failed') && changing({ label: t('markFailed.act'), onSelect: () => void paymentActions.markFailed() }),
    may('void') && changing({ label: t('void.act'), onSelect: () => void paymentActions.makeVoid(), tone: 'danger' }),
  ].filter((item) => item !== false && item !== null && item !== '');
  if (items.length === 0) return <span className="w-11 shrink-0" />;
  return (
    <>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: label })} icon={<Ellipsis aria-hidden />} />}
        groups={[{ items }]}
      />
      {open === 'paid' && <PaidDialog payment={payment} hasEmail={hasEmail} onClose={close} />}
      {open === 'refund' && <RefundDialog payment={payment} left={left} onClose={close} />}
    </>
  );
}
