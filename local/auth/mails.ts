import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { AuthError } from './errors.ts';
import type { AuthSettings } from './settings.ts';
import { escapeHtml, renderTemplate, type TemplateData } from './templates.ts';

/** Mails of a hosted project, by template name. */
export type MailKind = 'confirmation' | 'magic_link' | 'recovery' | 'invite' | 'email_change' | 'reauthentication';

export type Mailer = {
  /** Renders and sends one mail; throws 500 `unexpected_failure` if it is not accepted. */
  send(kind: MailKind, to: string, data: TemplateData): Promise<void>;
  close(): void;
};

/** Sends by SMTP. Reads templates for every mail, so that they can be edited while the server runs. */
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
