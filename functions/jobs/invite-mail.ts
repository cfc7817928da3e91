import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { formatText } from '../lib/texts.ts';
import { renderMailLayout } from '#core/domain/mail-sheet.ts';

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
export function renderInvite(mail: InviteMail): { subject: string; text: string; html: string } {
  const { language, studio, gallery, name, link, timeZone } = mail;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(mail.endsAt);
  const line = (key: string) => formatText(TEXTS[language], language, `invite.${key}`, { studio, gallery, name, date });
  const greeting = line(name ? 'greeting' : 'greetingPlain');
  const text = [greeting, line('text'), link, line('once'), line('reply'), line('unknown'), `--\n${studio}`].join(
    '\n\n',
  );
  const html = renderMailLayout({
    language,
    subject: line('subject'),
    preview: line('preview'),
    studio,
    title: gallery,
    texts: [greeting, line('text')],
    link,
    button: line('open'),
    notes: [line('once')],
    address: line('address'),
    foot: [line('reply'), line('unknown')],
  });
  return { subject: line('subject'), text: `${text}\n`, html };
}
