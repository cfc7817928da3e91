import { z } from 'zod';
import type { SuppressionReason } from '../mails/suppressions.ts';

const recipient = z.object({ emailAddress: z.string().max(1000) });
const recipients = z.array(recipient).max(100);
/** `status` is the code that the mailbox's server gave (RFC 3463). */
const bounced = z.array(recipient.extend({ status: z.string().nullish() })).max(100);
const mail = z.object({
  /** The AWS account that sent the mail. */
  sendingAccountId: z.string(),
  /** Headers as we wrote them: SES replaces the Message-ID only in what it delivers. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
});

/**
 * An event of Amazon SES, as it publishes it to a topic
 * (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html).
 */
const sesEvent = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    mail,
    bounce: z.object({ bounceType: z.string(), bounceSubType: z.string().nullish(), bouncedRecipients: bounced }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail,
    complaint: z.object({ complaintFeedbackType: z.string().nullish(), complainedRecipients: recipients }),
  }),
]);

export interface MailRecipient {
  /** In lower case. */
  address: string;
  /** True if no mail of anybody reaches it. A refusal for any other reason may be one of the mail's text. */
  isUnknown: boolean;
}

/** What became of a mail. */
export interface MailFeedback {
  sendingAccountId: string;
  /** The local part of the mail's Message-ID; null if it is not one of ours. */
  mailId: string | null;
  recipients: readonly MailRecipient[];
  /** Null for what changes nothing: a full mailbox, or a mail that its reader took out of spam. */
  outcome: SuppressionReason | null;
}

/** @returns null if the text is no event of a bounce or complaint */
export function parseFeedback(text: string): MailFeedback | null {
  const { success, data } = sesEvent.safeParse(parseJson(text));
  if (!success) return null;
  const { sendingAccountId, headers } = data.mail;
  const messageId = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? '';
  const mailId = /^<([0-9a-z-]{20,100})@[^<>@\s]+>$/.exec(messageId.trim())?.[1] ?? null;
  const of = { sendingAccountId, mailId };
  if (data.eventType === 'Bounce') {
    const { bounceType, bounceSubType, bouncedRecipients } = data.bounce;
    const isUnknown = UNKNOWN_SUBTYPES.has(bounceSubType ?? '');
    const to = bouncedRecipients.map(({ emailAddress, status }) => ({
      address: plainAddress(emailAddress),
      isUnknown: isUnknown || UNKNOWN_STATUS.test(status ?? ''),
    }));
    return { ...of, recipients: to, outcome: bounceType === 'Permanent' ? 'bounce' : null };
  }
  const { complaintFeedbackType, complainedRecipients } = data.complaint;
  const outcome = complaintFeedbackType === 'not-spam' ? null : 'complaint';
  const to = complainedRecipients.map(({ emailAddress }) => ({
    address: plainAddress(emailAddress),
    isUnknown: false,
  }));
  return { ...of, recipients: to, outcome };
}

/** Kinds of bounces that are the address's own (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html). */
const UNKNOWN_SUBTYPES: ReadonlySet<string> = new Set(['NoEmail', 'Suppressed', 'OnAccountSuppressionList']);
/**
 * Codes of a bad recipient: mailbox, system, syntax, moved, no mail server (RFC 3463 and 7505). The others of 5.1 may
 * be the sender's. The diagnostic text is not read, because servers quote the mail in it.
 */
const UNKNOWN_STATUS = /^5\.1\.(?:1|2|3|6|10)$/;

/** Returns the address without the name that some servers repeat: `Ada <ada@example.org>`. */
function plainAddress(emailAddress: string): string {
  return (/<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress).trim().toLowerCase();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
