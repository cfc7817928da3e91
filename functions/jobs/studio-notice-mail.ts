import type { Language } from '#core/domain/languages.ts';
import { oneLine, type WrittenMail } from '#core/domain/mail-text.ts';
import { mailSheet } from '#core/domain/mail-sheet.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { textOf } from '../lib/texts.ts';

const TEXTS = { en: en.notices, es: es.notices, ca: ca.notices } as const;

/** What the button opens, by what a studio's mail is about: one session, the sessions of a day, or an invitation. */
const OPENS = {
  requested: 'openSession',
  booked: 'openSession',
  moved: 'openSession',
  cancelled: 'openSession',
  failed: 'openSession',
  failedInvite: 'openGallery',
  failedTeam: 'openTeam',
  day: 'openDay',
} as const;
export type NoticeSubject = keyof typeof OPENS;

export interface StudioNoticeMail {
  about: NoticeSubject;
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
export function writeStudioNotice(mail: StudioNoticeMail): WrittenMail {
  const { about, language, studio, facts, message, link } = mail;
  const values = { client: oneLine(mail.client), date: mail.date, studio, count: facts.length };
  // Only the day's subject is counted; the others' keys have no forms.
  const { count: _count, ...plain } = values;
  const say = (key: string) => textOf(TEXTS[language], language, key, plain);
  const subject = oneLine(about === 'day' ? textOf(TEXTS[language], language, 'day', values) : say(about));
  const texts = [say(`${about}Text`), ...facts, ...(message ? [`${say('wrote')}\n${message}`] : [])];
  const foot = [say('settings'), say('own')] as const;
  const html = mailSheet({
    language,
    subject,
    preview: oneLine(facts[0] ?? subject),
    studio: oneLine(studio),
    title: subject,
    texts,
    link,
    button: say(OPENS[about]),
    notes: [],
    address: say('address'),
    foot,
  });
  return { subject, text: `${[...texts, link, '--', ...foot].join('\n\n')}\n`, html };
}
