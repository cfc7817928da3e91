import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type Amount, readPrice } from '#web/lib/forms/amount.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { BillingRow } from '../types.ts';
import { dayValue, readDueDay } from './date-values.ts';
import { AmountField, DayField } from './payment-fields.tsx';

/** Edits a session's price, deposit and due dates. */
export function BillingDialog({ billing, onClose }: { billing: BillingRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const mutate = useMutation();
  const { sessionId } = billing;
  const [price, setPrice] = useState<Amount>(billing.paymentAmount || null);
  const [deposit, setDeposit] = useState<Amount>(billing.depositAmount || null);
  const [due, setDue] = useState(dayValue(billing.dueDate, timeZone));
  const [depositDue, setDepositDue] = useState(dayValue(billing.depositDueDate, timeZone));
  const [checked, setChecked] = useState(false);
  const { amounts, wrong } = readPrice(price, deposit);
  const errorOf = (field: keyof typeof wrong) => {
    const reason = checked && wrong[field];
    if (!reason) return;
    return t(reason === 'amount' ? 'errors.price' : 'errors.deposit');
  };

  const save = async () => {
    setChecked(true);
    if (!amounts) return;
    const before = {
      paymentAmount: billing.paymentAmount,
      depositAmount: billing.depositAmount,
      dueDate: billing.dueDate,
      depositDueDate: billing.depositDueDate,
    };
    const changes = {
      paymentAmount: amounts.price,
      depositAmount: amounts.deposit,
      dueDate: readDueDay(due, timeZone),
      depositDueDate: amounts.deposit ? readDueDay(depositDue, timeZone) : null,
    };
    const saved = await mutate(mutators.payments.setBilling({ sessionId, changes, now: Date.now() }), {
      done: t('price.done'),
      undo: () => mutators.payments.setBilling({ sessionId, changes: before, now: Date.now() }),
    });
    if (saved) onClose();
  };
  return (
    <FormDialog
      button={{ writes: true }}
      title={t('price.title')}
      submitLabel={t('price.act')}
      onSubmit={save}
      onClose={onClose}
    >
      <AmountField label={t('fields.price')} value={price} onChange={setPrice} error={errorOf('price')} />
      <DayField label={t('fields.due')} value={due} onChange={setDue} />
      <AmountField
        label={t('fields.deposit')}
        value={deposit}
        onChange={setDeposit}
        hint={t('price.depositHint')}
        error={errorOf('deposit')}
      />
      {deposit ? <DayField label={t('fields.depositDue')} value={depositDue} onChange={setDepositDue} /> : null}
    </FormDialog>
  );
}
