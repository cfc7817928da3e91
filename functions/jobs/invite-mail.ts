import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { escapeHtml } from '../lib/html.ts';
import { textOf } from '../lib/texts.ts';

const TEXTS = { en, es, ca } as const;

export interface InviteMail {
  language: Language;
  studio: string;
  gallery: string;
  /** What the studio calls the person; empty when it did not say. */
  name: string;
  link: string;
  /** When the link ends, epoch milliseconds, in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** The invitation's subject and both bodies. */
export function writeInvite(mail: InviteMail): { subject: string; text: string; html: string } {
  const { language, studio, gallery, name, link, timeZone } = mail;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(mail.endsAt);
  const line = (key: string) => textOf(TEXTS[language], language, `invite.${key}`, { studio, gallery, name, date });
  const greeting = line(name ? 'greeting' : 'greetingPlain');
  const text = [greeting, line('text'), link, line('once'), line('reply'), line('unknown'), `--\n${studio}`].join(
    '\n\n',
  );
  return { subject: line('subject'), text: `${text}\n`, html: page(line, greeting, mail) };
}

const BODY = 'margin:0;padding:0;background:#f5f3ef;color:#23201c;font-family:Inter,Helvetica,Arial,sans-serif';
const SHEET = 'max-width:520px;margin:0 auto;padding:40px 32px;background:#ffffff';
const STUDIO = 'margin:0 0 32px;font-size:13px;letter-spacing:0.08em;text-transform:uppercase;color:#6b645b';
const TITLE = 'margin:0 0 24px;font-size:26px;line-height:1.25;font-weight:500';
const TEXT = 'margin:0 0 20px;font-size:16px;line-height:1.55';
const BUTTON =
  'display:inline-block;padding:14px 28px;background:#23201c;color:#ffffff;font-size:16px;text-decoration:none;border-radius:4px';
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:1.5;color:#6b645b';

/** Tables and inline styles are all that mail programs agree on; no pictures, nothing from elsewhere, nothing counted. */
function page(
  line: (key: string) => string,
  greeting: string,
  { language, studio, gallery, link }: InviteMail,
): string {
  const text = (key: string) => escapeHtml(line(key));
  const href = escapeHtml(link);
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>${text('subject')}</title>
  </head>
  <body style="${BODY}">
    <div style="display:none;max-height:0;overflow:hidden">${text('preview')}</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:32px 12px">
      <div style="${SHEET}">
        <p style="${STUDIO}">${escapeHtml(studio)}</p>
        <h1 style="${TITLE}">${escapeHtml(gallery)}</h1>
        <p style="${TEXT}">${escapeHtml(greeting)}</p>
        <p style="${TEXT}">${text('text')}</p>
        <p style="margin:32px 0"><a href="${href}" style="${BUTTON}">${text('open')}</a></p>
        <p style="${SMALL}">${text('once')}</p>
        <p style="${SMALL}">${text('address')}<br><a href="${href}" style="color:#6b645b;word-break:break-all">${href}</a></p>
        <hr style="margin:28px 0;border:0;border-top:1px solid #e5e1da">
        <p style="${SMALL}">${text('reply')}</p>
        <p style="${SMALL};margin:0">${text('unknown')}</p>
      </div>
    </td></tr></table>
  </body>
</html>
`;
}
