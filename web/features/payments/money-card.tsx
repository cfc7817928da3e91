import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountDue } from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { can } from '#core/domain/studio/roles.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { BillingSummary } from './billing-summary.tsx';
import { BillingDialog } from './dialogs/billing-dialog.tsx';
import { RecordDialog } from './dialogs/record-dialog.tsx';
import { SendLinkDialog } from './dialogs/send-link-dialog.tsx';
import { AddLineDialog, DiscountDialog } from './lines/line-dialogs.tsx';
import { LineList } from './lines/line-list.tsx';
import { PaymentItem } from './payment-item.tsx';
import { usePaymentLabels } from './payment-labels.tsx';
import { EndPlanDialog } from './plan/end-plan-dialog.tsx';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { PlanList } from './plan/plan-list.tsx';
import { type BillingRow, isOfSession, type PaymentRow, type PlanSettings } from './types.ts';
import { WithdrawalBanner } from './withdrawal-banner.tsx';
import { isUnsettled, type WithdrawalFacts } from './withdrawal-facts.ts';

interface MoneyCardProps {
  billing: BillingRow;
  lines: readonly OrderLine[];
  /** Latest first. */
  payments: readonly PaymentRow[];
  customer: { readonly name: string; readonly email: string; readonly language: Language | null } | undefined;
  order: (PlanSettings & WithdrawalFacts) | undefined;
  /** What is said between sums and payments. */
  children?: ReactNode;
}

type Opened = 'record' | 'price' | 'link' | 'plan' | 'end' | 'line' | 'discount' | 'waive';

/** What is charged for a session or an order without one: sums, lines, plan and payments, and what can be done about it. */
export function MoneyCard({ billing, lines, payments, customer, order, children }: MoneyCardProps) {
  const { t } = useTranslation('payments');
  const [open, setOpen] = useState<Opened | null>(null);
  const hasEmail = Boolean(customer?.email);
  const close = () => setOpen(null);
  return (
    <PageSection title={t('title')} action={<Actions {...{ billing, hasEmail, order }} onOpen={setOpen} />}>
      <WithdrawalBanner of={billing} {...{ order, lines, payments, customer }} />
      <BillingSummary billing={billing} />
      <LineList of={billing} lines={lines} />
      <PlanList billing={billing} />
      {children}
      {payments.length > 0 && (
        <ul aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} payments={payments} hasEmail={hasEmail} />
          ))}
        </ul>
      )}
      {open === 'record' && <RecordDialog billing={billing} hasEmail={hasEmail} onClose={close} />}
      {open === 'link' && isOfSession(billing) && <SendLinkDialog billing={billing} onClose={close} />}
      {open === 'price' && isOfSession(billing) && <BillingDialog billing={billing} onClose={close} />}
      {open === 'plan' && <PlanDialog billing={billing} settings={order} onClose={close} />}
      {open === 'line' && <AddLineDialog of={billing} language={customer?.language ?? null} onClose={close} />}
      {open === 'discount' && <DiscountDialog of={billing} total={billing.paymentAmount} onClose={close} />}
      <EndPlanDialog open={open === 'end'} billing={billing} onClose={close} />
      {!isOfSession(billing) && <WaiveDialog open={open === 'waive'} billing={billing} onClose={close} />}
    </PageSection>
  );
}

interface ActionsProps {
  billing: BillingRow;
  hasEmail: boolean;
  order: WithdrawalFacts | undefined;
  onOpen: (opened: Opened) => void;
}

/** Buttons without icons on phones, so that they fit beside the menu. */
const narrow = 'max-sm:[&>:first-child]:hidden';

function Actions({ billing, hasEmail, order, onOpen }: ActionsProps) {
  const { t } = useTranslation(['payments', 'common']);
  const { role } = useAccount();
  const mutate = useMutation();
  const [account] = useQuery(queries.stripeAccounts.current());
  if (!can(role, 'money.write')) return null;
  const { sessionId, waived } = billing;
  const owed = amountDue(billing);
  // What a client has withdrawn from is not asked for before the withdrawal is settled.
  const isWithdrawn = isUnsettled(order);
  const canSendLink = sessionId !== null && account?.status === 'active' && hasEmail && owed > 0 && !isWithdrawn;
  const isPlanned = hasPlan(billing);
  const has = billing.paymentAmount > 0;
  const toggle = (of: string) => {
    const waive = (to: boolean) =>
      mutators.payments.setBilling({ sessionId: of, changes: { waived: to }, now: Date.now() });
    return mutate(waive(!waived), { done: t(waived ? 'waive.undone' : 'waive.done'), undo: () => waive(waived) });
  };
  const item = (label: string, opened: Opened) => ({ label, onSelect: () => onOpen(opened), writes: true });
  const items = [
    item(t('lines.offer'), 'line'),
    ...(sessionId === null ? [] : [item(t('price.offer'), 'price')]),
    ...(has ? [item(t('lines.offerDiscount'), 'discount')] : []),
    ...(has ? [item(t(isPlanned ? 'plan.change' : 'plan.add'), 'plan')] : []),
    ...(has && isPlanned ? [item(t('plan.end'), 'end')] : []),
    ...(sessionId === null
      ? owed > 0
        ? [item(t('order.waive'), 'waive')]
        : []
      : [{ label: t(waived ? 'waive.undo' : 'waive.act'), onSelect: () => void toggle(sessionId), writes: true }]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-1 sm:justify-end">
      {canSendLink && (
        <Button size="small" icon={<Send />} writes className={narrow} onClick={() => onOpen('link')}>
          {t('link.act')}
        </Button>
      )}
      <Button size="small" icon={<Plus />} writes className={narrow} onClick={() => onOpen('record')}>
        {t('record.offer')}
      </Button>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: t('title') })} icon={<Ellipsis aria-hidden />} />}
        groups={[{ items }]}
      />
    </div>
  );
}

/** Stops charging what is open of an order without a session. */
function WaiveDialog({ open, billing, onClose }: { open: boolean; billing: BillingRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const mutate = useMutation();
  const { orderId = '' } = billing;
  const waive = async () => {
    if (await mutate(mutators.payments.waiveOrder({ orderId, now: Date.now() }), { done: t('order.waived') }))
      onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('order.waiveTitle', { amount: labels.money(amountDue(billing)) })}
      description={t('order.waiveText')}
      confirmLabel={t('order.waive')}
      onConfirm={() => void waive()}
    />
  );
}
