import { greetingName } from '#core/domain/clients/customers.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { type MailSender, readMailSender, type RenderedMail, renderMail } from '#core/domain/messages/mail-layout.ts';
import { greet } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { enqueueGrantMail } from '../galleries/grants.ts';
import { deliverMail } from '../mails/deliver.ts';
import { knownName, MAIL_SENDER } from '../mails/mail-sender.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

const TEXTS = { en, es, ca } as const;

/** Lifetime of a link, in milliseconds. */
const PERSON_TOKEN_MS = HOUR_MS;

/** Mails immediately: an address that was typed in several browsers gets a link to each one's choices. */
const MAX_MAILS = 3;

/**
 * Mails links to the people of a gallery with this address. A guest's link makes another browser this guest; an invited
 * person gets their invitation again. An address that a person typed for an invited person does not count.
 */
export async function enqueueRecovery(
  tx: Queryable,
  { accountId, galleryId, email, network }: { accountId: string; galleryId: string; email: string; network: string },
  now: number,
): Promise<void> {
  const [grant] = await tx.query<{ id: string; slug: string }>(
    `select g.id, a.slug from grants g join accounts a on a.id = g.account_id
     where g.account_id = $1 and g.gallery_id = $2 and g.email = $3 and g.status <> 'revoked'
       and (g.expires_at is null or g.expires_at > $4)`,
    [accountId, galleryId, email, timestamp(now)],
  );
  if (grant) {
    const redirectTo = `/p/${grant.slug}/gallery/${galleryId}`;
    await enqueueGrantMail(tx, accountId, { grantId: grant.id, redirectTo, network }, now);
  }
  const people = await tx.query<{ id: string }>(
    `select p.id from gallery_people p
     where p.account_id = $1 and p.gallery_id = $2 and p.role = 'guest' and p.email = $3 and (
       exists (select from picks k where k.person_id = p.id)
       or exists (select from photo_comments c where c.person_id = p.id and c.deleted_at is null))
     order by p.updated_at desc, p.id limit $4`,
    [accountId, galleryId, email, MAX_MAILS],
  );
  for (const { id: personId } of people)
    await enqueue(tx, accountId, 'proofing.recovery', { personId, network }, now, {
      dedupeKey: `recover:${personId}`,
    });
}

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
       -- Replies go to an owner if the studio has no email.
       coalesce(nullif(s.value ->> 'email', ''), (
         select email from account_members where account_id = a.id and role = 'owner' and email <> ''
         order by created_at, user_id limit 1), '') as "replyTo"
     from gallery_people p join galleries g on g.id = p.gallery_id join accounts a on a.id = p.account_id
       left join settings s on s.account_id = a.id and s.key = 'photographer'
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
