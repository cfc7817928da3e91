import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { can } from '#core/domain/studio/roles.ts';
import { rowId } from '#core/domain/values/ids.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerHref, galleryHref, paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { RecordDialog } from './dialogs/record-dialog.tsx';
import { PaymentItem } from './payment-item.tsx';
import { usePaymentLabels } from './payment-labels.tsx';
import { EndPlanDialog } from './plan/end-plan-dialog.tsx';
import { PlanDialog } from './plan/plan-dialog.tsx';
import { PlanList } from './plan/plan-list.tsx';
import { BillingSummary } from './session-payments.tsx';
import type { PaymentRow, PlanSettings } from './types.ts';
import { type OrderTotals, toBilling } from './use-billing.ts';

/** Extra photos of a gallery without a session that pays for them: what is owed, and its payments. */
export function OrderPage() {
  const { t } = useTranslation('payments');
  const { orderId = '' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = rowId.safeParse(orderId).success;
  const [totals, { type }] = useQuery(valid && queries.payments.ofOrder({ orderId }));
  return (
    <RecordPage
      record={totals && { ...totals, id: totals.orderId }}
      isComplete={!valid || type === 'complete'}
      missing={{ title: t('order.missing'), back: { to: paths.payments, label: t('title') } }}
    >
      {(present) => <Present totals={present} />}
    </RecordPage>
  );
}

interface PresentProps {
  totals: Omit<OrderTotals, 'order'> & {
    readonly open: number;
    readonly customerId: string;
    readonly payments: readonly PaymentRow[];
    readonly customer?: { readonly name: string; readonly email: string } | undefined;
    readonly order?:
      | (PlanSettings & {
          readonly createdAt: number;
          readonly galleryId: string | null;
          readonly gallery?: { readonly name: string } | undefined;
          readonly list?: { readonly name: string } | undefined;
        })
      | undefined;
  };
}

function Present({ totals }: PresentProps) {
  const { t } = useTranslation(['payments', 'common']);
  const { role } = useAccount();
  const labels = usePaymentLabels();
  const mutate = useMutation();
  const [open, setOpen] = useState<'record' | 'waive' | 'plan' | 'end' | null>(null);
  const { orderId, customer, order, payments } = totals;
  const close = () => setOpen(null);
  const billing = toBilling(totals);
  const hasEmail = Boolean(customer?.email);
  const owed = Math.max(0, totals.open);
  const amount = labels.money(owed);
  const request = () =>
    mutate(mutators.payments.requestPayment({ orderId, now: Date.now() }), {
      done: t('order.requested', { name: customer?.name ?? '' }),
    });
  const waive = async () => {
    if (await mutate(mutators.payments.waiveOrder({ orderId, now: Date.now() }), { done: t('order.waived') })) close();
  };
  const writes = can(role, 'money.write');
  const isPlanned = hasPlan(billing);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={[t('purposes.extras'), order?.list?.name].filter(Boolean).join(': ')}
        back={{ to: paths.payments, label: t('title') }}
        detail={
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            <Link to={customerHref(totals.customerId)}>{customer?.name ?? t('nobody')}</Link>
            {order?.galleryId && (
              <Link to={galleryHref(order.galleryId, 'galleryProofing')}>
                {order.gallery?.name ?? t('order.gallery')}
              </Link>
            )}
          </span>
        }
        actions={
          writes && owed > 0 && hasEmail ? (
            <Button variant="primary" icon={<Send />} writes onClick={() => void request()}>
              {t('order.request')}
            </Button>
          ) : undefined
        }
      />
      <PageSection
        title={t('title')}
        action={
          writes && (
            <div className="flex items-center gap-1">
              <Button size="small" icon={<Plus />} writes onClick={() => setOpen('record')}>
                {t('record.offer')}
              </Button>
              {owed > 0 && (
                <Menu
                  trigger={
                    <IconButton label={t('common:moreFor', { name: t('title') })} icon={<Ellipsis aria-hidden />} />
                  }
                  groups={[
                    {
                      items: [
                        {
                          label: t(isPlanned ? 'plan.change' : 'plan.add'),
                          onSelect: () => setOpen('plan'),
                          writes: true,
                        },
                        ...(isPlanned ? [{ label: t('plan.end'), onSelect: () => setOpen('end'), writes: true }] : []),
                        { label: t('order.waive'), onSelect: () => setOpen('waive'), writes: true },
                      ],
                    },
                  ]}
                />
              )}
            </div>
          )
        }
      >
        <BillingSummary billing={billing} />
        <PlanList billing={billing} />
        {owed > 0 && !hasEmail && <p className="text-caption text-soft">{t('order.noEmail')}</p>}
        {payments.length > 0 && (
          <ul aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
            {payments.map((payment) => (
              <PaymentItem key={payment.id} payment={payment} payments={payments} hasEmail={hasEmail} />
            ))}
          </ul>
        )}
      </PageSection>
      {open === 'record' && <RecordDialog billing={billing} hasEmail={hasEmail} onClose={close} />}
      {open === 'plan' && <PlanDialog billing={billing} settings={order} onClose={close} />}
      <EndPlanDialog open={open === 'end'} billing={billing} onClose={close} />
      <ConfirmDialog
        open={open === 'waive'}
        onOpenChange={close}
        title={t('order.waiveTitle', { amount })}
        description={t('order.waiveText')}
        confirmLabel={t('order.waive')}
        onConfirm={() => void waive()}
      />
    </div>
  );
}
