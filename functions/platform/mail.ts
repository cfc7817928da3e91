import { createTransport } from 'nodemailer';
import { AppError } from '#core/domain/errors.ts';
import { describeError, log } from './observability/telemetry.ts';

/** An appointment that comes with a mail: programs show it, and put it into their calendar. */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL';
  /** As `writeCalendar` writes it, with the same method. */
  content: string;
}

export interface MailFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

/** A mail as it is handed to the server. */
export interface Mail {
  to: string;
  /** Shown as the sender's name; the address is always ours, since we answer for it (SPF, DMARC). */
  fromName: string;
  /** Where an answer goes; empty for nowhere. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** Makes the Message-ID: a mail that is sent twice is one mail to most mailboxes. */
  id: string;
  calendar?: MailCalendar;
  files?: readonly MailFile[];
}

/** @throws AppError `unavailable` when the server does not take it now, `mail_refused` when it never will. */
export type SendMail = (mail: Mail) => Promise<void>;

/** @param url `smtp://user:password@host:port` @param from the sender's address */
export function mailer(url: string, from: string): SendMail {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  const domain = from
    .split('@')
    .at(-1)!
    .replace(/[^\w.-]/g, '');
  return async ({ to, fromName, replyTo, subject, text, html, language, id, calendar, files = [] }) => {
    try {
      await transport.sendMail({
        to,
        from: { name: fromName, address: from },
        ...(replyTo ? { replyTo: { name: fromName, address: replyTo } } : {}),
        subject,
        text,
        html,
        ...(calendar ? { icalEvent: { ...calendar, filename: 'session.ics' } } : {}),
        attachments: files.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        // Addresses and contents are data: nothing in them may make the server read files or fetch addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      log('error', 'mail_refused', describeError(error));
      throw new AppError(isPermanent(error) ? 'mail_refused' : 'unavailable');
    }
  };
}

/**
 * Whether the server said 5xx to this recipient or this mail (RFC 5321 §4.2.1). To our own sign-in or greeting it may
 * say so too: that is for the operator to mend, and the mail waits.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500) return false;
  return (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
}
