import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';
import { BillingDialog } from './dialogs/billing-dialog.tsx';
import { RecordDialog } from './dialogs/record-dialog.tsx';
import { BillingSummary } from './panel/billing-summary.tsx';
import { PaymentItem } from './panel/payment-item.tsx';
import { PageSection } from '#web/components/layout/page-section.tsx';
import type { BillingRow } from './payment-rows.ts';

/** What a session costs and what came in for it; nothing where that is another photographer's. */
export function SessionPayments({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('payments');
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  const [open, setOpen] = useState<'record' | 'price' | null>(null);
  if (!billing) return type === 'complete' ? null : <LoadingPlaceholder className="h-24" />;
  const { payments, customer } = billing;
  const hasEmail = Boolean(customer?.email);
  const close = () => setOpen(null);
  return (
    <PageSection
      title={t('title')}
      action={
        <SessionPaymentActions billing={billing} onRecord={() => setOpen('record')} onPrice={() => setOpen('price')} />
      }
    >
      <BillingSummary billing={billing} />
      {payments.length > 0 && (
        <ul aria-label={t('list.label')} className="divide-y divide-line border-t border-line">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} payments={payments} hasEmail={hasEmail} />
          ))}
        </ul>
      )}
      {open === 'record' && <RecordDialog billing={billing} hasEmail={hasEmail} onClose={close} />}
      {open === 'price' && <BillingDialog billing={billing} onClose={close} />}
    </PageSection>
  );
}

function SessionPaymentActions({
  billing,
  onRecord,
  onPrice,
}: {
  billing: BillingRow;
  onRecord: () => void;
  onPrice: () => void;
}) {
  const { t } = useTranslation(['payments', 'common']);
  const act = useMutation();
  const { writable } = useStore();
  const { sessionId, waived } = billing;
  const waive = (to: boolean) => mutators.payments.setBilling({ sessionId, changes: { waived: to }, now: Date.now() });
  const toggle = () =>
    act(waive(!waived), { done: t(waived ? 'waive.undone' : 'waive.done'), undo: () => waive(waived) });
  return (
    <div className="flex items-center gap-1">
      <Button size="small" icon={<Plus />} disabled={!writable} onClick={onRecord}>
        {t('record.offer')}
      </Button>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: t('title') })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          {
            items: [
              { label: t('price.offer'), onSelect: onPrice, disabled: !writable },
              { label: t(waived ? 'waive.undo' : 'waive.act'), onSelect: () => void toggle(), disabled: !writable },
            ],
          },
        ]}
      />
    </div>
  );
}
