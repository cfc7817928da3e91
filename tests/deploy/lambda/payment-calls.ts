import type { Endpoints } from '#core/api/endpoints.ts';
import { payments } from '#core/api/payments.ts';
import type { ReceiptData } from '#core/domain/payments/receipts.ts';
import { insertCustomer, insertRow } from '../../support/rows.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId } from './studio.ts';

/** Creates a client with a payment and its receipt; returns their ids. */
export async function receipted({ stage: { db }, studio }: Scene) {
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  const [session, payment, at] = [newId(), newId(), Date.now()];
  const name = `Núria ${studio.marker}`;
  const customer = await insertCustomer(db, studio.account.id, { name });
  await insertRow(db, 'sessions', { id: session, ...author, customer_id: customer, date: new Date(at) });
  const number = `R-${payment}`;
  const money = { date: new Date(at), amount: 5000, currency: 'EUR', status: 'paid', receipt: number };
  await insertRow(db, 'payments', { id: payment, ...author, session_id: session, ...money });
  const data: ReceiptData = {
    number,
    refundOf: null,
    language: 'ca',
    timeZone: 'Europe/Madrid',
    issuedAt: at,
    paidAt: at,
    amount: 5000,
    currency: 'EUR',
    method: 'bizum',
    purpose: 'deposit',
    studio: { name: studio.marker, address: '', taxId: '', email: '', phone: '' },
    client: { name, address: '', taxId: '' },
    session: { name: 'Retrat', date: at },
    tax: null,
  };
  await insertRow(db, 'receipts', { payment_id: payment, account_id: studio.account.id, number, data });
  return { payment, session, customer };
}

export const PAYMENT_CALLS = {
  receipt: async (scene) => send(scene, payments.receipt, { params: { paymentId: (await receipted(scene)).payment } }),
  nextReceipt: (scene) => send(scene, payments.nextReceipt),
  csv: (scene) => send(scene, payments.csv),
} satisfies { [N in keyof Endpoints['payments']]: Call };
