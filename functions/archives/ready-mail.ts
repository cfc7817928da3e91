import { formatDay } from '#core/domain/values/format.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type MailSender, readMailSender, type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import { greet } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { deliverMail } from '../mails/deliver.ts';
import { knownName, MAIL_SENDER, REPLY_TO } from '../mails/mail-sender.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { isUpToDate } from './entries.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { nameIn } from '../public-studio/names.ts';

const TEXTS = { en, es, ca } as const;

interface ReadyMail {
  language: Language;
  studio: string;
  sender?: MailSender;
  /** Recipient's name; empty if unknown. */
  client: string;
  gallery: string;
  photoCount: number;
  link: string;
  /** Expiry of the archive, epoch milliseconds; shown in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** Renders subject, text and HTML of the mail about a ready archive. */
export function renderReadyMail(mail: ReadyMail): RenderedMail {
  const { language, studio, sender, client, gallery, photoCount, link, endsAt, timeZone } = mail;
  const date = formatDay(endsAt, language, timeZone);
  const line = (key: string) => formatText(TEXTS[language], language, `archive.${key}`, { studio, gallery, date });
  const counted = (key: string) =>
    formatText(TEXTS[language], language, `archive.${key}`, { gallery, date, count: photoCount });
  return renderMail({
    language,
    subject: line('subject'),
    preview: counted('preview'),
    studio,
    ...(sender ? { sender } : {}),
    title: gallery,
    parts: [greet(TEXTS[language].archive.greeting, client), counted('text'), { href: link, label: line('open') }],
    notes: [line('until'), line('door')],
    address: line('address'),
    foot: [line('reply'), line('unknown')],
  });
}

interface MailRow {
  accountId: string;
  archiveId: string;
  galleryId: string;
  email: string;
  language: Language;
  client: string;
  network: string | null;
  photoCount: number;
  endsAt: number;
  gallery: string;
  studio: string;
  sender: unknown;
  replyTo: string;
  timeZone: string;
}

/**
 * Mails a subscriber that the archive is ready, if visitors may still fetch it. The link opens the gallery page, which
 * checks access as usual.
 */
export async function sendArchiveMail(run: EffectRun<'archive.mail'>): Promise<void> {
  const { id, payload, jobs } = run;
  const now = jobs.clock();
  const [row] = await jobs.db.query<MailRow>(
    `select m.account_id as "accountId", m.archive_id as "archiveId", m.gallery_id as "galleryId", m.email, m.language,
       m.network_hash as network,
       coalesce(nullif(case when lower(r.email) = lower(m.email) then r.label end, ''),
         ${knownName('m.account_id', 'm.email')}) as client,
       v.photo_count as "photoCount", v.expires_at as "endsAt", ${nameIn('g', 'm.language')} as gallery,
       a.name as studio, ${MAIL_SENDER} as sender,
       ${REPLY_TO} as "replyTo", a.time_zone as "timeZone"
     from archive_notifications m join archives v on v.id = m.archive_id join galleries g on g.id = m.gallery_id
       join accounts a on a.id = m.account_id
       left join grants r on r.id = m.grant_id
     where m.id = $1 and m.sent_at is null and v.status = 'ready' and v.expires_at > $2
       and g.deleted_at is null and g.status = 'published' and (g.expires_at is null or g.expires_at > $2)
       and ${IS_OPEN} and r.status is distinct from 'revoked'
       and (r.expires_at is null or r.expires_at > $2)`,
    [payload.mailId, timestamp(now)],
  );
  // The mail was already sent, or the archive is expired or outdated.
  if (!row || !(await isUpToDate(jobs.db, row.archiveId, 'visitor'))) return;
  const page = galleryLink({ id: row.galleryId, name: row.gallery });
  const { accountId, email, language, studio, replyTo } = row;
  const link = `${await studioAddress(jobs.db, accountId, jobs.appOrigin)}/${page}?download=${row.archiveId}`;
  const mail = renderReadyMail({ ...row, sender: readMailSender(row.sender, jobs.appOrigin), link });
  await deliverMail({
    run,
    mail: { ...mail, to: email, fromName: studio, replyTo, language, id },
    accountId,
    cause: { email, network: row.network },
    onSent: (tx) =>
      tx.query('update archive_notifications set sent_at = $2 where id = $1', [payload.mailId, timestamp(now)]),
  });
}
