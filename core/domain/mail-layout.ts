import { escapeHtml } from './format.ts';
import type { Language } from './languages.ts';

const BODY = 'margin:0;padding:0;background:#f5f3ef;color:#23201c;font-family:Inter,Helvetica,Arial,sans-serif';
const SHEET = 'max-width:520px;margin:0 auto;padding:40px 32px;background:#ffffff';
const STUDIO = 'margin:0 0 32px;font-size:13px;letter-spacing:0.08em;text-transform:uppercase;color:#6b645b';
const TITLE = 'margin:0 0 24px;font-size:26px;line-height:1.25;font-weight:500';
const TEXT = 'margin:0 0 20px;font-size:16px;line-height:1.55';
const BUTTON =
  'display:inline-block;padding:14px 28px;background:#23201c;color:#ffffff;font-size:16px;text-decoration:none;border-radius:4px';
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:1.5;color:#6b645b';

const PICTURE = 'display:block;width:100%;height:auto;margin:0 0 32px;border:0';
const LOGO = 'display:block;max-width:200px;max-height:56px;margin:0 0 32px;border:0';

/** Sources of a mail's pictures: a URL, or `cid:` and the id of an attachment. */
export interface MailPictures {
  /** Shown in place of the studio's name. */
  logo?: string | undefined;
  cover?: string | undefined;
}

/** Content of a mail with at most one button; all plain text. */
export interface MailLayout {
  language: Language;
  subject: string;
  preview: string;
  studio: string;
  title: string;
  /** Paragraphs above the button. */
  texts: readonly string[];
  /** The button's URL; null without a button. */
  link: string | null;
  button: string;
  /** Paragraphs below the button. */
  after?: readonly string[];
  /** Small print at the end; a line precedes the last two. */
  notes: readonly string[];
  address: string;
  foot: readonly [string, string];
  pictures?: MailPictures;
}

/**
 * Returns the HTML of a mail: only tables and inline styles, which all mail programs support; no tracking.
 * Only the pictures that the caller names: a cover is part of the mail itself.
 */
export function renderMailLayout(sheet: MailLayout): string {
  const { language, subject, preview, studio, title, texts, link, button, after = [], notes, address, foot } = sheet;
  const { logo, cover } = sheet.pictures ?? {};
  const href = link === null ? null : escapeHtml(link);
  const when = (part: string) => (href === null ? '' : part);
  const paragraphs = (lines: readonly string[], style: string) =>
    lines.map((line) => `<p style="${style}">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('\n        ');
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light">
    <title>${escapeHtml(subject)}</title>
  </head>
  <body style="${BODY}">
    <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:32px 12px">
      <div style="${SHEET}">
        ${logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(studio)}" style="${LOGO}">` : `<p style="${STUDIO}">${escapeHtml(studio)}</p>`}
        ${cover ? `<img src="${escapeHtml(cover)}" alt="" width="456" style="${PICTURE}">` : ''}
        <h1 style="${TITLE}">${escapeHtml(title)}</h1>
        ${paragraphs(texts, TEXT)}
        ${when(`<p style="margin:32px 0"><a href="${href}" style="${BUTTON}">${escapeHtml(button)}</a></p>`)}
        ${paragraphs(after, TEXT)}
        ${paragraphs(notes, SMALL)}
        ${when(`<p style="${SMALL}">${escapeHtml(address)}<br><a href="${href}" style="color:#6b645b;word-break:break-all">${href}</a></p>`)}
        <hr style="margin:28px 0;border:0;border-top:1px solid #e5e1da">
        <p style="${SMALL}">${escapeHtml(foot[0])}</p>
        <p style="${SMALL};margin:0">${escapeHtml(foot[1])}</p>
      </div>
    </td></tr></table>
  </body>
</html>
`;
}
