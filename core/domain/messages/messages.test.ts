import { expect, it } from 'vitest';
import { messageState, type MessageState } from './messages.ts';

it.each<[MessageState, Partial<Parameters<typeof messageState>[0]>]>([
  ['waiting', { dueAt: 51 }],
  ['waiting', { dueAt: 51, session: { status: 'confirmed' } }],
  ['needless', { dueAt: 51, session: { status: 'cancelled' } }],
  ['needless', { dueAt: 50, session: { status: 'cancelled' } }],
  ['waiting', { kind: 'session_cancelled', dueAt: 51, session: { status: 'cancelled' } }],
  ['waiting', { kind: 'payment_request', dueAt: 51, session: { status: 'cancelled' } }],
  ['sent', { status: 'sent', session: { status: 'cancelled' } }],
  ['sending', { dueAt: 50 }],
  ['sending', { error: 'mail_bounced' }],
  ['sent', { status: 'sent' }],
  ['reported', { status: 'sent', error: 'mail_complained' }],
  ['bounced', { status: 'failed', error: 'mail_bounced' }],
  ['failed', { status: 'failed', error: 'mail_complained' }],
  ['cancelled', { status: 'cancelled', error: 'mail_bounced' }],
])('a mail is %s', (state, values) => {
  expect(messageState({ kind: 'contract_reminder', status: 'pending', dueAt: 0, error: null, ...values }, 50)).toBe(
    state,
  );
});
