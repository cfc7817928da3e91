import { useTranslation } from 'react-i18next';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type Amount, priceForm } from '#web/lib/forms/amount.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SessionBillingRow } from '../types.ts';
import { dayValue, readDueDay } from './date-values.ts';
import { AmountField, DayField } from './payment-fields.tsx';

interface Values {
  price: Amount;
  deposit: Amount;
  due: string;
  depositDue: string;
}

/** Edits a session's price, deposit and due dates. */
export function BillingDialog({ billing, onClose }: { billing: SessionBillingRow; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const mutate = useMutation();
  const { sessionId } = billing;
  // A plan has its own dates, and follows the price.
  const isPlanned = hasPlan(billing);
  const fields = useFields<Values>(() => ({
    price: billing.paymentAmount || null,
    deposit: isPlanned ? null : billing.depositAmount || null,
    due: dayValue(billing.dueDate, timeZone),
    depositDue: dayValue(billing.depositDueDate, timeZone),
  }));
  const { values, change } = fields;
  const errorOf = (field: 'price' | 'deposit') =>
    form.error(field) && t(form.error(field) === 'tooLarge' ? 'errors.deposit' : 'errors.price');

  const form = useForm(fields, priceForm, async ({ price, deposit }) => {
    const before = isPlanned
      ? { paymentAmount: billing.paymentAmount }
      : {
          paymentAmount: billing.paymentAmount,
          depositAmount: billing.depositAmount,
          dueDate: billing.dueDate,
          depositDueDate: billing.depositDueDate,
        };
    const planned = { paymentAmount: price ?? 0 };
    const changes = isPlanned
      ? planned
      : {
          ...planned,
          depositAmount: deposit,
          dueDate: readDueDay(values.due, timeZone),
          depositDueDate: deposit ? readDueDay(values.depositDue, timeZone) : null,
        };
    const saved = await mutate(mutators.payments.setBilling({ sessionId, changes, now: Date.now() }), {
      done: t('price.done'),
      undo: () => mutators.payments.setBilling({ sessionId, changes: before, now: Date.now() }),
    });
    if (saved) onClose();
  });
  return (
    <FormDialog
      button={{ writes: true }}
      title={t('price.title')}
      submitLabel={t('price.act')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <AmountField
        label={t('fields.price')}
        value={values.price}
        onChange={(price) => change({ price })}
        error={errorOf('price')}
        {...(isPlanned && { hint: t('plan.priceHint') })}
      />
      {!isPlanned && (
        <>
          <DayField label={t('fields.due')} value={values.due} onChange={(due) => change({ due })} />
          <AmountField
            label={t('fields.deposit')}
            value={values.deposit}
            onChange={(deposit) => change({ deposit })}
            hint={t('price.depositHint')}
            error={errorOf('deposit')}
          />
          {values.deposit ? (
            <DayField
              label={t('fields.depositDue')}
              value={values.depositDue}
              onChange={(depositDue) => change({ depositDue })}
            />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
