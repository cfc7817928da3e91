import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountDue, depositDue, nextDueDate } from '#core/domain/payments/billing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CancellationMoney } from './cancellation-money.tsx';
import { BillingDialog } from './dialogs/billing-dialog.tsx';
import { RecordDialog } from './dialogs/record-dialog.tsx';
import { SendLinkDialog } from './dialogs/send-link-dialog.tsx';
import { PaymentItem } from './payment-item.tsx';
import { BillingTag, usePaymentLabels } from './payment-labels.tsx';
import type { BillingRow, SessionBillingRow } from './types.ts';

/** Price, received and outstanding amounts, due date. */
export function BillingSummary({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { paymentAmount, depositAmount, paidAmount, refundedAmount } = billing;
  const outstanding = amountDue(billing);
  const due = outstanding > 0 ? nextDueDate(billing) : null;
  const isDeposit = depositDue(billing) > 0;
  if (paymentAmount === 0 && paidAmount === 0 && !billing.waived) return <p className="text-soft">{t('price.none')}</p>;
  const details = [
    [t('summary.price'), labels.money(paymentAmount)],
    ...(depositAmount > 0 ? [[t('summary.deposit'), labels.money(depositAmount)]] : []),
    [t('summary.paid'), labels.money(paidAmount)],
    ...(refundedAmount > 0 ? [[t('summary.refunded'), labels.money(refundedAmount)]] : []),
    [t('summary.owed'), labels.money(outstanding)],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-6 gap-y-3">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption text-soft">{label}</dt>
            <dd data-figures className="font-medium">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <BillingTag billing={billing} />
        {due !== null && (
          <span className="text-caption text-soft">
            {t(isDeposit ? 'summary.depositDue' : 'summary.due', { day: labels.day(due) })}
          </span>
        )}
      </p>
    </div>
  );
}

/** Price and payments of a session; hidden for a session of another photographer. */
export function SessionPayments({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('payments');
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  const [open, setOpen] = useState<'record' | 'price' | 'link' | null>(null);
  if (!billing) return type === 'complete' ? null : <LoadingPlaceholder className="h-24" />;
  const { payments, customer } = billing;
  const hasEmail = Boolean(customer?.email);
  const close = () => setOpen(null);
  return (
    <PageSection
      title={t('title')}
      action={
        <SessionPaymentActions
          billing={billing}
          hasEmail={hasEmail}
          onRecord={() => setOpen('record')}
          onSendLink={() => setOpen('link')}
          onPrice={() => setOpen('price')}
        />
      }
    >
      <BillingSummary billing={billing} />
      <CancellationMoney billing={billing} payments={payments} />
      {payments.length > 0 && (
        <ul aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} payments={payments} hasEmail={hasEmail} />
          ))}
        </ul>
      )}
      {open === 'record' && <RecordDialog billing={billing} hasEmail={hasEmail} onClose={close} />}
      {open === 'link' && <SendLinkDialog billing={billing} onClose={close} />}
      {open === 'price' && <BillingDialog billing={billing} onClose={close} />}
    </PageSection>
  );
}

function SessionPaymentActions({
  billing,
  hasEmail,
  onRecord,
  onSendLink,
  onPrice,
}: {
  billing: SessionBillingRow;
  hasEmail: boolean;
  onRecord: () => void;
  onSendLink: () => void;
  onPrice: () => void;
}) {
  const { t } = useTranslation(['payments', 'common']);
  const mutate = useMutation();
  const [account] = useQuery(queries.stripeAccounts.current());
  const { sessionId, waived } = billing;
  const canSendLink = account?.status === 'active' && hasEmail && amountDue(billing) > 0;
  const waive = (to: boolean) => mutators.payments.setBilling({ sessionId, changes: { waived: to }, now: Date.now() });
  const toggle = () =>
    mutate(waive(!waived), { done: t(waived ? 'waive.undone' : 'waive.done'), undo: () => waive(waived) });
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      {canSendLink && (
        <Button size="small" icon={<Send />} writes onClick={onSendLink}>
          {t('link.act')}
        </Button>
      )}
      <Button size="small" icon={<Plus />} writes onClick={onRecord}>
        {t('record.offer')}
      </Button>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: t('title') })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          {
            items: [
              { label: t('price.offer'), onSelect: onPrice, writes: true },
              { label: t(waived ? 'waive.undo' : 'waive.act'), onSelect: () => void toggle(), writes: true },
            ],
          },
        ]}
      />
    </div>
  );
}
