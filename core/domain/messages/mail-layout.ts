import { escapeHtml } from '../values/format.ts';
import { readLogo } from '../branding/logo.ts';
import { FONT_FAMILIES } from '../branding/fonts.ts';
import type { Language } from '../values/languages.ts';
import { readTheme, themeTokens } from '../branding/theme.ts';

/** Colours of the studio's theme, readable on the mail's grounds, and the font of titles. */
export interface MailLook {
  /** Ground of the button and the letters on it, as hex, in the light and the dark theme. */
  light: { fill: string; letters: string };
  dark: { fill: string; letters: string };
  /** Selects a serif font of the system, because mail programs load no fonts. */
  hasSerifTitle: boolean;
}

/** Logo and contact details of the studio that a mail comes from; empty texts are left out. */
export interface MailSender {
  logoUrl: string;
  /** Null while the studio has no theme of its own. */
  look?: MailLook | null;
  email: string;
  phone: string;
  address: string;
  website: string;
}

/** A picture at an absolute URL, as wide as the mail. Its size in pixels reserves its space. */
export interface MailPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** A button to a page. The first of a mail is filled, further ones are outlined. */
export interface MailButton {
  href: string;
  label: string;
}

/** A paragraph, a button, a link of its own line, a person's own message as a quote, or a code in large digits; all plain text. */
export type MailPart = string | MailButton | { link: MailButton } | { quote: string } | { code: string };

/** Content of a mail. */
export interface MailLayout {
  language: Language;
  /** One line. */
  subject: string;
  preview: string;
  /** Name on top of the mail and above its contact details. */
  studio: string;
  sender?: MailSender;
  title: string;
  /** Above the title. */
  picture?: MailPicture | null;
  /** From the greeting down. Empty paragraphs are left out. */
  parts: readonly MailPart[];
  /** Small print below the content. */
  notes: readonly string[];
  /** Precedes the address of the first button, which is shown in full. */
  address: string;
  /** Footer: how to reply, and why this person gets the mail. */
  foot: readonly string[];
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const SHEET_COLORS = { light: '#fffefc', dark: '#21201d' } as const;
/** Our own button. */
const HOUSE_LOOK: MailLook = {
  light: { fill: '#23201c', letters: '#fffefc' },
  dark: { fill: '#ebe7e0', letters: '#1b1917' },
  hasSerifTitle: false,
};

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BODY = `margin:0;padding:0;background:#f3f1ec;color:#23201c;${FONT};-webkit-text-size-adjust:100%`;
const SHEET = `width:100%;max-width:600px;background:${SHEET_COLORS.light};border-radius:6px`;
/** Breaks an address that is wider than a phone; mail programs know one of the two properties. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const NAME = `padding:28px 40px;font-size:15px;line-height:1.4;font-weight:600;${FONT};${WRAP}`;
const CONTENT = `padding:12px 40px 32px;${FONT};${WRAP}`;
const TITLE = 'margin:0 0 20px;font-size:24px;line-height:1.3;font-weight:600;letter-spacing:-0.01em';
const TEXT = 'margin:0 0 16px;font-size:16px;line-height:1.6';
const MESSAGE = 'margin:24px 0;padding:2px 0 2px 20px;border-left:2px solid #d9d3c8;font-size:17px;line-height:1.6';
const CODE = 'margin:24px 0;font-size:30px;line-height:1.3;font-weight:600;letter-spacing:4px';
const buttonStyle = (letters: string) =>
  `display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:${letters};text-decoration:none;${FONT}`;
const SERIF = "font-family:Georgia,'Times New Roman',serif;font-weight:400";
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:1.55;color:#6b645b';
const FOOTER = `padding:24px 40px 8px;${FONT};${WRAP}`;
const LINK = 'color:#6b645b;text-decoration:underline';
const PREVIEW = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
/** Invisible characters: without them, lists of mails show the studio's name and the title after a short preview. */
const PREVIEW_END = '&#847;&zwnj;&nbsp;'.repeat(60);

/**
 * The dark theme, for mail programs that read it; others keep the light colours or invert them, for which none is pure
 * black or white. A logo keeps a light ground, because most logos are dark.
 */
const styleOf = ({ dark }: MailLook) => `
      :root { color-scheme: light dark; supported-color-schemes: light dark }
      @media (max-width: 480px) { .pad { padding-left: 24px !important; padding-right: 24px !important } }
      @media (prefers-color-scheme: dark) {
        .ground { background: #171614 !important; color: #ebe7e0 !important }
        .sheet { background: ${SHEET_COLORS.dark} !important; color: #ebe7e0 !important }
        .soft { color: #aaa297 !important }
        .line { border-color: #4a453e !important }
        .edge { border-color: #8f877b !important }
        .ink { color: #ebe7e0 !important }
        .fill { background: ${dark.fill} !important }
        .on-fill { color: ${dark.letters} !important }
        .logo { background: #f3f1ec; padding: 8px; border-radius: 4px }
      }
    `;

/**
 * Renders text and HTML of a mail: tables and inline styles, which all mail programs support, no fonts or styles from
 * elsewhere, no tracking. Only a logo and a picture are requested by the reader's program.
 */
export function renderMail(mail: MailLayout): RenderedMail {
  return { subject: mail.subject, text: renderText(mail), html: renderHtml(mail) };
}

function renderText({ studio, sender, parts, notes, foot }: MailLayout): string {
  const content = [...parts.map(textOf), ...notes, '--', ...foot];
  const contact = sender ? [studio, ...contactLines(sender)].join('\n') : studio;
  return `${[...content, contact].filter(Boolean).join('\n\n')}\n`;
}

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return textOf(part.link);
  if ('href' in part) return `${part.label}:\n${part.href}`;
  return 'code' in part ? part.code : part.quote;
}

const isButton = (part: MailPart): part is MailButton => typeof part === 'object' && 'href' in part;

function renderHtml(mail: MailLayout): string {
  const { language, subject, preview, studio, sender, title, picture, parts } = mail;
  const look = sender?.look ?? HOUSE_LOOK;
  const first = parts.find(isButton);
  const content = [
    `<h1 style="${look.hasSerifTitle ? `${TITLE};${SERIF}` : TITLE}">${escapeHtml(title)}</h1>`,
    ...parts.map((part) => htmlOf(part, part === first ? look : null)),
    ...mail.notes.map((note) => paragraph(note, SMALL, 'soft')),
    first
      ? `<p class="soft" style="${SMALL};margin:0">${escapeHtml(mail.address)}<br>${anchor(first.href, first.href)}</p>`
      : '',
  ];
  const footer = [
    sender ? `<p class="soft" style="${SMALL}"><strong>${escapeHtml(studio)}</strong>${contactHtml(sender)}</p>` : '',
    ...mail.foot.map((line) => paragraph(line, SMALL, 'soft')),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(subject)}</title>
    <style>${styleOf(look)}</style>
  </head>
  <body class="ground" lang="${language}" style="${BODY}">
    <div style="${PREVIEW}">${escapeHtml(preview)}${PREVIEW_END}</div>
    ${table(
      `class="ground" lang="${language}" width="100%" style="background:#f3f1ec"`,
      `<td align="center" style="padding:24px 12px">
      ${table(
        `class="sheet" width="600" align="center" style="${SHEET}"`,
        `<td class="pad" align="left" style="${NAME}">${sender?.logoUrl ? logo(sender.logoUrl, studio) : escapeHtml(studio)}</td>`,
        picture ? `<td>${pictureHtml(picture, first?.href ?? null)}</td>` : '',
        `<td class="pad" align="left" style="${picture ? CONTENT.replace('12px', '32px') : CONTENT}">
        ${lines(content)}
        </td>`,
      )}
      ${table(
        'width="600" align="center" style="width:100%;max-width:600px"',
        `<td class="pad" align="left" style="${FOOTER}">
        ${lines(footer)}
        </td>`,
      )}
      </td>`,
    )}
  </body>
</html>
`;
}

/** @param look of the mail's first button; null for all other parts */
function htmlOf(part: MailPart, look: MailLook | null): string {
  if (typeof part === 'string') return paragraph(part, TEXT);
  if ('link' in part) return `<p style="${TEXT}">${anchor(part.link.href, part.link.label)}</p>`;
  if ('quote' in part) return paragraph(part.quote, MESSAGE, 'line');
  if ('code' in part) return paragraph(part.code, CODE);
  return look ? filledButton(part, look) : outlinedButton(part);
}

const lines = (parts: readonly string[]) => parts.filter(Boolean).join('\n        ');

function table(attributes: string, ...cells: readonly string[]): string {
  const rows = cells.filter(Boolean).map((cell) => `<tr>${cell}</tr>`);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows.join('')}</table>`;
}

/** Web addresses of a text, each without the punctuation that follows it. */
const ADDRESSES = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/;

/** Returns a text as HTML, in which web addresses are links: not all mail programs find them. */
const linked = (text: string) =>
  text
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 1 ? anchor(part, part) : escapeHtml(part)))
    .join('');

function paragraph(text: string, style: string, name?: string): string {
  if (!text) return '';
  const className = name ? ` class="${name}"` : '';
  return `<p${className} style="${style}">${linked(text).replaceAll('\n', '<br>')}</p>`;
}

/** The cell has the colour, because Outlook ignores the padding of a link; `mso-padding-alt` gives it its space. */
function filledButton({ href, label }: MailButton, { light: { fill, letters } }: MailLook): string {
  const cell = `<td class="fill" bgcolor="${fill}" style="background:${fill};border-radius:6px;mso-padding-alt:14px 28px"><a href="${escapeHtml(href)}" style="${buttonStyle(letters)}" class="on-fill">${escapeHtml(label)}</a></td>`;
  return table('style="margin:28px 0"', cell);
}

function outlinedButton({ href, label }: MailButton): string {
  const cell = `<td class="edge" style="border:1px solid #8f877b;border-radius:6px;mso-padding-alt:14px 28px"><a href="${escapeHtml(href)}" style="${buttonStyle('#23201c')}" class="ink">${escapeHtml(label)}</a></td>`;
  return table('style="margin:28px 0"', cell);
}

const logo = (url: string, studio: string) =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(studio)}" height="40" class="logo" style="display:block;height:40px;width:auto;max-width:220px;border:0">`;

function pictureHtml({ url, width, height, alt }: MailPicture, link: string | null): string {
  const shownHeight = Math.round((600 / width) * height);
  const image = `<img src="${escapeHtml(url)}" width="600" height="${shownHeight}" alt="${escapeHtml(alt)}" style="display:block;width:100%;height:auto;border:0">`;
  return link === null ? image : `<a href="${escapeHtml(link)}">${image}</a>`;
}

const anchor = (href: string, label: string) =>
  `<a href="${escapeHtml(href)}" class="soft" style="${LINK}">${escapeHtml(label)}</a>`;

/** Returns the address with commas, and email, phone and website. */
function contactLines({ address, email, phone, website }: MailSender): string[] {
  return [address.replace(/\s*\n\s*/g, ', '), [email, phone].filter(Boolean).join(' · '), website].filter(Boolean);
}

function contactHtml({ address, email, phone, website }: MailSender): string {
  const ways = [
    email && anchor(`mailto:${email}`, email),
    phone && anchor(`tel:${phone.replace(/[^\d+]/g, '')}`, phone),
    website && anchor(website, website.replace(/^https?:\/\/|\/$/g, '')),
  ];
  return [escapeHtml(address.replace(/\s*\n\s*/g, ', ')), ways.filter(Boolean).join(' · ')]
    .filter(Boolean)
    .map((line) => `<br>${line}`)
    .join('');
}

/** Returns the look of a theme; null if the studio has chosen none. @param values settings by key, `theme.accentColor` */
function mailLook(values: Readonly<Record<string, unknown>>): MailLook | null {
  const theme = readTheme((key) => values[key]);
  if (theme.updatedAt === 0) return null;
  const fillOn = (backgroundColor: string) => {
    const { light } = themeTokens({ ...theme, backgroundColor });
    return { fill: light['accent']!, letters: light['on-accent']! };
  };
  return {
    light: fillOn(SHEET_COLORS.light),
    dark: fillOn(SHEET_COLORS.dark),
    hasSerifTitle: [...FONT_FAMILIES.serif, ...FONT_FAMILIES.display].includes(theme.headingFont),
  };
}

/**
 * Reads the details from a studio's profile, `logoUrl` and `theme` (its settings by key), free-form JSON; only web addresses become links.
 * @param origin of the product, for the logo's address: it is public, so mails need not contain the picture
 */
export function readMailSender(details: unknown, origin: string): MailSender {
  const values: Record<string, unknown> = typeof details === 'object' && details !== null ? { ...details } : {};
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const logo = readLogo(values['logoUrl']);
  const webUrl = (value: unknown) => (/^https?:\/\//i.test(text(value)) ? text(value) : '');
  return {
    logoUrl: logo ? origin + logo.src : '',
    look: mailLook(typeof values['theme'] === 'object' ? { ...values['theme'] } : {}),
    email: text(values['email']),
    phone: text(values['phone']),
    address: text(values['address']),
    website: webUrl(values['website']),
  };
}
