import { relationships } from '@rocicorp/zero';
import { customers } from './tables/customers.ts';
import { galleries } from './tables/galleries.ts';
import { orderInstalments, orderLines, orders, orderTotals } from './tables/orders.ts';
import { contractTemplates } from './tables/contracts.ts';
import { leads } from './tables/leads.ts';
import { payments, sessionBilling } from './tables/payments.ts';
import { pickLists } from './tables/proofing.ts';
import { proposalLines, proposals } from './tables/proposals.ts';
import { sessionTypes } from './tables/session-types.ts';
import { sessions } from './tables/sessions.ts';

export const billingRelations = relationships(sessionBilling, ({ many, one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  payments: many({ sourceField: ['sessionId'], destField: ['sessionId'], destSchema: payments }),
  /** The session's order has its id. */
  order: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: orders }),
  instalments: many({ sourceField: ['sessionId'], destField: ['orderId'], destSchema: orderInstalments }),
  lines: many({ sourceField: ['sessionId'], destField: ['orderId'], destSchema: orderLines }),
}));

export const paymentRelations = relationships(payments, ({ one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  order: one({ sourceField: ['orderId'], destField: ['id'], destSchema: orders }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
}));

export const orderRelations = relationships(orders, ({ many, one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  totals: one({ sourceField: ['id'], destField: ['orderId'], destSchema: orderTotals }),
  lines: many({ sourceField: ['id'], destField: ['orderId'], destSchema: orderLines }),
  payments: many({ sourceField: ['id'], destField: ['orderId'], destSchema: payments }),
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
  list: one({ sourceField: ['id'], destField: ['id'], destSchema: pickLists }),
}));

export const orderTotalRelations = relationships(orderTotals, ({ many, one }) => ({
  order: one({ sourceField: ['orderId'], destField: ['id'], destSchema: orders }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  payments: many({ sourceField: ['orderId'], destField: ['orderId'], destSchema: payments }),
  instalments: many({ sourceField: ['orderId'], destField: ['orderId'], destSchema: orderInstalments }),
  lines: many({ sourceField: ['orderId'], destField: ['orderId'], destSchema: orderLines }),
}));

export const proposalRelations = relationships(proposals, ({ many, one }) => ({
  lines: many({ sourceField: ['id'], destField: ['proposalId'], destSchema: proposalLines }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  lead: one({ sourceField: ['leadId'], destField: ['id'], destSchema: leads }),
  sessionType: one({ sourceField: ['sessionTypeId'], destField: ['id'], destSchema: sessionTypes }),
  contractTemplate: one({ sourceField: ['contractTemplateId'], destField: ['id'], destSchema: contractTemplates }),
  /** What acceptance has made: the session and the totals of the order have the proposal's id. */
  session: one({ sourceField: ['id'], destField: ['id'], destSchema: sessions }),
  totals: one({ sourceField: ['id'], destField: ['orderId'], destSchema: orderTotals }),
}));
