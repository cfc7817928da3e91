import { z } from 'zod';
import type { SuppressionReason } from './suppressions.ts';

const recipients = z.array(z.object({ emailAddress: z.string().max(1000) })).max(100);
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
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail,
    complaint: z.object({ complaintFeedbackType: z.string().nullish(), complainedRecipients: recipients }),
  }),
]);

/** What became of a mail. */
export interface MailFeedback {
  sendingAccountId: string;
  /** The local part of the mail's Message-ID; null if it is not one of ours. */
  mailId: string | null;
  /** Addresses in lower case. */
  recipients: readonly string[];
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
    const { bounceType, bouncedRecipients } = data.bounce;
    return { ...of, recipients: addresses(bouncedRecipients), outcome: bounceType === 'Permanent' ? 'bounce' : null };
  }
  const { complaintFeedbackType, complainedRecipients } = data.complaint;
  const outcome = complaintFeedbackType === 'not-spam' ? null : 'complaint';
  return { ...of, recipients: addresses(complainedRecipients), outcome };
}

/** Returns the addresses, without the names that some servers repeat: `Ada <ada@example.org>`. */
function addresses(list: z.infer<typeof recipients>): string[] {
  return list.map(({ emailAddress }) =>
    (/<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress).trim().toLowerCase(),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
