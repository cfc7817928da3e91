import { SESSION_STATUSES } from '#core/domain/sessions/sessions.ts';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { PROPOSAL_STATUSES } from '#core/domain/payments/proposals.ts';
import { DOCUMENT_QUERY_CASES } from './back-office-document-cases.ts';
import { EVERYONE, PHOTOGRAPHERS, type QueryCase } from './back-office-case.ts';

const [FROM, TO] = [0, 4_000_000_000_000];

/** Queries of clients, sessions, payments and mails. */
export const WEEK_QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  ...DOCUMENT_QUERY_CASES,
  'mentions.photos': {
    args: () => ({ texts: ['img_0001'] }),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    shows: ({ photoId }) => [photoId],
  },
  'mentions.sections': {
    args: () => ({ texts: ['ceremony'] }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    shows: ({ sectionId }) => [sectionId],
  },
  'mentions.grants': {
    args: () => ({ texts: ['guest'] }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ grantId }) => [grantId],
  },
  'mentions.sessions': {
    args: ({ doubleCustomerId }) => ({ customerId: doubleCustomerId, texts: ['600000000'] }),
    may: PHOTOGRAPHERS,
    needs: ['sessions.write'],
    shows: ({ sessionId }) => [sessionId],
  },
  'mentions.locations': {
    args: ({ customerId }) => ({ customerId }),
    may: PHOTOGRAPHERS,
    needs: ['scheduling.write'],
    shows: ({ locationId }) => [locationId],
  },
  'automations.ofType': {
    args: ({ sessionTypeId }) => ({ sessionTypeId }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ stepId, skippedStepId }) => [stepId, skippedStepId],
  },
  'automations.ofSession': {
    args: ({ sessionId }) => ({ sessionId }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId }) => [sessionId],
  },
  'leads.list': {
    args: () => ({ status: 'new', limit: 1_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ leadId }) => [leadId],
  },
  'leads.byId': {
    args: ({ leadId }) => ({ id: leadId }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ leadId }) => [leadId],
  },
  'customers.stats': {
    args: () => ({ limit: 10_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ customerId }) => [customerId],
  },
  'customers.contacts': {
    args: () => ({ limit: 10_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ contactId }) => [contactId],
  },
  'customers.balances': {
    args: () => ({ limit: 10_000 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ customerId }) => [customerId],
  },
  'customers.byId': {
    args: ({ customerId }) => ({ id: customerId }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ customerId }) => [customerId],
  },
  'customers.events': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionEventId }) => [sessionEventId],
  },
  'customers.distinct': {
    args: () => ({ limit: 10_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ customerId, trashedCustomerId }) => [[customerId, trashedCustomerId].toSorted()[0]!],
  },
  'customers.trashed': {
    args: () => ({ limit: 1_000 }),
    may: PHOTOGRAPHERS,
    needs: ['customers.write'],
    shows: ({ trashedCustomerId }) => [trashedCustomerId],
  },
  'locations.list': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ locationId }) => [locationId],
  },
  'messages.failed': {
    args: () => ({ limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ failedMessageId }) => [failedMessageId],
  },
  'messages.ofCustomer': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ failedMessageId, waitingMessageId }) => [failedMessageId, waitingMessageId],
  },
  'messages.ofSession': {
    args: ({ sessionId }) => ({ sessionId, limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ failedMessageId, waitingMessageId }) => [failedMessageId, waitingMessageId],
  },
  'messages.templates': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['sessions.write'],
    shows: () => ['session_reminder'],
  },
  'payments.list': {
    args: () => ({ statuses: [...PAYMENT_STATUSES], limit: 1_000 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ paymentId, paidPaymentId }) => [paymentId, paidPaymentId],
  },
  'payments.ofCustomer': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ paymentId, paidPaymentId }) => [paymentId, paidPaymentId],
  },
  'payments.ofSession': {
    args: ({ sessionId }) => ({ sessionId }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ sessionId }) => [sessionId],
  },
  'payments.due': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ sessionId }) => [sessionId],
  },
  'payments.settled': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ cancelledSessionId }) => [cancelledSessionId],
  },
  'payments.dueOrders': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ orderId }) => [orderId],
  },
  'payments.withdrawn': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ orderId }) => [orderId],
  },
  'payments.orders': {
    args: () => ({ limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ orderId }) => [orderId],
  },
  'payments.ofOrder': {
    args: ({ orderId }) => ({ orderId }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ orderId }) => [orderId],
  },
  'proposals.list': {
    args: () => ({ statuses: [...PROPOSAL_STATUSES], limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ proposalId, openProposalId, leadProposalId }) => [proposalId, openProposalId, leadProposalId],
  },
  'proposals.byId': {
    args: ({ proposalId }) => ({ id: proposalId }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ proposalId }) => [proposalId],
  },
  'proposals.ofCustomer': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ proposalId, openProposalId }) => [proposalId, openProposalId],
  },
  'proposals.ofLead': {
    args: ({ leadId }) => ({ leadId, limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ leadProposalId }) => [leadProposalId],
  },
  'proposals.templates': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['money.read'],
    shows: ({ proposalTemplateId }) => [proposalTemplateId],
  },
  'products.list': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['money.read'],
    shows: ({ productId }) => [productId],
  },
  'payments.billing': {
    args: () => ({ limit: 1_000 }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: ({ sessionId }) => [sessionId],
  },
  'payments.months': {
    args: () => ({ from: '2026-01' }),
    may: PHOTOGRAPHERS,
    needs: ['money.all', 'money.read'],
    shows: () => ['2026-11'],
  },
  'sessions.range': {
    args: () => ({ from: FROM, to: TO, limit: 1_000 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId, inquirySessionId }) => [sessionId, inquirySessionId],
  },
  'sessions.list': {
    args: () => ({ statuses: [...SESSION_STATUSES], order: 'asc', limit: 1_000, search: 'ad' }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId, inquirySessionId }) => [sessionId, inquirySessionId],
  },
  'sessions.ofCustomer': {
    args: ({ customerId }) => ({ customerId, limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId, inquirySessionId }) => [sessionId, inquirySessionId],
  },
  'sessions.ofCustomers': {
    args: ({ customerId }) => ({ customerIds: [customerId], limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId, inquirySessionId }) => [sessionId, inquirySessionId],
  },
  'sessions.byId': {
    args: ({ sessionId }) => ({ id: sessionId }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionId }) => [sessionId],
  },
  'sessions.trashed': {
    args: () => ({ limit: 1_000 }),
    may: PHOTOGRAPHERS,
    needs: ['sessions.write'],
    shows: ({ trashedSessionId }) => [trashedSessionId],
  },
  'sessions.recentEvents': {
    args: () => ({ limit: 100 }),
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionEventId }) => [sessionEventId],
  },
  'sessionTypes.list': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['sessions.read'],
    shows: ({ sessionTypeId, archivedTypeId }) => [sessionTypeId, archivedTypeId],
  },
};
