import { now, PHOTOGRAPHERS, update, type MutationCase } from './back-office-case.ts';
import { newId } from './rows.ts';

const PAYING: Pick<MutationCase, 'may' | 'needs' | 'stranger'> = {
  may: PHOTOGRAPHERS,
  needs: ['money.all', 'money.write'],
  stranger: 'not_found',
};
const PRICING: Pick<MutationCase, 'may' | 'needs' | 'stranger'> = {
  may: PHOTOGRAPHERS,
  needs: ['money.write'],
  stranger: 'not_found',
};
const PRODUCT = { kind: 'option' as const, texts: { en: { name: 'Album', description: '' } }, amount: 1_500 };
const PROPOSED = {
  productId: null,
  title: 'Prints',
  description: '',
  quantity: 1,
  unitAmount: 900,
  choice: 'optional' as const,
  groupName: '',
  position: 2,
};
const payment = (sessionId: string) => ({
  id: newId(),
  sessionId,
  amount: 700,
  date: now,
  method: 'cash',
  purpose: 'deposit' as const,
  status: 'paid' as const,
  now,
});

/** Mutators of prices and payments; the session belongs to the studio's photographer. */
export const PAYMENT_CASES: Readonly<Record<string, MutationCase>> = {
  'payments.setBilling': {
    ...PAYING,
    args: ({ sessionId }) => ({ sessionId, changes: { paymentAmount: 20_000 }, now }),
  },
  'payments.addLine': {
    ...PAYING,
    args: ({ sessionId }) => ({
      sessionId,
      id: newId(),
      line: { productId: null, title: 'Album', quantity: 2, unitAmount: 15_000, discount: 1_000 },
      now,
    }),
  },
  'payments.createOrder': {
    ...PRICING,
    args: ({ customerId }) => ({ id: newId(), customerId, now }),
  },
  'payments.settleWithdrawal': { ...PAYING, args: ({ orderId }) => ({ orderId, takesOff: true, now }) },
  'payments.removeLine': { ...PAYING, args: ({ orderId, productLine }) => ({ orderId, source: productLine, now }) },
  'payments.discount': { ...PAYING, args: ({ orderId }) => ({ orderId, amount: 500, now }) },
  'products.create': { ...PRICING, stranger: 'done', args: () => ({ id: newId(), ...PRODUCT, now }) },
  'products.update': { ...PRICING, args: ({ productId }) => ({ id: productId, changes: { amount: 100 }, now }) },
  'products.archive': { ...PRICING, args: ({ productId }) => ({ id: productId, now }) },
  'products.unarchive': { ...PRICING, args: ({ productId }) => ({ id: productId, now }) },
  'proposals.create': {
    ...PRICING,
    stranger: 'done',
    args: () => ({ id: newId(), title: 'Wedding', isTemplate: false, now }),
  },
  'proposals.copy': {
    ...PAYING,
    args: ({ proposalId, proposalLineId }) => ({
      id: newId(),
      fromId: proposalId,
      isTemplate: true,
      lines: [{ from: proposalLineId, id: newId() }],
      now,
    }),
  },
  'proposals.update': { ...PAYING, args: ({ proposalId }) => update(proposalId, { message: 'Dear both' }) },
  'proposals.address': {
    ...PAYING,
    args: ({ proposalId, customerId }) => ({ id: proposalId, customerId, leadId: null, now }),
  },
  'proposals.addLine': {
    ...PAYING,
    args: ({ proposalId }) => ({ id: newId(), proposalId, line: PROPOSED, now }),
  },
  'proposals.updateLine': { ...PAYING, args: ({ proposalLineId }) => update(proposalLineId, { quantity: 2 }) },
  'proposals.removeLine': { ...PAYING, args: ({ proposalLineId }) => ({ id: proposalLineId, now }) },
  'proposals.send': { ...PAYING, args: ({ proposalId }) => ({ id: proposalId, customerId: newId(), now }) },
  'proposals.withdraw': { ...PAYING, args: ({ openProposalId }) => ({ id: openProposalId, now }) },
  'proposals.remove': { ...PAYING, args: ({ proposalId }) => ({ id: proposalId, now }) },
  'payments.setPlan': {
    ...PAYING,
    args: ({ orderId }) => ({
      orderId,
      instalments: [{ amount: 6_000, dueAt: now }],
      moves: false,
      reminds: true,
      now,
    }),
  },
  'payments.record': { ...PAYING, args: ({ sessionId }) => payment(sessionId) },
  'payments.update': { ...PAYING, args: ({ paymentId }) => ({ id: paymentId, changes: { notes: 'by hand' }, now }) },
  'payments.markPaid': { ...PAYING, args: ({ paymentId }) => ({ id: paymentId, now }) },
  'payments.markFailed': { ...PAYING, args: ({ paymentId }) => ({ id: paymentId, now }) },
  'payments.void': { ...PAYING, args: ({ paymentId }) => ({ id: paymentId, now }) },
  'payments.undoStatus': { ...PAYING, args: ({ voidPaymentId }) => ({ id: voidPaymentId, now }) },
  'payments.refund': {
    ...PAYING,
    args: ({ paidPaymentId }) => ({ id: newId(), paymentId: paidPaymentId, amount: 700, date: now, now }),
  },
  'payments.requestPayment': { ...PAYING, args: ({ sessionId }) => ({ sessionId, now }) },
  'payments.waiveOrder': { ...PAYING, args: ({ orderId }) => ({ orderId, now }) },
  'payments.sendReceipt': {
    ...PAYING,
    args: ({ paidPaymentId }) => ({ id: paidPaymentId, now }),
  },
};
