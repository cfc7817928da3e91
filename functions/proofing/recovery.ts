import { greetingName } from '#core/domain/clients/customers.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
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
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

const TEXTS = { en, es, ca } as const;

/** Lifetime of a link, in milliseconds. */
const PERSON_TOKEN_MS = HOUR_MS;

interface RecoveryMail {
  language: Language;
  studio: string;
  sender?: MailSender;
  /** Recipient's name; empty if unknown. */
  client: string;
  gallery: string;
  photoCount: number;
  link: string;
}

/** Renders subject, text and HTML. Of what a visitor typed, the mail says a plain name only: anybody can type any address. */
export function renderRecoveryMail(mail: RecoveryMail): RenderedMail {
  const { language, studio, sender, client, gallery, photoCount, link } = mail;
  // A count selects a plural form, which only one of the texts has.
  const line = (key: string, count: { count?: number } = {}) =>
    formatText(TEXTS[language], language, `recovery.${key}`, { studio, gallery, ...count });
  const text = line('text', { count: photoCount });
  return renderMail({
    language,
    subject: line('subject'),
    preview: text,
    studio,
    ...(sender ? { sender } : {}),
    title: gallery,
    parts: [greet(TEXTS[language].recovery.greeting, client), text, { href: link, label: line('open') }],
    notes: [line('until')],
    address: line('address'),
    foot: [line('reply'), line('unknown')],
  });
}

interface PersonRow extends Omit<RecoveryMail, 'sender' | 'link' | 'client'> {
  typedName: string;
  knownName: string;
  accountId: string;
  galleryId: string;
  email: string;
  sender: unknown;
  replyTo: string;
}

/** Mails a guest's link. Creates the token here, so that no plain token is ever stored. */
export async function sendRecovery(run: EffectRun<'proofing.recovery'>): Promise<void> {
  const { id, payload, jobs } = run;
  const now = jobs.clock();
  const [row] = await jobs.db.query<PersonRow>(
    `select p.account_id as "accountId", p.gallery_id as "galleryId", p.email, p.name as "typedName",
       ${knownName('p.account_id', 'p.email')} as "knownName", g.name as gallery,
       a.name as studio, ${MAIL_SENDER} as sender, a.language,
       (select count(distinct k.photo_id) from picks k where k.person_id = p.id and k.state = 'pick') as "photoCount",
       ${REPLY_TO} as "replyTo"
     from gallery_people p join galleries g on g.id = p.gallery_id join accounts a on a.id = p.account_id
     where p.id = $1 and p.role = 'guest' and p.email <> '' and g.deleted_at is null and g.status = 'published'
       and (g.expires_at is null or g.expires_at > $2) and ${IS_OPEN}`,
    [payload.personId, timestamp(now)],
  );
  if (!row) return;
  const token = makeToken();
  await jobs.db.query(
    `insert into person_tokens (token_hash, account_id, gallery_id, person_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashToken(token),
      row.accountId,
      row.galleryId,
      payload.personId,
      timestamp(now + PERSON_TOKEN_MS),
      timestamp(now),
    ],
  );
  const page = galleryLink({ id: row.galleryId, name: row.gallery });
  // In the fragment, which browsers send to no server.
  const link = `${await studioAddress(jobs.db, row.accountId, jobs.appOrigin)}/${page}#adopt=${token}`;
  const { email, language, studio, replyTo } = row;
  const client = row.knownName || greetingName(row.typedName, false);
  const mail = renderRecoveryMail({ ...row, client, sender: readMailSender(row.sender, jobs.appOrigin), link });
  // A mistyped address fails silently: nobody waits for an answer.
  await deliverMail({
    run,
    mail: { ...mail, to: email, fromName: studio, replyTo, language, id },
    accountId: row.accountId,
    cause: { email, network: payload.network },
  });
}
