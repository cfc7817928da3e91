import type { MutationCase } from './back-office-case.ts';
import { SESSION_CASES } from './back-office-session-cases.ts';

/** Mutators of the studio's week: clients, sessions, payments, mails. */
export const WEEK_CASES: Readonly<Record<string, MutationCase>> = {
  ...SESSION_CASES,
};
