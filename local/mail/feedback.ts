import { randomUUID } from 'node:crypto';
import type { Message } from './messages.ts';

/** What a mail server or a reader does with a mail. */
export const FEEDBACK_KINDS = ['bounce', 'complaint'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** The account of the local function host (local/lambda). */
const ACCOUNT = '000000000000';

/** Addresses that bounce automatically: Amazon SES's simulator has the same, and ignores a label after `+`. */
const SIMULATOR = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

/** Returns what becomes of every mail to an address; null for nothing. */
export function simulatedFeedback(address: string): FeedbackKind | null {
  const kind = SIMULATOR.exec(address)?.[1]?.toLowerCase();
  return FEEDBACK_KINDS.find((one) => one === kind) ?? null;
}

/** Returns the event that Amazon SES publishes for a bounce or complaint of a mail by one of its recipients. */
export function feedbackEvent(message: Message, address: string, kind: FeedbackKind, now: Date) {
  const timestamp = now.toISOString();
  const feedback = { feedbackId: randomUUID(), timestamp };
  const mail = {
    timestamp: message.date,
    source: message.from,
    sendingAccountId: ACCOUNT,
    messageId: message.id,
    destination: message.to,
    headersTruncated: false,
    headers: [
      { name: 'Message-ID', value: message.messageId },
      { name: 'Subject', value: message.subject },
    ],
  };
  if (kind === 'complaint') {
    const complaint = {
      ...feedback,
      complainedRecipients: [{ emailAddress: address }],
      complaintFeedbackType: 'abuse',
    };
    return { eventType: 'Complaint', mail, complaint };
  }
  const recipient = {
    emailAddress: address,
    action: 'failed',
    status: '5.1.1',
    diagnosticCode: 'smtp; 550 5.1.1 unknown',
  };
  const bounce = { ...feedback, bounceType: 'Permanent', bounceSubType: 'NoEmail', bouncedRecipients: [recipient] };
  return { eventType: 'Bounce', mail, bounce };
}

/** Passes an event on; null: this mailbox reports nothing. */
export type SendFeedback = (event: ReturnType<typeof feedbackEvent>) => Promise<void>;

/** Returns a function that posts events to the function host. @param url of its endpoint for mail events */
export function feedbackPoster(url: string): SendFeedback {
  return async (event) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`The function host answers ${answer.status}`);
  };
}
