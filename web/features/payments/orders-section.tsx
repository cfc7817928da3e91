import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { orderHref } from '#web/lib/paths.ts';
import { BillingSummary } from './billing-summary.tsx';
import { LineList } from './lines/line-list.tsx';
import { NewOrderDialog } from './lines/new-order-dialog.tsx';
import { useOrderTitle } from './order-title.ts';
import { toBilling } from './use-billing.ts';

interface OrdersSectionProps {
  /** Whose orders: a client's, or a gallery's. */
  of: { customerId: string } | { galleryId: string };
  /** The client of a new order; null if nobody is known. */
  customerId: string | null;
}

/** Orders without a session of a client or gallery, latest first, with a button for a new one. */
export function OrdersSection({ of, customerId }: OrdersSectionProps) {
  const { t } = useTranslation('payments');
  const { role } = useAccount();
  const titleOf = useOrderTitle();
  const [orders, { type }] = useQuery(queries.payments.orders({ ...of, limit: 100 }));
  const [isAdding, setAdding] = useState(false);
  const shown = orders.filter(({ total, paid, lines }) => total > 0 || paid !== 0 || lines.length > 0);
  const canAdd = customerId !== null && can(role, 'money.write');
  if (shown.length === 0 && (!canAdd || type !== 'complete')) return null;
  return (
    <PageSection
      title={t('order.list')}
      action={
        canAdd && (
          <Button size="small" icon={<Plus />} writes onClick={() => setAdding(true)}>
            {t('order.new')}
          </Button>
        )
      }
    >
      {shown.length === 0 && <p className="text-soft">{t('order.none')}</p>}
      {shown.map((totals) => (
        <div key={totals.orderId} className="flex flex-col gap-3">
          <h3 className="font-medium wrap-anywhere">
            <Link to={orderHref(totals.orderId)}>{titleOf(totals)}</Link>
          </h3>
          <BillingSummary billing={toBilling(totals)} />
          <LineList of={{ sessionId: null, orderId: totals.orderId }} lines={totals.lines} />
        </div>
      ))}
      {isAdding && customerId !== null && (
        <NewOrderDialog
          customerId={customerId}
          galleryId={'galleryId' in of ? of.galleryId : null}
          onClose={() => setAdding(false)}
        />
      )}
    </PageSection>
  );
}
