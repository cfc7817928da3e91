import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { computeBilling } from '../../domain/billing.ts';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import { billingChanges } from '../../domain/payments.ts';
import { assertFound, authorise, clientTime } from '../context.ts';
import { zql } from '../schema.ts';
import { loadPayments, lockBillableSession } from './payment-access.ts';

/** Sets a session's price and due dates, or waives the price. */
export const setBilling = defineMutator(
  z.strictObject({ sessionId: rowId, changes: billingChanges, now: clientTime }),
  async ({ tx, ctx: caller, args: { sessionId, changes } }) => {
    const ctx = authorise(caller, 'money.write');
    await lockBillableSession(tx, ctx, sessionId);
    const row = tx.run(zql.sessionBilling.where('sessionId', sessionId).where('accountId', ctx.accountId).one());
    const { paymentAmount, depositAmount, waived } = assertFound(await row);
    const billing = {
      paymentAmount: changes.paymentAmount ?? paymentAmount,
      waived: changes.waived ?? waived,
    };
    if ((changes.depositAmount ?? depositAmount) > billing.paymentAmount) {
      throw new AppError('validation_failed', { field: 'depositAmount' });
    }
    await tx.mutate.sessionBilling.update({
      sessionId,
      ...changes,
      ...(tx.location === 'client' ? computeBilling(billing, await loadPayments(tx, ctx, sessionId)) : {}),
    });
  },
);
