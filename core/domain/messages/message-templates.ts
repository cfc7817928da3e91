import { elideBeforeFields } from '../values/catalan.ts';
import { AppError } from '../values/errors.ts';
import type { Language } from '../values/languages.ts';
import {
  type MailButton,
  type MailPart,
  type MailPicture,
  type MailSender,
  type RenderedMail,
  renderMail,
} from './mail-layout.ts';
import {
  type MailKind,
  type MailTemplateKind,
  MESSAGE_KINDS,
  type MessageKind,
  PROPOSAL_MESSAGE_KINDS,
  type TemplateField,
} from './messages.ts';

const SESSION_FIELDS: readonly TemplateField[] = ['client', 'studio', 'type', 'date', 'time', 'place', 'link'];

/** Template fields per kind of mail. */
export const TEMPLATE_FIELDS_BY_KIND: Readonly<Record<MailKind, readonly TemplateField[]>> = {
  ...(Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, SESSION_FIELDS])) as Record<
    MessageKind,
    readonly TemplateField[]
  >),
  booking_received: [...SESSION_FIELDS, 'price', 'deposit', 'cancellation'],
  booking_confirmed: [...SESSION_FIELDS, 'price', 'deposit', 'paid', 'remaining', 'dueDate', 'payLink', 'cancellation'],
  session_rescheduled: [...SESSION_FIELDS, 'cancellation'],
  session_cancelled: [...SESSION_FIELDS, 'paid', 'cancellation'],
  withdrawal_received: ['client', 'studio', 'type', 'date', 'link', 'message'],
  session_reminder: [...SESSION_FIELDS, 'remaining', 'dueDate', 'payLink'],
  payment_request: [...SESSION_FIELDS, 'price', 'paid', 'amount', 'dueDate'],
  instalment_due: [...SESSION_FIELDS, 'price', 'paid', 'amount', 'remaining', 'dueDate'],
  instalment_overdue: [...SESSION_FIELDS, 'price', 'paid', 'amount', 'remaining', 'dueDate'],
  receipt: ['client', 'studio', 'type', 'date', 'amount', 'number', 'remaining', 'dueDate', 'payLink'],
  refund_failed: ['client', 'studio', 'type', 'date', 'amount', 'number'],
  contract_to_sign: [...SESSION_FIELDS, 'document'],
  contract_reminder: [...SESSION_FIELDS, 'document'],
  contract_signed: [...SESSION_FIELDS, 'document'],
  questionnaire: [...SESSION_FIELDS, 'document'],
  proposal_sent: [...SESSION_FIELDS, 'document', 'message', 'dueDate'],
  proposal_reminder: [...SESSION_FIELDS, 'document', 'dueDate'],
  proposal_accepted: [...SESSION_FIELDS, 'document', 'lines', 'price', 'amount', 'dueDate', 'cancellation'],
  gallery_invite: ['client', 'studio', 'gallery', 'message', 'link', 'date'],
  gallery_closing: ['client', 'studio', 'gallery', 'link', 'date'],
  selection_open: ['client', 'studio', 'gallery', 'selection', 'link', 'date'],
  selection_reminder: ['client', 'studio', 'gallery', 'selection', 'link', 'date'],
  client_link: ['client', 'studio', 'link'],
  selection_received: ['client', 'studio', 'gallery', 'selection', 'photos', 'amount', 'link', 'payLink'],
};

/** Spaces are trimmed afterwards: an expression that leaves them out takes time cubed for a text of spaces. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns the field names between double braces, in order. */
export function findFields(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim());
}

/** Returns a text with dots instead of its fields, whose values are not known. */
export const hideFields = (text: string): string => text.replace(PLACEHOLDER, '…');

/** Returns the unknown fields of this kind of mail, each once. */
export function findUnknownFields(kind: MailKind, text: string): string[] {
  const known: readonly string[] = TEMPLATE_FIELDS_BY_KIND[kind];
  return [...new Set(findFields(text).filter((name) => !known.includes(name)))];
}

/** @throws AppError `template_field_unknown`, naming the first unknown field */
export function assertKnownFields({ kind, ...texts }: { kind: MailKind; subject: string; body: string }): void {
  for (const [field, text] of Object.entries({ subject: texts.subject, body: texts.body })) {
    const [name] = findUnknownFields(kind, text);
    if (name !== undefined) throw new AppError('template_field_unknown', { field, name });
  }
}

export type FieldValues = Readonly<Partial<Record<TemplateField, string>>>;

/** Replaces each field by its value. Values are not searched for fields again. */
export function fillPlaceholders(text: string, valueOf: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => valueOf(name.trim()));
}

/** Replaces fields by their values, missing ones by ''. */
function fillFields(text: string, values: FieldValues): string {
  return fillPlaceholders(text, (name) => values[name as TemplateField] ?? '');
}

const CLIENT = /^\{\{\s*client\s*\}\}[\s,:]{0,3}|[\s,]{0,3}\{\{\s*client\s*\}\}/g;

/** Removes a missing client's name with the separator beside it: `Hello {{client}},` becomes `Hello,`. */
const adaptGreeting = (line: string, { client }: FieldValues) => (client ? line : line.replace(CLIENT, ''));

/** Returns a greeting with the client's name, or without one: `Hello Marta,` or `Hello,`. */
export const greet = (text: string, client: string): string => fillFields(adaptGreeting(text, { client }), { client });

/** As `fillFields`, but drops lines whose fields are all empty: no "Where:" without a location. */
function fillLines(text: string, values: FieldValues): string {
  const says = (line: string) => {
    const fields = findFields(line);
    return line !== '' && (fields.length === 0 || fields.some((name) => values[name as TemplateField]));
  };
  return text
    .split('\n')
    .map((line) => adaptGreeting(line, values))
    .filter(says)
    .map((line) => fillFields(line, values))
    .join('\n');
}

/** Section `messages` of `mail.json` in one language. */
export type MessageTexts = {
  readonly [K in MailTemplateKind]: { readonly subject: string; readonly body: string };
} & {
  /** Default of `session_cancelled` if the client cancelled. */
  readonly session_cancelled_by_client: { readonly subject: string; readonly body: string };
  /** Text of `payment_request` for extra photos of a gallery without a session that pays. */
  readonly payment_request_of_order: { readonly subject: string; readonly body: string };
  /** Text of `payment_request` for another order without a session. */
  readonly payment_request_of_sale: { readonly subject: string; readonly body: string };
  /** Text of `receipt` for a refund. */
  readonly receipt_of_refund: { readonly subject: string; readonly body: string };
  /** A session without a name and type. */
  readonly session: string;
  readonly manage: string;
  readonly pay: string;
  /** The button of `payLink`. */
  readonly payOnline: string;
  /** Value of `remaining` if nothing is left to pay. */
  readonly allPaid: string;
  readonly sign: string;
  readonly answer: string;
  readonly openProposal: string;
  readonly book: string;
  readonly openGallery: string;
  readonly choose: string;
  readonly openClientPage: string;
  readonly address: string;
  readonly reply: string;
  readonly unknown: string;
  /** Replaces `unknown` in mails with a gallery's link. */
  readonly unknownInvite: string;
  /** Replaces `unknown` in the mail with a client link. */
  readonly unknownClient: string;
  /** Replaces `unknown` in mails about an order without a session. */
  readonly unknownOrder: string;
  /** Replaces `unknown` in mails about a proposal. */
  readonly unknownProposal: string;
};

export interface MessageMail {
  kind: MailKind;
  language: Language;
  /** Default texts in this language. */
  texts: MessageTexts;
  /** The studio's template, or the text of an automation; null for the default. */
  template: { readonly subject: string; readonly body: string } | null;
  /** Values of the fields; `studio` also signs the mail. Without `client` it greets without a name. */
  values: FieldValues & { readonly studio: string };
  sender?: MailSender;
  /** A sentence below the text, also below the studio's own. */
  notice?: string;
  /** The page on which the client withdraws from the contract, linked below the sentence that tells it. */
  withdrawal?: (MailButton & { told: string }) | null;
  /** True for a mail whose link opens the client's page instead of a session's. */
  opensClientPage?: boolean;
  /** The gallery's cover. */
  picture?: MailPicture | null;
}

/**
 * Returns a client's mail, for sending and for the preview. Blank lines separate paragraphs; a line that consists of a
 * link becomes a button.
 */
export function renderMessage(mail: MessageMail): RenderedMail {
  const {
    kind,
    language,
    texts,
    template,
    values,
    sender,
    notice,
    withdrawal,
    opensClientPage = false,
    picture,
  } = mail;
  const ours = kind === 'automation' ? NO_TEXTS : texts[kind];
  const elided = (text: string) =>
    language === 'ca' ? elideBeforeFields(text, (name) => values[name as TemplateField] ?? '') : text;
  const subjectText = adaptGreeting((template ?? ours).subject, values) || ours.subject;
  const subject = toSingleLine(fillFields(elided(subjectText), values));
  const body = elided((template ?? ours).body);
  // A personal message is set apart below the greeting, what a client declared where the template has it, and either
  // within a sentence if it is there.
  const ownParagraph = /(^|\n)[^\S\n]*\{\{\s*message\s*\}\}[^\S\n]*(?=\r?\n|$)/;
  const button = opensClientPage && !values.payLink ? 'openClientPage' : buttonOf(kind, values);
  const labels = { link: texts[button], payLink: texts.payOnline };
  const parts = toParts(body.replace(ownParagraph, '$1'), values, labels);
  const paragraphs = parts.filter((part) => typeof part === 'string');
  const isApart = ownParagraph.test(body) || !findFields(body).includes('message');
  const before = kind === 'withdrawal_received' ? ownParagraph.exec(body)?.index : undefined;
  const position = before === undefined ? 1 : toParts(body.slice(0, before), values, labels).length;
  if (isApart && values.message) parts.splice(position, 0, { quote: values.message });
  // A promise about money is told also where the studio's own text does not say where.
  if (values.cancellation && !findFields(body).includes('cancellation')) parts.push(values.cancellation);
  if (withdrawal) {
    const { told, ...link } = withdrawal;
    const at = parts.findIndex((part) => typeof part === 'string' && part.includes(told));
    parts.splice(at < 0 ? parts.length : at + 1, 0, { link });
  }
  if (notice) parts.push(notice);
  return renderMail({
    language,
    subject,
    preview: toSingleLine(paragraphs[1] ?? paragraphs[0] ?? ''),
    studio: toSingleLine(values.studio),
    ...(sender ? { sender } : {}),
    ...(picture ? { picture } : {}),
    title: values.gallery ?? subject,
    parts,
    notes: [],
    address: texts.address,
    foot: [texts.reply, texts[unknownOf(kind, opensClientPage)]].map((line) => fillFields(line, values)),
  });
}

/** An automation has its texts in its step. */
const NO_TEXTS = { subject: '', body: '' };

/** Kinds whose button opens the booking page: the session can no longer be changed. */
export const LINKS_TO_REBOOKING: ReadonlySet<MailKind> = new Set(['booking_declined', 'session_cancelled']);

/** Kinds whose button opens the page for paying by card, if the client can. */
const ASKS_FOR_MONEY: ReadonlySet<MailKind> = new Set(['payment_request', 'instalment_due', 'instalment_overdue']);

/** Kinds that go to a gallery's invited people. */
export type GalleryMailKind = Exclude<MailTemplateKind, MessageKind | 'client_link'>;
export const isGalleryMail = (kind: MailKind): kind is GalleryMailKind =>
  kind !== 'client_link' && !(MESSAGE_KINDS as readonly MailKind[]).includes(kind);

type Button =
  | 'openProposal'
  | 'openGallery'
  | 'choose'
  | 'openClientPage'
  | 'book'
  | 'manage'
  | 'pay'
  | 'sign'
  | 'answer';

function buttonOf(kind: MailKind, { payLink }: FieldValues): Button {
  if (kind === 'client_link') return 'openClientPage';
  if (PROPOSAL_MESSAGE_KINDS.has(kind)) return 'openProposal';
  if (ASKS_FOR_MONEY.has(kind) && payLink) return 'pay';
  if (kind === 'selection_open' || kind === 'selection_reminder') return 'choose';
  if (isGalleryMail(kind)) return 'openGallery';
  if (kind === 'contract_to_sign' || kind === 'contract_reminder') return 'sign';
  if (kind === 'questionnaire') return 'answer';
  return LINKS_TO_REBOOKING.has(kind) ? 'book' : 'manage';
}

/** Returns the line for people who do not expect the mail. */
function unknownOf(
  kind: MailKind,
  opensClientPage: boolean,
): 'unknown' | 'unknownInvite' | 'unknownClient' | 'unknownOrder' | 'unknownProposal' {
  if (kind === 'client_link') return 'unknownClient';
  if (opensClientPage) return 'unknownOrder';
  if (PROPOSAL_MESSAGE_KINDS.has(kind)) return 'unknownProposal';
  return isGalleryMail(kind) ? 'unknownInvite' : 'unknown';
}

/** A line with nothing but a link, which becomes a button. */
const LINK_LINE = /^[^\S\n]*\{\{\s*(link|payLink)\s*\}\}[^\S\n]*$/m;

/** Returns the paragraphs and buttons of a body. */
function toParts(body: string, values: FieldValues, labels: Record<'link' | 'payLink', string>): MailPart[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) =>
      // Texts alternate with the names of the links between them.
      paragraph.split(LINK_LINE).map((text, index): MailPart => {
        if (index % 2 === 0) return fillLines(text, values).trim();
        const field = text as 'link' | 'payLink';
        return values[field] ? { href: values[field], label: labels[field] } : '';
      }),
    )
    .filter((part) => part !== '');
}

/** Joins lines: a line break in a header would start another header. */
export function toSingleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
