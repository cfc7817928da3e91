import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { BillingRow } from '../types.ts';
import { ownerArgs } from '../use-billing.ts';

/** Asks before a payment plan ends. Deposit and due dates of a session stay. */
export function EndPlanDialog({ open, billing, onClose }: { open: boolean; billing: BillingRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const end = async () => {
    const none = { instalments: [], moves: false, reminds: true };
    const request = mutators.payments.setPlan({ ...ownerArgs(billing), ...none, now: Date.now() });
    if (await mutate(request, { done: t('plan.ended') })) onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('plan.endTitle')}
      description={t(billing.sessionId === null ? 'plan.endTextOrder' : 'plan.endText')}
      confirmLabel={t('plan.end')}
      onConfirm={() => void end()}
    />
  );
}
