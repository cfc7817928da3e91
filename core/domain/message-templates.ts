import type { Language } from './languages.ts';
import { renderMailLayout } from './mail-layout.ts';
import { MESSAGE_KINDS, type MessageKind, type TemplateField } from './messages.ts';

const SESSION_FIELDS: readonly TemplateField[] = ['client', 'studio', 'type', 'date', 'time', 'place', 'link'];

/** What each kind of mail can say. Money only in receipts, which are about nothing else. */
export const TEMPLATE_FIELDS_BY_KIND: Readonly<Record<MessageKind, readonly TemplateField[]>> = {
  ...(Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, SESSION_FIELDS])) as Record<
    MessageKind,
    readonly TemplateField[]
  >),
  receipt: ['client', 'studio', 'type', 'date', 'amount', 'number'],
};

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names between double braces of a text, in its order. */
export function findFields(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}

/** Those of them that mean nothing in this kind of mail, each once. */
export function findUnknownFields(kind: MessageKind, text: string): string[] {
  const known: readonly string[] = TEMPLATE_FIELDS_BY_KIND[kind];
  return [...new Set(findFields(text).filter((name) => !known.includes(name)))];
}

export type FieldValues = Readonly<Partial<Record<TemplateField, string>>>;

/** A text with its fields' values; what has none is left out. Values are never looked through for fields again. */
function fillFields(text: string, values: FieldValues): string {
  return text.replace(PLACEHOLDER, (_, name: string) => values[name as TemplateField] ?? '');
}

/** As `fillFields`, without the lines that say nothing but fields which are all empty: no "Where:" without a place. */
function fillLines(text: string, values: FieldValues): string {
  const says = (line: string) => {
    const fields = findFields(line);
    return fields.length === 0 || fields.some((name) => values[name as TemplateField]);
  };
  return text
    .split('\n')
    .filter(says)
    .map((line) => fillFields(line, values))
    .join('\n');
}

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
