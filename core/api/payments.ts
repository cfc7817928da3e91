import { z } from 'zod';
import { rowId } from '../domain/values/ids.ts';
import { instant } from '../domain/values/primitives.ts';
import { endpoint } from './endpoint.ts';

/** Photographers can access payments of their own sessions only; other payments answer `not_found`. */
export const payments = {
  /** The receipt of a payment or a refund as `application/pdf`, in the client's language. */
  receipt: endpoint({
    method: 'GET',
    path: '/api/payments/:paymentId/receipt.pdf',
    access: 'member',
    channel: 'backoffice',
    scope: 'payments:read',
    summary: 'A receipt as PDF',
    capability: 'money.read',
    params: z.strictObject({ paymentId: rowId }),
  }),
  /** Year and number of the next receipt, as the studio's calendar and counter are now. */
  nextReceipt: endpoint({
    method: 'GET',
    path: '/api/payments/next-receipt',
    access: 'member',
    channel: 'backoffice',
    capability: 'account.update',
    response: z.object({ year: z.number().int(), number: z.number().int().min(1) }),
  }),
  /** Payments and refunds within a time range (end exclusive), earliest first, as `text/csv`. */
  csv: endpoint({
    method: 'GET',
    path: '/api/payments.csv',
    access: 'member',
    channel: 'backoffice',
    scope: 'payments:read',
    summary: 'Payments as CSV',
    description: '`from` and `to` are epoch milliseconds.',
    capability: 'money.read',
    query: z.strictObject({
      from: z.coerce.number().pipe(instant).optional(),
      to: z.coerce.number().pipe(instant).optional(),
    }),
  }),
};
