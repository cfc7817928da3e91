import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountDue, nextDueDate, nextPart } from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { CancellationMoney } from './cancellation-money.tsx';
import { BillingDialog } from './dialogs/billing-dialog.tsx';
import { RecordDialog } from './dialogs/record-dialog.tsx';
import { SendLinkDialog } from './dialogs/send-link-dialog.tsx';
import { PaymentItem } from './payment-item.tsx';
import { BillingTag, usePaymentLabels } from './payment-labels.tsx';
import { AddLineDialog, DiscountDialog } from './lines/line-dialogs.tsx';
import { LineList } from './lines/line-list.tsx';
import { EndPlanDialog } from './plan/end-plan-dialog.tsx';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { PlanList } from './plan/plan-list.tsx';
import type { BillingRow, SessionBillingRow } from './types.ts';

/** Price, received and outstanding amounts, due date. */
export function BillingSummary({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { paymentAmount, depositAmount, paidAmount, refundedAmount } = billing;
  const outstanding = amountDue(billing);
  const due = outstanding > 0 ? nextDueDate(billing) : null;
  const isDeposit = nextPart(billing, useNow())?.purpose === 'deposit';
  if (paymentAmount === 0 && paidAmount === 0 && !billing.waived) return <p className="text-soft">{t('price.none')}</p>;
  const details = [
    [t('summary.price'), labels.money(paymentAmount)],
    ...(depositAmount > 0 && !hasPlan(billing) ? [[t('summary.deposit'), labels.money(depositAmount)]] : []),
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
  const [open, setOpen] = useState<'record' | 'price' | 'link' | 'plan' | 'end' | 'line' | 'discount' | null>(null);
  if (!billing) return type === 'complete' ? null : <LoadingPlaceholder className="h-24" />;
  const { payments, customer, order, lines } = billing;
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
          onPlan={() => setOpen('plan')}
          onEndPlan={() => setOpen('end')}
          onAddLine={() => setOpen('line')}
          onDiscount={() => setOpen('discount')}
        />
      }
    >
      <BillingSummary billing={billing} />
      <LineList of={billing} lines={lines} />
      <PlanList billing={billing} />
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
      {open === 'plan' && <PlanDialog billing={billing} settings={order} onClose={close} />}
      {open === 'line' && <AddLineDialog of={billing} language={customer?.language ?? null} onClose={close} />}
      {open === 'discount' && <DiscountDialog of={billing} total={billing.paymentAmount} onClose={close} />}
      <EndPlanDialog open={open === 'end'} billing={billing} onClose={close} />
    </PageSection>
  );
}

function SessionPaymentActions({
  billing,
  hasEmail,
  onRecord,
  onSendLink,
  onPrice,
  onPlan,
  onEndPlan,
  onAddLine,
  onDiscount,
}: {
  billing: SessionBillingRow;
  hasEmail: boolean;
  onRecord: () => void;
  onSendLink: () => void;
  onPrice: () => void;
  onPlan: () => void;
  onEndPlan: () => void;
  onAddLine: () => void;
  onDiscount: () => void;
}) {
  const { t } = useTranslation(['payments', 'common']);
  const mutate = useMutation();
  const [account] = useQuery(queries.stripeAccounts.current());
  const { sessionId, waived } = billing;
  const canSendLink = account?.status === 'active' && hasEmail && amountDue(billing) > 0;
  const waive = (to: boolean) => mutators.payments.setBilling({ sessionId, changes: { waived: to }, now: Date.now() });
  const toggle = () =>
    mutate(waive(!waived), { done: t(waived ? 'waive.undone' : 'waive.done'), undo: () => waive(waived) });
  const isPlanned = hasPlan(billing);
  const planItems = [
    { label: t(isPlanned ? 'plan.change' : 'plan.add'), onSelect: onPlan, writes: true },
    ...(isPlanned ? [{ label: t('plan.end'), onSelect: onEndPlan, writes: true }] : []),
  ];
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
              { label: t('lines.offer'), onSelect: onAddLine, writes: true },
              { label: t('price.offer'), onSelect: onPrice, writes: true },
              ...(billing.paymentAmount > 0
                ? [{ label: t('lines.offerDiscount'), onSelect: onDiscount, writes: true }]
                : []),
              ...(billing.paymentAmount > 0 ? planItems : []),
              { label: t(waived ? 'waive.undo' : 'waive.act'), onSelect: () => void toggle(), writes: true },
            ],
          },
        ]}
      />
    </div>
  );
}
