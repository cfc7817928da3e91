import { relationships } from '@rocicorp/zero';
import { contracts, contractSigners, questionnaires } from './tables/contracts.ts';
import { automationRuns } from './tables/automations.ts';
import { customerContacts, customers } from './tables/customers.ts';
import { messages } from './tables/messages.ts';
import { orders } from './tables/orders.ts';
import { sessions } from './tables/sessions.ts';

/* Relations of documents and mails; core/zero/schema.ts has the others. */

export const contractRelations = relationships(contracts, ({ many, one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  signers: many({ sourceField: ['id'], destField: ['contractId'], destSchema: contractSigners }),
}));

export const signerRelations = relationships(contractSigners, ({ one }) => ({
  contact: one({ sourceField: ['contactId'], destField: ['id'], destSchema: customerContacts }),
}));

export const questionnaireRelations = relationships(questionnaires, ({ one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
}));

export const messageRelations = relationships(messages, ({ many, one }) => ({
  /** Runs of the automation step that sent the message. */
  runs: many({ sourceField: ['id'], destField: ['messageId'], destSchema: automationRuns }),
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  /** Of a mail about an order without a session. */
  order: one({ sourceField: ['orderId'], destField: ['id'], destSchema: orders }),
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  contact: one({ sourceField: ['contactId'], destField: ['id'], destSchema: customerContacts }),
}));
