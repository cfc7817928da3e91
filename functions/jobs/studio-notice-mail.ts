import type { Language } from '#core/domain/languages.ts';
import { toSingleLine, type RenderedMail } from '#core/domain/mail-text.ts';
import { renderMailLayout } from '#core/domain/mail-sheet.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { formatText } from '../lib/texts.ts';

const TEXTS = { en: en.notices, es: es.notices, ca: ca.notices } as const;

/** What the button opens, by what a studio's mail is about: one session, the sessions of a day, or an invitation. */
const LINK_LABELS = {
  requested: 'openSession',
  booked: 'openSession',
  moved: 'openSession',
  cancelled: 'openSession',
  failed: 'openSession',
  failedInvite: 'openGallery',
  failedTeam: 'openTeam',
  day: 'openDay',
} as const;
export type NotificationSubject = keyof typeof LINK_LABELS;

export interface StudioNotificationMail {
  summary: NotificationSubject;
  language: Language;
  studio: string;
  client: string;
  date: string;
  /** One paragraph each, with lines: of a session or invitation, or of each session of a day. */
  facts: readonly string[];
  /** What the client wrote; empty for nothing. */
  message: string;
  link: string;
}

/** A mail to the studio itself: what happened, the facts, and where to go on. */
export function renderStudioNotification(mail: StudioNotificationMail): RenderedMail {
  const { summary, language, studio, facts, message, link } = mail;
  const values = { client: toSingleLine(mail.client), date: mail.date, studio, count: facts.length };
  // Only the day's subject is counted; the others' keys have no forms.
  const { count: _count, ...plain } = values;
  const say = (key: string) => formatText(TEXTS[language], language, key, plain);
  const subject = toSingleLine(summary === 'day' ? formatText(TEXTS[language], language, 'day', values) : say(summary));
  const texts = [say(`${summary}Text`), ...facts, ...(message ? [`${say('wrote')}\n${message}`] : [])];
  const foot = [say('settings'), say('own')] as const;
  const html = renderMailLayout({
    language,
    subject,
    preview: toSingleLine(facts[0] ?? subject),
    studio: toSingleLine(studio),
    title: subject,
    texts,
    link,
    button: say(LINK_LABELS[summary]),
    notes: [],
    address: say('address'),
    foot,
  });
  return { subject, text: `${[...texts, link, '--', ...foot].join('\n\n')}\n`, html };
}
