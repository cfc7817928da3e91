import type { MailError } from '#core/domain/errors.ts';
import { formatDay } from '#core/domain/format.ts';
import { INVITE_TOKEN_MS } from '#core/domain/grants.ts';
import type { Language } from '#core/domain/languages.ts';
import { type MailSender, readMailSender, type RenderedMail, renderMail } from '#core/domain/mail-layout.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { MAIL_SENDER } from '../accounts/mail-sender.ts';
import { notifyStudio } from '../messages/studio-notifications.ts';
import { type EffectRun, finalMailError } from '../outbox/effects.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

export interface InviteMail {
  language: Language;
  studio: string;
  sender?: MailSender;
  gallery: string;
  /** Recipient's name as the studio entered it; empty if unknown. */
  name: string;
  link: string;
  /** Expiry of the link, epoch milliseconds; shown in the studio's zone. */
  endsAt: number;
  timeZone: string;
}

/** Renders the subject, text and HTML of an invitation. */
export function renderInvite(mail: InviteMail): RenderedMail {
  const { language, studio, sender, gallery, name, link, timeZone } = mail;
  const date = formatDay(mail.endsAt, language, timeZone);
  const line = (key: string) => formatText(TEXTS[language], language, `invite.${key}`, { studio, gallery, name, date });
  const greeting = line(name ? 'greeting' : 'greetingPlain');
  return renderMail({
    language,
    subject: line('subject'),
    preview: line('preview'),
    studio,
    ...(sender ? { sender } : {}),
    title: gallery,
    texts: [greeting, line('text')],
    link,
    button: line('open'),
    notes: [line('once')],
    address: line('address'),
    foot: [line('reply'), line('unknown')],
  });
}

interface InviteRow {
  accountId: string;
  galleryId: string;
  email: string;
  label: string;
  gallery: string;
  slug: string;
  studio: string;
  sender: unknown;
  replyTo: string;
  language: Language;
  timeZone: string;
}

/**
 * Mails a grant's link. Creates the token here, so that no plain token is ever stored; a retry creates a second token,
 * and both links work.
 */
export async function sendInvite({ id, payload, jobs }: EffectRun<'invite.mail'>): Promise<void> {
  const now = jobs.clock();
  const [row] = await jobs.db.query<InviteRow>(
    `select r.account_id as "accountId", r.gallery_id as "galleryId", r.email, r.label, g.name as gallery, a.slug,
       a.name as studio, ${MAIL_SENDER} as sender,
       coalesce(nullif(s.value ->> 'email', ''), m.email, '') as "replyTo",
       coalesce(
         (select c.language from customers c where c.account_id = r.account_id and c.email = r.email
            and c.deleted_at is null and c.language is not null order by (c.id = g.customer_id) desc nulls last limit 1),
         a.language) as language,
       a.time_zone as "timeZone"
     from grants r join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
       left join settings s on s.account_id = a.id and s.key = 'photographer'
       -- Replies go to the inviting member if the studio has no email.
       left join account_members m on m.account_id = a.id and m.user_id = r.author_id
     where r.id = $1 and r.status <> 'revoked' and g.deleted_at is null and a.deleted_at is null
       and (r.expires_at is null or r.expires_at > $2)`,
    [payload.grantId, timestamp(now)],
  );
  // The grant was revoked, deleted or expired while the mail was pending.
  if (!row) return;
  const token = makeToken();
  const endsAt = now + INVITE_TOKEN_MS;
  await jobs.db.query(
    `insert into grant_tokens (token_hash, account_id, grant_id, expires_at, redirect_to, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(token), row.accountId, payload.grantId, timestamp(endsAt), payload.redirectTo, timestamp(now)],
  );
  const link = `${jobs.appOrigin}/p/${row.slug}/invite/${row.galleryId}?token=${token}`;
  const { language, studio, gallery, timeZone, replyTo } = row;
  const sender = readMailSender(row.sender);
  const mail = renderInvite({ language, studio, sender, gallery, name: row.label, link, endsAt, timeZone });
  try {
    await jobs.sendMail({ ...mail, to: row.email, fromName: studio, replyTo, language, id });
  } catch (error) {
    const mailError = await finalMailError(jobs.db, id, error);
    if (mailError) await jobs.db.transaction((tx) => giveUp(tx, row.accountId, payload.grantId, mailError, now));
    if (mailError !== 'mail_refused') throw error;
    return;
  }
  await jobs.db.query(
    `update grants set status = case status when 'pending' then 'sent' else status end, sent_at = $2, mail_error = null
     where id = $1`,
    [payload.grantId, timestamp(now)],
  );
}

/** Records the failure for the studio, which can correct the address. */
async function giveUp(tx: Queryable, accountId: string, grantId: string, error: MailError, now: number): Promise<void> {
  const [grant] = await tx.query(
    "update grants set mail_error = $2 where id = $1 and status <> 'revoked' returning id",
    [grantId, error],
  );
  if (grant) await notifyStudio(tx, { accountId, what: 'failedMail', grantId }, now);
}
