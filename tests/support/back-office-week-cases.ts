import type { MutationCase } from './back-office-case.ts';
import { CUSTOMER_CASES } from './back-office-customer-cases.ts';
import { DOCUMENT_CASES } from './back-office-document-cases.ts';
import { MESSAGE_CASES } from './back-office-message-cases.ts';
import { PAYMENT_CASES } from './back-office-payment-cases.ts';
import { SCHEDULING_CASES } from './back-office-scheduling-cases.ts';
import { SESSION_CASES } from './back-office-session-cases.ts';

/** Mutators of clients, sessions, payments and mails. */
export const WEEK_CASES: Readonly<Record<string, MutationCase>> = {
  ...CUSTOMER_CASES,
  ...DOCUMENT_CASES,
  ...MESSAGE_CASES,
  ...PAYMENT_CASES,
  ...SCHEDULING_CASES,
  ...SESSION_CASES,
};
