import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBillable, refundParts } from '#core/domain/payments/billing.ts';
import {
  amountToReturn,
  cancellationSteps,
  cancellationTerms,
  stepsAhead,
} from '#core/domain/payments/cancellation-terms.ts';
import { type CancellationWords, describeSteps } from '#core/domain/payments/cancellation-text.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { RefundDialog } from './dialogs/payment-dialogs.tsx';
import type { SessionBillingRow, PaymentRow } from './types.ts';

/** What the session's client was promised about a cancellation, or what its rule returns after one. */
export function CancellationMoney({
  billing,
  payments,
}: {
  billing: SessionBillingRow;
  payments: readonly PaymentRow[];
}) {
  const { session, keptAmount } = billing;
  if (session?.status === 'cancelled' && keptAmount !== null)
    return <Settlement billing={billing} payments={payments} />;
  if (session?.status === 'cancelled' && billing.paidAmount > 0) return <Decision billing={billing} />;
  return session?.cancellation && isBillable(billing) ? <Promised billing={billing} /> : null;
}

function Promised({ billing }: { billing: SessionBillingRow }) {
  const { t } = useTranslation('payments');
  const { t: ofClients } = useTranslation('cancellation');
  const format = useFormat();
  const now = useNow();
  const { session, paymentAmount: price, depositAmount: deposit } = billing;
  if (!session?.cancellation || session.date <= now) return null;
  const text: CancellationWords['text'] = (key, values) => ofClients(key, values);
  const steps = stepsAhead(cancellationSteps(session.cancellation, { startsAt: session.date, price, deposit }), now);
  const lines = describeSteps({ text, money: price > 0 ? format.money : null }, steps, (start) =>
    format.span({ start }),
  );
  return (
    <details className="text-caption">
      <summary className="thumb w-fit cursor-pointer text-soft">{t('cancellation.promised')}</summary>
      <ul className="measure flex flex-col gap-0.5 pt-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

/** The studio cancelled: it decides what it keeps, and sees what its terms would keep if its client asked for it. */
function Decision({ billing }: { billing: SessionBillingRow }) {
  const { t } = useTranslation('payments');
  const { role } = useAccount();
  const format = useFormat();
  const now = useNow();
  const mutate = useMutation();
  const { sessionId, session, paidAmount: paid, paymentAmount: price, depositAmount: deposit } = billing;
  const rule = session?.cancellation;
  const facts = { startsAt: session?.date ?? 0, price, deposit, paid };
  const byTerms = rule ? cancellationTerms(rule, facts, session.statusChangedAt ?? now).kept : 0;
  const set = (keptAmount: number | null) =>
    mutators.payments.setBilling({ sessionId, changes: { keptAmount }, now: Date.now() });
  const keep = (kept: number) => void mutate(set(kept), { done: t('cancellation.decided'), undo: () => set(null) });
  return (
    <Banner tone="info" title={t('cancellation.undecided', { paid: format.money(paid) })}>
      {can(role, 'money.write') && (
        <span className="flex flex-wrap gap-2 pt-1">
          <Button size="small" writes onClick={() => keep(0)}>
            {t('cancellation.returnAll', { amount: format.money(paid) })}
          </Button>
          {byTerms > 0 && (
            <Button size="small" writes onClick={() => keep(byTerms)}>
              {t('cancellation.byTerms', { kept: format.money(byTerms) })}
            </Button>
          )}
        </span>
      )}
    </Banner>
  );
}

function Settlement({ billing, payments }: { billing: SessionBillingRow; payments: readonly PaymentRow[] }) {
  const { t } = useTranslation('payments');
  const { role } = useAccount();
  const format = useFormat();
  const [refunding, setRefunding] = useState<string | null>(null);
  const kept = format.money(billing.keptAmount ?? 0);
  const due = amountToReturn(billing, payments);
  const [next] = refundParts(payments, due);
  const payment = payments.find(({ id }) => id === refunding);
  if (!next || due === 0) return <p className="text-caption text-soft">{t('cancellation.settled', { kept })}</p>;
  const amount = format.money(next.amount);
  return (
    <>
      <Banner
        tone="warning"
        title={t('cancellation.due', { amount: format.money(due) })}
        action={
          can(role, 'money.write') && (
            <Button size="small" writes onClick={() => setRefunding(next.payment.id)}>
              {t(next.isOnline ? 'cancellation.refund' : 'cancellation.record', { amount })}
            </Button>
          )
        }
      >
        {t('cancellation.dueText', { kept })}
      </Banner>
      {payment && <RefundDialog payment={payment} left={next.amount} isDue onClose={() => setRefunding(null)} />}
    </>
  );
}
