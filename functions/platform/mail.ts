import { createTransport } from 'nodemailer';
import { AppError } from '#core/domain/values/errors.ts';
import { describeError, log } from './observability/telemetry.ts';

/** An appointment within a mail: mail programs show it and add it to the calendar. */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL';
  /** The output of `renderCalendar` with the same method. */
  content: string;
}

export interface MailFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** Set for a picture within the mail, whose source is `cid:` and this id. */
  cid?: string;
}

/** A mail for the server. */
export interface Mail {
  to: string;
  /** Shown as the sender's name; the address is always ours (SPF, DMARC). */
  fromName: string;
  /** Reply address; empty for none. */
  replyTo: string;
  /** Name of the reply address; `fromName` by default. */
  replyName?: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** Forms the Message-ID: most mailboxes merge mails with the same one. */
  id: string;
  calendar?: MailCalendar;
  files?: readonly MailFile[];
}

/** @throws AppError `unavailable` if the server does not accept the mail now, `mail_refused` if it never will */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Returns the mail function.
 * @param url `smtp://user:password@host:port`
 * @param from the sender's address
 * @param configurationSet of Amazon SES, which takes the header away; undefined for other services
 */
export function mailer(url: string, from: string, configurationSet?: string): SendMail {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  const domain = from
    .split('@')
    .at(-1)!
    .replace(/[^\w.-]/g, '');
  return async ({ to, fromName, replyTo, replyName, subject, text, html, language, id, calendar, files = [] }) => {
    try {
      await transport.sendMail({
        to,
        from: { name: fromName, address: from },
        ...(replyTo ? { replyTo: { name: replyName ?? fromName, address: replyTo } } : {}),
        subject,
        text,
        html,
        ...(calendar ? { icalEvent: { ...calendar, filename: 'session.ics' } } : {}),
        attachments: files.map(({ content, ...file }) => ({
          ...file,
          content: Buffer.from(content),
          ...(file.cid && { contentDisposition: 'inline' as const }),
        })),
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': language,
          ...(configurationSet && { 'X-SES-CONFIGURATION-SET': configurationSet }),
        },
        // Content is untrusted: nodemailer must not read files or fetch URLs from it.
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
 * True if the server rejected this recipient or mail with 5xx (RFC 5321 §4.2.1). A 5xx to our own sign-in or greeting
 * is an operator's problem, so the mail waits.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500) return false;
  return (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
}
