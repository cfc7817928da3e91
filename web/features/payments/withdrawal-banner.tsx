import { useTranslation } from 'react-i18next';
import { orderIdOf } from '#core/domain/payments/payments.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { SettleWithdrawal } from '#web/components/layout/settle-withdrawal.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from './payment-labels.tsx';
import type { BillingRow, PaymentRow } from './types.ts';
import { ownerArgs } from './use-billing.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';

interface WithdrawalBannerProps {
  of: BillingRow;
  lines: readonly OrderLine[];
  /** Latest first. */
  payments: readonly PaymentRow[];
  customer: { readonly name: string } | undefined;
  order: WithdrawalFacts | undefined;
}

/** Says that the client has withdrawn from an order, until and after the studio has dealt with it. */
export function WithdrawalBanner({ of, order, lines, payments, customer }: WithdrawalBannerProps) {
  const { t } = useTranslation('payments');
  const { role } = useAccount();
  const labels = usePaymentLabels();
  const mutate = useMutation();
  if (!order || order.withdrawnAt === null) return null;
  const about = { name: order.withdrawnName || t('nobody'), day: labels.day(order.withdrawnAt) };
  if (order.withdrawalSettledAt !== null) {
    const settled = labels.day(order.withdrawalSettledAt);
    return <p className="text-caption text-soft">{t('withdrawal.done', { ...about, settled })}</p>;
  }
  const close = () => {
    const request = mutators.payments.settleWithdrawal({ ...ownerArgs(of), takesOff: false, now: Date.now() });
    return mutate(request, { done: t('withdrawal.closed') });
  };
  return (
    <Banner
      tone="warning"
      title={t('withdrawal.title', about)}
      action={
        can(role, 'money.write') && (
          <div className="flex flex-wrap gap-3">
            <SettleWithdrawal
              order={{
                ...order,
                id: orderIdOf(of),
                sessionId: of.sessionId,
                // The billing of an order without one describes a session that does not exist.
                session: of.sessionId === null ? undefined : of.session,
                customer,
                totals: { paid: of.paidAmount },
                lines,
                payments,
              }}
            />
            <Button size="small" writes onClick={() => void close()}>
              {t('withdrawal.close')}
            </Button>
          </div>
        )
      }
    >
      {of.paidAmount > 0 && t('withdrawal.text')}
    </Banner>
  );
}
