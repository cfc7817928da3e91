import { expect, it } from 'vitest';
import { clientLinkState, type ClientLinkState, type ClientLinkTimes } from './client-links.ts';

const SENT: ClientLinkTimes = {
  email: 'ada@example.org',
  expiresAt: 100,
  sentAt: 10,
  openedAt: null,
  revokedAt: null,
  mailError: null,
};

it.each<[ClientLinkState, Partial<ClientLinkTimes>]>([
  ['sending', { sentAt: null }],
  ['sent', {}],
  ['undelivered', { sentAt: null, mailError: 'mail_refused' }],
  ['undelivered', { mailError: 'mail_suppressed' }],
  ['bounced', { mailError: 'mail_bounced' }],
  ['reported', { mailError: 'mail_complained' }],
  ['copied', { email: '', sentAt: null }],
  ['opened', { openedAt: 20, mailError: 'mail_failed' }],
  ['expired', { openedAt: 20, expiresAt: 50 }],
  ['revoked', { openedAt: 20, expiresAt: 50, revokedAt: 40 }],
])('a link is %s', (state, values) => {
  expect(clientLinkState({ ...SENT, ...values }, 50)).toBe(state);
});
