import { z } from 'zod';
import { computeBilling } from '../../domain/payments/billing.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { billingChanges } from '../../domain/payments/payments.ts';
import { assertFound, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { loadPayments, lockBillableSession } from './payment-access.ts';

/** Sets a session's price and due dates, or waives the price. */
export const setBilling = studioMutator(
  'money.write',
  z.strictObject({ sessionId: rowId, changes: billingChanges }),
  async ({ tx, ctx, args: { sessionId, changes } }) => {
    await lockBillableSession(tx, ctx, sessionId);
    const row = tx.run(ownRows(ctx, 'sessionBilling').where('sessionId', sessionId).one());
    const { paymentAmount, depositAmount, waived } = assertFound(await row);
    const billing = {
      paymentAmount: changes.paymentAmount ?? paymentAmount,
      waived: changes.waived ?? waived,
    };
    // A plan is shortened to a lower price, and the deposit with it.
    const plan = await tx.run(ownRows(ctx, 'orderInstalments').where('orderId', sessionId));
    const isPlanned = plan.length > 0 && changes.depositAmount === undefined;
    if (!isPlanned && (changes.depositAmount ?? depositAmount) > billing.paymentAmount) {
      throw new AppError('validation_failed', { field: 'depositAmount' });
    }
    await tx.mutate.sessionBilling.update({
      sessionId,
      ...changes,
      ...(tx.location === 'client' ? computeBilling(billing, await loadPayments(tx, ctx, { sessionId })) : {}),
    });
  },
);
