import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { AuthError } from './errors.ts';
import type { AuthSettings } from './settings.ts';
import { escapeHtml, renderTemplate, type TemplateData } from './templates.ts';

/** The mails of a hosted project, by the names of their templates. */
export type MailKind = 'confirmation' | 'magic_link' | 'recovery' | 'invite' | 'email_change' | 'reauthentication';

export type Mailer = {
  /** Renders and hands over one mail; throws 500 `unexpected_failure` when nobody takes it. */
  send(kind: MailKind, to: string, data: TemplateData): Promise<void>;
  close(): void;
};

/** Sends through SMTP; templates are read for every mail, so that they can be worked on while the server runs. */
export function createMailer(smtpUrl: string, settings: AuthSettings): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, connectionTimeout: 5_000, socketTimeout: 10_000 });
  return {
    async send(kind, to, data) {
      const [subjects, body] = await Promise.all([
        readFile(join(settings.templatesDir, 'subjects.json'), 'utf8'),
        readFile(join(settings.templatesDir, `${kind}.html`), 'utf8'),
      ]);
      const subject = (JSON.parse(subjects) as Record<MailKind, string>)[kind];
      try {
        await transport.sendMail({
          from: settings.mailFrom,
          to: { name: '', address: to },
          subject: renderTemplate(subject, data, (text) => text),
          html: renderTemplate(body, data, escapeHtml),
        });
      } catch (error) {
        console.error(`mail "${kind}" was not sent:`, error);
        throw new AuthError(500, 'unexpected_failure', `Error sending ${kind.replace('_', ' ')} email`);
      }
    },
    close: () => transport.close(),
  };
}
