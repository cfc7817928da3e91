import { TRASH_MS } from '#core/domain/galleries.ts';
import { type Language, matchLanguage } from '#core/domain/languages.ts';
import { renderMailLayout } from '#core/domain/mail-layout.ts';
import { type SecurityNotice, securityNotice, type SecurityNoticeKind } from '#core/domain/security-events.ts';
import ca from '#locales/ca/notices.json' with { type: 'json' };
import en from '#locales/en/notices.json' with { type: 'json' };
import es from '#locales/es/notices.json' with { type: 'json' };
import type { EffectRun } from '../outbox/effects.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

/** Where each leads whoever did not want it, and the button's text where it has its own. */
const NOTICES: Record<SecurityNoticeKind, { texts: string; path: string | null; button?: string }> = {
  // Who is still signed in comes to the same at once.
  password_changed: {
    texts: 'passwordChanged',
    path: '/login?mode=forgot&next=/app/settings/security',
    button: 'open',
  },
  email_changed: { texts: 'emailChanged', path: '/app/settings/security' },
  mfa_added: { texts: 'mfaAdded', path: '/app/settings/security' },
  mfa_removed: { texts: 'mfaRemoved', path: '/app/settings/security' },
  identity_linked: { texts: 'identityLinked', path: '/app/settings/security' },
  identity_unlinked: { texts: 'identityUnlinked', path: '/app/settings/security' },
  // Lists the closed ones.
  studio_closed: { texts: 'studioClosed', path: '/app/studios/new', button: 'open' },
  // There is nothing to sign in to.
  sign_in_deleted: { texts: 'signInDeleted', path: null },
};

const PROVIDERS: Readonly<Record<string, string>> = { google: 'Google', facebook: 'Facebook' };

export interface SecurityMail {
  language: Language;
  sender: string;
  subject: string;
  text: string;
  html: string;
}

/** The subject and both bodies of a notice: what changed, when, and what to do for whoever did not do it. */
export function renderSecurityMail(notice: SecurityNotice, appOrigin: string): SecurityMail {
  const language = matchLanguage(notice.language);
  const { texts, path, button } = NOTICES[notice.what];
  const studios = notice.studios ?? [];
  const values = {
    ...formatTimes(notice, language),
    provider: PROVIDERS[notice.provider ?? ''] ?? notice.provider ?? '',
    studio: studios[0] ?? '',
    studios: new Intl.ListFormat(language).format(studios),
    days: TRASH_MS / DAY_MS,
  };
  const say = (key: string) => formatText(TEXTS[language], language, key, values);
  const content = (key: string) => say(`${texts}.${key}`);
  const ending = notice.what === 'sign_in_deleted' && studios.length > 0 ? [content('studios')] : [];
  const lines = [say('greeting'), content('text'), ...ending, content('otherwise')];
  const link = path && appOrigin + path;
  const foot = [say('help'), say('own')] as const;
  const [subject, sender] = [content('subject'), say('sender')];
  const html = renderMailLayout({
    language,
    subject,
    preview: content('text'),
    studio: sender,
    title: subject,
    texts: lines,
    link,
    button: button ? content(button) : say('toSecurity'),
    notes: [],
    address: say('address'),
    foot,
  });
  const text = `${[...lines, ...(link ? [link] : []), ...foot, `--\n${sender}`].join('\n\n')}\n`;
  return { language, sender, subject, text, html };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When it happened, and when a studio that was closed then is erased: in the person's zone, which is named. */
function formatTimes({ at, timeZone }: SecurityNotice, language: Language) {
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return {
    when: new Intl.DateTimeFormat(language, { ...day, ...time }).format(at),
    date: new Intl.DateTimeFormat(language, day).format(at + TRASH_MS),
  };
}

/** Tells a person of a change to how they sign in, or that a studio of theirs is closed. Answers go to our own address. */
export async function sendSecurityMail({ id, payload, jobs }: EffectRun<'security.notice'>): Promise<void> {
  // The database's own triggers write them.
  const notice = securityNotice.parse(payload);
  const { language, ...mail } = renderSecurityMail(notice, jobs.appOrigin);
  await jobs.sendMail({ ...mail, to: notice.email, fromName: mail.sender, replyTo: '', language, id });
}
