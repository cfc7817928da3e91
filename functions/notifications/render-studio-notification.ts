import { type MailPart, type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { toSingleLine } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import type { Mail } from '../platform/mail.ts';
import { formatText } from '../platform/texts.ts';

export const NOTICE_TEXTS = { en: en.notices, es: es.notices, ca: ca.notices } as const;

/** Button labels by target of the mail: a session, the sessions of a day, or an invitation. */
const LINK_LABELS = {
  requested: 'openSession',
  booked: 'openSession',
  moved: 'openSession',
  cancelled: 'openSession',
  withdrawn: 'openOrder',
  failed: 'openSession',
  failedInvite: 'openGallery',
  failedLink: 'openClient',
  failedTeam: 'openTeam',
  reported: 'openSession',
  reportedInvite: 'openGallery',
  reportedLink: 'openClient',
  reportedTeam: 'openTeam',
  day: 'openDay',
  contact: 'openLead',
  proposalAccepted: 'openProposal',
  proposalDeclined: 'openProposal',
  selection: 'openSelection',
  signed: 'openSession',
  answered: 'openSession',
  webhook: 'openWebhooks',
  paid: 'openSession',
  refundFailed: 'openSession',
  disputed: 'openSession',
  disputeWon: 'openSession',
  disputeLost: 'openSession',
  latePaid: 'openDay',
  latePaidUntold: 'openDay',
  latePaidFailed: 'openDay',
} as const;
export type NotificationSubject = keyof typeof LINK_LABELS;
export const NOTIFICATION_SUBJECTS = Object.keys(LINK_LABELS) as NotificationSubject[];

/** Mails of any kind that were marked as spam share one text. */
const textKey = (summary: NotificationSubject) => (summary.startsWith('reported') ? 'reported' : summary);

interface StudioNotificationMail {
  summary: NotificationSubject;
  language: Language;
  studio: string;
  client: string;
  date: string;
  /** One paragraph per session or invitation, with its lines. */
  facts: readonly string[];
  /** The client's message; empty for none. */
  message: string;
  link: string;
}

/** Renders a mail to the studio itself: the event, its details, and a link. */
export function renderStudioNotification(mail: StudioNotificationMail): RenderedMail {
  const { summary, language, studio, facts, message, link } = mail;
  const values = { client: toSingleLine(mail.client), date: mail.date, studio, count: facts.length };
  // Only the day's subject has plural forms.
  const { count: _count, ...plain } = values;
  const say = (key: string) => formatText(NOTICE_TEXTS[language], language, key, plain);
  const subject = toSingleLine(
    summary === 'day' ? formatText(NOTICE_TEXTS[language], language, 'day', values) : say(textKey(summary)),
  );
  const words: MailPart[] = message ? [say('wrote'), { quote: message }] : [];
  return renderMail({
    language,
    subject,
    preview: toSingleLine(facts[0] ?? subject),
    studio: toSingleLine(studio),
    title: subject,
    parts: [say(`${textKey(summary)}Text`), ...facts, ...words, { href: link, label: say(LINK_LABELS[summary]) }],
    notes: [],
    address: say('address'),
    foot: [say('settings'), say('own')],
  });
}

/** Content of a notification; its link is a path of the back office. */
export type StudioNotificationData = Pick<
  StudioNotificationMail,
  'summary' | 'client' | 'date' | 'facts' | 'message' | 'link'
> & {
  /** Recipient of a reply: the one person that the notice is about, else nobody. */
  replyTo: ReplyTo;
};

export type ReplyTo = Pick<Mail, 'replyTo' | 'replyName'>;

/** Reply address of a notice about several people, about none, or about an address that refuses mail. */
export const NO_REPLY: ReplyTo = { replyTo: '' };

/** Returns the reply address of a notice about one person. @param email empty if it is unknown */
export function replyToPerson(email: string | null, name: string): ReplyTo {
  return email ? { replyTo: email, replyName: toSingleLine(name) || email } : NO_REPLY;
}

/** Language and zone of a studio's notifications. */
export interface AccountLocale {
  language: Language;
  timeZone: string;
}
