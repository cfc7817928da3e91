import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { formatText } from '../lib/texts.ts';
import { renderMailLayout } from '#core/domain/mail-sheet.ts';

const TEXTS = { en, es, ca } as const;

export interface ReadyMail {
  language: Language;
  studio: string;
  gallery: string;
  photoCount: number;
  link: string;
  /** When the archive is gone, epoch milliseconds, in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** The subject and both bodies of the mail that says that an archive is ready. */
export function renderReadyMail(mail: ReadyMail): { subject: string; text: string; html: string } {
  const { language, studio, gallery, photoCount, link, endsAt, timeZone } = mail;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(endsAt);
  const line = (key: string) => formatText(TEXTS[language], language, `archive.${key}`, { studio, gallery, date });
  const counted = (key: string) =>
    formatText(TEXTS[language], language, `archive.${key}`, { gallery, date, count: photoCount });
  const notes = [line('until'), line('door')];
  const foot = [line('reply'), line('unknown')] as const;
  const text = [line('greeting'), counted('text'), link, ...notes, ...foot, `--\n${studio}`].join('\n\n');
  const html = renderMailLayout({
    language,
    subject: line('subject'),
    preview: counted('preview'),
    studio,
    title: gallery,
    texts: [line('greeting'), counted('text')],
    link,
    button: line('open'),
    notes,
    address: line('address'),
    foot,
  });
  return { subject: line('subject'), text: `${text}\n`, html };
}
