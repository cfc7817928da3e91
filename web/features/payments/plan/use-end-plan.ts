import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { BillingRow } from '../types.ts';
import { ownerArgs } from '../use-billing.ts';

/** Returns a function that ends a payment plan. Deposit and due dates stay. @returns true if it was done */
export function useEndPlan(billing: BillingRow): () => Promise<boolean> {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  return () => {
    const none = { instalments: [], moves: false, reminds: true };
    const request = mutators.payments.setPlan({ ...ownerArgs(billing), ...none, now: Date.now() });
    return mutate(request, { done: t('plan.ended') });
  };
}
