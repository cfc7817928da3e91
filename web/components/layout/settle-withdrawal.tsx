import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import {
  onlineAmount,
  settlementOf,
  useSettleWithdrawal,
  type WithdrawnOrder,
} from '#web/lib/payments/use-settle-withdrawal.ts';

/** Cancels what a client has withdrawn from, and refunds it. */
export function SettleWithdrawal({ order }: { order: WithdrawnOrder }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const settle = useSettleWithdrawal()(order);
  const [isAsking, setAsking] = useState(false);
  const { cancels, returned, dropped, parts } = settlementOf(order);
  if (!settle) return null;
  const name = order.customer?.name ?? '';
  const online = onlineAmount(parts);
  const byHand = returned - online;
  // The studio returns the other part without Stripe.
  const act =
    online > 0
      ? t('attention.refundAct', { amount: format.money(online) })
      : t(cancels ? 'attention.cancelAct' : 'attention.takeOffAct');
  const text = [
    cancels ? t('attention.withdrawnCancels') : t('attention.withdrawnTakesOff'),
    dropped > 0 && t('attention.withdrawnDrops', { amount: format.money(dropped) }),
    online > 0 && t('attention.refundText'),
    byHand > 0 && t('attention.withdrawnByHand', { amount: format.money(byHand) }),
  ];
  const confirm = () => {
    setAsking(false);
    void settle(t('attention.withdrawnDone'));
  };
  return (
    <>
      <Button size="small" writes className="shrink-0" aria-label={`${act}: ${name}`} onClick={() => setAsking(true)}>
        {act}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('attention.withdrawnTitle', { name })}
        description={text.filter(Boolean).join(' ')}
        confirmLabel={act}
        onConfirm={confirm}
      />
    </>
  );
}
