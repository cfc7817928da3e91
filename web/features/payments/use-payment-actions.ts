import { useTranslation } from 'react-i18next';
import { PAYMENT_UNDO } from '#core/domain/payments/payments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from './payment-labels.tsx';
import type { PaymentRow } from './types.ts';

/** Actions on an existing payment. */
export function usePaymentActions({ id, amount, currency }: PaymentRow) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const named = { amount: labels.money(amount, currency) };
  const undo = () => mutators.payments.undoStatus({ id, now: Date.now() });
  const openUndo = (status: 'failed' | 'void') => (PAYMENT_UNDO[status].length > 0 ? { undo } : {});
  return {
    markPaid: (facts: { date: number; method: string }) =>
      mutate(mutators.payments.markPaid({ id, ...facts, now: Date.now() }), { done: t('markPaid.done', named) }),
    markFailed: () =>
      mutate(mutators.payments.markFailed({ id, now: Date.now() }), {
        done: t('markFailed.done', named),
        ...openUndo('failed'),
      }),
    makeVoid: () =>
      mutate(mutators.payments.void({ id, now: Date.now() }), { done: t('void.done', named), ...openUndo('void') }),
    sendReceipt: () => mutate(mutators.payments.sendReceipt({ id, now: Date.now() }), { done: t('receipt.sent') }),
  };
}
