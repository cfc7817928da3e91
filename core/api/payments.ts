import { z } from 'zod';
import { rowId } from '../domain/ids.ts';
import { instant } from '../domain/primitives.ts';
import { endpoint } from './endpoint.ts';

/** Photographers reach those of their own sessions; another's answers as what is not there. */
export const payments = {
  /** The receipt of a payment or a refund, `application/pdf`, in the client's language. */
  receipt: endpoint({
    method: 'GET',
    path: '/api/payments/:paymentId/receipt.pdf',
    access: 'member',
    channel: 'backoffice',
    capability: 'money.read',
    params: z.strictObject({ paymentId: rowId }),
  }),
  /** Payments and refunds from a moment on until before another, the earliest first, `text/csv`. */
  csv: endpoint({
    method: 'GET',
    path: '/api/payments.csv',
    access: 'member',
    channel: 'backoffice',
    capability: 'money.read',
    query: z.strictObject({
      from: z.coerce.number().pipe(instant).optional(),
      to: z.coerce.number().pipe(instant).optional(),
    }),
  }),
};
