import { createTransport } from 'nodemailer';
import { AppError } from '#core/domain/errors.ts';
import { describeError, log } from './log.ts';

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
}

/** @throws AppError `unavailable` when the server does not take it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** @param url `smtp://user:password@host:port` @param from the sender's address */
export function mailer(url: string, from: string): SendMail {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts });
  const domain = from
    .split('@')
    .at(-1)!
    .replace(/[^\w.-]/g, '');
  return async ({ to, fromName, replyTo, subject, text, html, language, id }) => {
    try {
      await transport.sendMail({
        to,
        from: { name: fromName, address: from },
        ...(replyTo ? { replyTo: { name: fromName, address: replyTo } } : {}),
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        // Addresses and contents are data: nothing in them may make the server read files or fetch addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      log('error', 'mail_refused', describeError(error));
      throw new AppError('unavailable');
    }
  };
}
