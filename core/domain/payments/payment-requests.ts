import type { MailKind, MessageStatus } from '../messages/messages.ts';
import { DAY_MS } from '../values/durations.ts';

/** Time for which a request is told beside the amount that is still owed, in milliseconds: 30 days. */
const TOLD_MS = 30 * DAY_MS;

interface Mail {
  kind: MailKind;
  status: MessageStatus;
  sessionId: string | null;
  orderId: string | null;
  sentAt: number | null;
  createdAt: number;
}

/**
 * Returns when the client was last asked to pay for a session, or an order without one; null if that is long ago or the
 * mail was not sent. A mail on its way counts.
 */
export function lastRequest(
  mails: readonly Mail[],
  owed: { sessionId: string | null; orderId: string | null },
  now: number,
): number | null {
  const times = mails
    .filter(({ kind, status }) => kind === 'payment_request' && (status === 'sent' || status === 'pending'))
    .filter((mail) => (owed.sessionId === null ? mail.orderId === owed.orderId : mail.sessionId === owed.sessionId))
    .map(({ sentAt, createdAt }) => sentAt ?? createdAt)
    .filter((at) => at > now - TOLD_MS);
  return times.length > 0 ? Math.max(...times) : null;
}
