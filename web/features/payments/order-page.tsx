import { useQuery } from '@rocicorp/zero/react';
import { Send } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { OrderKind } from '#core/domain/payments/orders.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { can } from '#core/domain/studio/roles.ts';
import { rowId } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerHref, galleryHref, paths, proposalHref } from '#web/lib/paths.ts';
import { RequestDialog } from './dialogs/request-dialog.tsx';
import { MoneyCard } from './money-card.tsx';
import { useOrderTitle } from './order-title.ts';
import type { PaymentRow, PlanSettings } from './types.ts';
import { type OrderTotals, toBilling } from './use-billing.ts';
import { isUnsettled, type WithdrawalFacts } from './withdrawal-facts.ts';

interface OrderPageProps {
  /** Links to the proposal by which an order was accepted. */
  proposal: ComponentType<{ orderId: string }>;
}

/** An order without a session: extra photos, or what the studio sells otherwise. */
export function OrderPage({ proposal }: OrderPageProps) {
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
      {(present) =>
        // Until it is accepted, an order is a proposal and charges nothing.
        present.order?.status === 'proposed' ? (
          <Navigate to={proposalHref(orderId)} replace />
        ) : (
          <Present totals={present} proposal={proposal} />
        )
      }
    </RecordPage>
  );
}

interface PresentProps extends OrderPageProps {
  totals: Omit<OrderTotals, 'order'> & {
    readonly open: number;
    readonly customerId: string;
    readonly payments: readonly PaymentRow[];
    readonly lines: readonly OrderLine[];
    readonly customer?:
      | { readonly name: string; readonly email: string; readonly language: Language | null }
      | undefined;
    readonly order?:
      | (PlanSettings &
          WithdrawalFacts & {
            readonly kind: OrderKind;
            readonly status: string;
            readonly createdAt: number;
            readonly galleryId: string | null;
            readonly gallery?: { readonly name: string } | undefined;
            readonly list?: { readonly name: string } | undefined;
          })
      | undefined;
  };
}

function Present({ totals, proposal: Proposal }: PresentProps) {
  const { t } = useTranslation('payments');
  const { role } = useAccount();
  const [isAsking, setAsking] = useState(false);
  const titleOf = useOrderTitle();
  const { orderId, customer, order, payments, lines } = totals;
  const hasEmail = Boolean(customer?.email);
  const isOwed = totals.open > 0;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={titleOf(totals)}
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
          can(role, 'money.write') && isOwed && hasEmail && !isUnsettled(order) ? (
            <Button variant="primary" icon={<Send />} writes onClick={() => setAsking(true)}>
              {t('order.request')}
            </Button>
          ) : undefined
        }
      />
      <MoneyCard billing={toBilling(totals)} {...{ payments, customer, order, lines }}>
        {order?.kind === 'proposal' && <Proposal orderId={orderId} />}
        {isOwed && !hasEmail && <p className="text-caption text-soft">{t('order.noEmail')}</p>}
      </MoneyCard>
      {isAsking && (
        <RequestDialog
          owed={{ sessionId: null, orderId, email: customer?.email ?? '' }}
          name={customer?.name ?? t('nobody')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
