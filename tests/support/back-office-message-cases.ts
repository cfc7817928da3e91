import { now, PHOTOGRAPHERS, STUDIO, type MutationCase } from './back-office-case.ts';

const writing = { may: PHOTOGRAPHERS, needs: ['sessions.write'], stranger: 'not_found' } as const;
const wording = { may: STUDIO, needs: ['account.update'], stranger: 'done' } as const;

/** Mutators of mails to clients, and of their templates. */
export const MESSAGE_CASES: Readonly<Record<string, MutationCase>> = {
  'messages.retry': { ...writing, args: ({ failedMessageId }) => ({ id: failedMessageId, now }) },
  'messages.sendNow': { ...writing, args: ({ waitingMessageId }) => ({ id: waitingMessageId, now }) },
  'messages.withdraw': { ...writing, args: ({ waitingMessageId }) => ({ id: waitingMessageId, now }) },
  'messages.withdrawPending': {
    ...writing,
    args: ({ sessionId }) => ({ sessionId, kind: 'booking_confirmed', now }),
  },
  'messages.undoWithdraw': { ...writing, args: ({ withdrawnMessageId }) => ({ id: withdrawnMessageId, now }) },
  'mailTemplates.set': {
    ...wording,
    args: () => ({ kind: 'receipt', language: 'es', subject: 'Recibo {{number}}', body: 'Gracias, {{client}}.', now }),
  },
  'mailTemplates.reset': { ...wording, args: () => ({ kind: 'session_reminder', language: 'ca', now }) },
};
