import type { Language } from './languages.ts';
import { type FieldValues, fillFields, fillLines } from './mail-fields.ts';
import { renderMailLayout } from './mail-sheet.ts';
import type { MessageKind } from './messages.ts';

/** The section `messages` of `mail.json` in one language. */
export type MessageTexts = {
  readonly [K in MessageKind]: { readonly subject: string; readonly body: string };
} & {
  readonly manage: string;
  readonly book: string;
  readonly address: string;
  readonly reply: string;
  readonly unknown: string;
};

export interface MessageMail {
  kind: MessageKind;
  language: Language;
  /** Ours, in this language. */
  texts: MessageTexts;
  /** The studio's own words; null for ours. */
  template: { readonly subject: string; readonly body: string } | null;
  /** What the fields stand for; `studio` is also who signs. */
  values: FieldValues & { readonly studio: string };
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * A client's mail as it is sent, and as the studio sees it before. Paragraphs are parted by an empty line; the one
 * that is the link and nothing else becomes the button.
 */
export function renderMessage({ kind, language, texts, template, values }: MessageMail): RenderedMail {
  const { subject: subjectText, body } = template ?? texts[kind];
  const subject = toSingleLine(fillFields(subjectText, values));
  const paragraphs = splitParagraphs(body, values);
  const at = values.link ? paragraphs.indexOf(values.link) : -1;
  const above = at < 0 ? paragraphs : paragraphs.slice(0, at);
  const foot = [texts.reply, texts.unknown].map((line) => fillFields(line, values)) as [string, string];
  const html = renderMailLayout({
    language,
    subject,
    preview: toSingleLine(paragraphs[1] ?? paragraphs[0] ?? ''),
    studio: toSingleLine(values.studio),
    title: subject,
    texts: above,
    link: at < 0 ? null : values.link!,
    button: LINKS_TO_REBOOKING.has(kind) ? texts.book : texts.manage,
    after: at < 0 ? [] : paragraphs.slice(at + 1),
    notes: [],
    address: texts.address,
    foot,
  });
  return { subject, text: `${[...paragraphs, '--', ...foot].join('\n\n')}\n`, html };
}

/** Their session is not to be changed any more: their link leads to another one. */
export const LINKS_TO_REBOOKING: ReadonlySet<MessageKind> = new Set(['booking_declined', 'session_cancelled']);

function splitParagraphs(body: string, values: FieldValues): string[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => fillLines(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '');
}

/** A line break would end a header, and what follows it begin another. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
