import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { makeId } from '#core/domain/values/make-id.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { Attention } from './attention.ts';

type Refund = Extract<Attention, { kind: 'refund' }>;

function refundOf({ payment, amount }: Refund['parts'][number]) {
  const now = Date.now();
  const id = makeId((bytes) => crypto.getRandomValues(bytes));
  return mutators.payments.refund({ id, paymentId: payment.id, amount, date: now, isDue: true, now });
}

/** Refunds to the card what a cancelled session's rule returns; the session's page records what was received by hand. */
export function RefundButton({ item }: { item: Refund }) {
  const { t } = useTranslation('home');
  const { role } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const [isAsking, setAsking] = useState(false);
  const online = item.parts.filter(({ isOnline }) => isOnline);
  if (online.length === 0 || !can(role, 'money.write')) return null;
  const amount = format.money(online.reduce((sum, part) => sum + part.amount, 0));
  const { name = '' } = item;
  const refund = async () => {
    setAsking(false);
    for (const part of online) {
      const isLast = part === online.at(-1);
      if (!(await mutate(refundOf(part), isLast ? { done: t('attention.refunding', { amount }) } : {}))) return;
    }
  };
  return (
    <>
      <Button
        size="small"
        writes
        aria-label={t('attention.refundNamed', { name, amount })}
        onClick={() => setAsking(true)}
      >
        {t('attention.refundAct', { amount })}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('attention.refundTitle', { amount, name })}
        description={t('attention.refundText')}
        confirmLabel={t('attention.refundAct', { amount })}
        onConfirm={() => void refund()}
      />
    </>
  );
}
