import type { Language } from '#core/domain/languages.ts';
import type { InvitedRole } from '#core/domain/team.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { formatText } from '../lib/texts.ts';
import { renderMailLayout } from '#core/domain/mail-sheet.ts';

const TEXTS = { en, es, ca } as const;

const ROLE_TEXT = {
  admin: 'roleAdmin',
  photographer: 'rolePhotographer',
  assistant: 'roleAssistant',
} as const satisfies Record<InvitedRole, string>;

export interface TeamMail {
  language: Language;
  studio: string;
  /** Who invites, as the team calls them. */
  inviter: string;
  role: InvitedRole;
  link: string;
  /** Until when it can be answered, epoch milliseconds, in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** The subject and both bodies of an invitation to a studio's team. */
export function renderTeamMail(mail: TeamMail): { subject: string; text: string; html: string } {
  const { language, studio, inviter, link, timeZone } = mail;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(mail.endsAt);
  const say = (key: string, values = {}) => formatText(TEXTS[language], language, `team.${key}`, values);
  const role = say(ROLE_TEXT[mail.role]);
  const line = (key: string) => say(key, { studio, inviter, role, date });
  const foot = [line('reply'), line('unknown')] as const;
  const text = [line('greeting'), line('text'), link, line('until'), ...foot, `--\n${studio}`].join('\n\n');
  const html = renderMailLayout({
    language,
    subject: line('subject'),
    preview: line('preview'),
    studio,
    title: line('title'),
    texts: [line('greeting'), line('text')],
    link,
    button: line('open'),
    notes: [line('until')],
    address: line('address'),
    foot,
  });
  return { subject: line('subject'), text: `${text}\n`, html };
}
