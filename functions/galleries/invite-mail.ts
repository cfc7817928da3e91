import { formatDay } from '#core/domain/values/format.ts';
import { INVITE_TOKEN_MS } from '#core/domain/galleries/grants.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import type { Language } from '#core/domain/values/languages.ts';
import {
  type MailPicture,
  type MailSender,
  readMailSender,
  type RenderedMail,
} from '#core/domain/messages/mail-layout.ts';
import { type FieldValues, type GalleryMailKind, renderMessage } from '#core/domain/messages/message-templates.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { knownName, MAIL_SENDER } from '../mails/mail-sender.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { recordClientMail } from '../mails/client-mails.ts';
import { deliverMail } from '../mails/deliver.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { COVER_ORDER, IS_VISIBLE } from '../photos/visibility.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import type { MailFile } from '../platform/mail.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { nameIn } from '../public-studio/names.ts';

const TEXTS = { en: en.messages, es: es.messages, ca: ca.messages } as const;

/** A mail with a link for an invited person. */
interface InviteMail {
  kind: GalleryMailKind;
  language: Language;
  studio: string;
  gallery: string;
  /** Recipient's name as the studio entered it for the gallery or the client; empty if unknown. */
  name: string;
  /** The studio's personal message; empty for none. */
  message: string;
  link: string;
  /** Expiry of the link or closing of the gallery, epoch milliseconds; shown in the studio's zone. */
  endsAt: number;
  timeZone: string;
  /** Further fields of this kind of mail; they replace those of all mails. */
  values?: FieldValues;
  template: { subject: string; body: string } | null;
  sender?: MailSender;
  /** The cover, attached to the mail; null without one. */
  picture: MailPicture | null;
}

/** Content id of the cover within the mail. */
const COVER_CID = 'cover';

/** Renders the subject, text and HTML. */
export function renderInvite(mail: InviteMail): RenderedMail {
  const { language, studio, gallery, name: client, message, link, template, sender, picture } = mail;
  const date = formatDay(mail.endsAt, language, mail.timeZone);
  return renderMessage({
    kind: mail.kind,
    language,
    texts: TEXTS[language],
    template,
    values: { client, studio, gallery, message, link, date, ...mail.values },
    ...(sender ? { sender } : {}),
    picture,
  });
}

/** Largest cover in a mail, in bytes: mail programs cut or block heavy mails. */
const MAX_COVER_BYTES = 400_000;

/**
 * Returns the cover as part of the mail: the stored 800 px rendition. An address would need a cookie that mail programs
 * do not have, or would let anyone who sees it view a private photo; a part of the mail reaches its recipient alone.
 */
async function coverFile(
  storage: JobServices['storage'],
  galleryId: string,
  photo: CoverPhoto | null,
): Promise<MailFile[]> {
  if (photo === null) return [];
  const cover = await storage.get('renditions', renditionKey(galleryId, photo.fileId, presetParams('preview')));
  if (!cover || cover.size > MAX_COVER_BYTES) return [];
  return [{ filename: 'cover.jpg', contentType: 'image/jpeg', content: cover.bytes, cid: COVER_CID }];
}

interface CoverPhoto {
  fileId: string;
  width: number;
  height: number;
}

interface InviteRow {
  accountId: string;
  galleryId: string;
  /** The gallery's client. */
  customerId: string | null;
  email: string;
  label: string;
  gallery: string;
  studio: string;
  replyTo: string;
  language: Language;
  timeZone: string;
  message: string;
  template: { subject: string; body: string } | null;
  sender: unknown;
  /** Null while the recipient could not view the gallery. */
  cover: CoverPhoto | null;
}

/** Mails an invitation. */
export async function sendInvite({ id, payload, jobs }: EffectRun<'invite.mail'>): Promise<void> {
  const { grantId, redirectTo, network } = payload;
  await sendGrantLink(jobs, {
    id,
    kind: 'gallery_invite',
    grantId,
    redirectTo,
    network,
    onSent: (tx) =>
      tx.query(
        `update grants set status = case status when 'pending' then 'sent' else status end, sent_at = $2, mail_error = null
         where id = $1`,
        [grantId, timestamp(jobs.clock())],
      ),
  });
}

/** Reminds an invited person that the gallery closes. */
export async function sendClosingReminder({ id, payload, jobs }: EffectRun<'gallery.closing'>): Promise<void> {
  await sendGrantLink(jobs, { id, kind: 'gallery_closing', ...payload });
}

interface GrantLink {
  /** Id of the effect, by which the mail is identified. */
  id: string;
  kind: InviteMail['kind'];
  grantId: string;
  /** Target of the link; the gallery by default. */
  redirectTo?: string;
  /** Hash of the network of the visitor who asked for it; undefined for what the studio causes. */
  network?: string | undefined;
  /** Of a reminder: not sent if the gallery now closes at another time, or visitors cannot view it. */
  expiresAt?: number;
  /** Not sent while visitors cannot view the gallery. */
  mustBeOpen?: boolean;
  /** Records that the mail was sent. */
  onSent?: (tx: Queryable) => Promise<unknown>;
  /** Further fields, in the recipient's language. */
  values?: (language: Language, timeZone: string) => FieldValues;
}

/**
 * Mails a grant's link. Creates the token here, so that no plain token is ever stored; a retry creates a second token,
 * and both links work.
 */
export async function sendGrantLink(
  jobs: JobServices,
  { id, kind, grantId, redirectTo, network, expiresAt, mustBeOpen = false, onSent, values }: GrantLink,
): Promise<void> {
  const now = jobs.clock();
  const [row] = await jobs.db.query<InviteRow>(
    `select r.account_id as "accountId", r.gallery_id as "galleryId", g.customer_id as "customerId", r.email, coalesce(nullif(r.label, ''), ${knownName('r.account_id', 'r.email')}) as label, ${nameIn('g', 'x.language')} as gallery,
       a.name as studio,
       coalesce(nullif(s.value ->> 'email', ''), m.email, '') as "replyTo",
       r.message, x.language, ${MAIL_SENDER} as sender,
       case when t.kind is not null then json_build_object('subject', t.subject, 'body', t.body) end as template,
       case when g.status = 'published' and (g.expires_at is null or g.expires_at > $2) then (
         select json_build_object('fileId', p.file_id, 'width', p.width, 'height', p.height) from photos p where p.gallery_id = g.id and ${IS_VISIBLE} order by ${COVER_ORDER} limit 1
       ) end as cover,
       a.time_zone as "timeZone"
     from grants r join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
       cross join lateral (select coalesce(
         (select coalesce(p.language, c.language) from customer_contacts p
            join customers c on c.account_id = p.account_id and c.id = p.customer_id
          where p.account_id = r.account_id and lower(p.email) = r.email and c.deleted_at is null
            and coalesce(p.language, c.language) is not null
          order by (c.id = g.customer_id) desc nulls last, p.position, p.id limit 1),
         a.language) as language) x
       left join mail_templates t on t.account_id = a.id and t.kind = $3 and t.language = x.language
       left join settings s on s.account_id = a.id and s.key = 'photographer'
       -- Replies go to the inviting member if the studio has no email.
       left join account_members m on m.account_id = a.id and m.user_id = r.author_id
     where r.id = $1 and r.status <> 'revoked' and r.email <> '' and g.deleted_at is null and ${IS_OPEN}
       and (r.expires_at is null or r.expires_at > $2)
       and ($4::timestamptz is null or g.status = 'published' and g.expires_at = $4 and g.expires_at > $2)
       and (not $5 or g.status = 'published' and (g.expires_at is null or g.expires_at > $2))`,
    [grantId, timestamp(now), kind, timestamp(expiresAt ?? null), mustBeOpen],
  );
  // The grant was revoked, deleted or expired while the mail was pending, the studio suspended, or the gallery closes at
  // another time.
  if (!row) return;
  const token = makeToken();
  const linkEndsAt = now + INVITE_TOKEN_MS;
  const stored = await jobs.db.query(
    // The lock waits for a correction of the address, which deletes the tokens of the wrong one.
    `insert into grant_tokens (token_hash, account_id, grant_id, expires_at, redirect_to, created_at)
     select $1, account_id, id, $4, $5, $6 from grants
     where id = $2 and email = $3 and status <> 'revoked' for share returning token_hash`,
    [hashToken(token), grantId, row.email, timestamp(linkEndsAt), redirectTo ?? null, timestamp(now)],
  );
  // The address was corrected since it was read: the correction has mailed the right one.
  if (stored.length === 0) return;
  const { accountId, label: name, studio, replyTo, language } = row;
  const address = await studioAddress(jobs.db, accountId, jobs.appOrigin);
  const link = `${address}/invite/${row.galleryId}?token=${token}`;
  const files = await coverFile(jobs.storage, row.galleryId, row.cover);
  const picture = files.length > 0 && row.cover ? { url: `cid:${COVER_CID}`, ...row.cover, alt: row.gallery } : null;
  const sender = readMailSender(row.sender, jobs.appOrigin);
  const message = kind === 'gallery_invite' ? row.message : '';
  const endsAt = expiresAt ?? linkEndsAt;
  const further = values?.(language, row.timeZone) ?? {};
  const mail = renderInvite({ ...row, kind, name, message, link, endsAt, sender, picture, values: further });
  const listed = { accountId, customerId: row.customerId, kind, email: row.email, language, mailId: id };
  await deliverMail({
    run: { id, jobs },
    mail: { ...mail, to: row.email, fromName: studio, replyTo, language, id, files },
    accountId,
    ...(network === undefined ? {} : { cause: { email: row.email, network } }),
    subject: { kind: 'grant', id: grantId },
    async onSent(tx) {
      await onSent?.(tx);
      await recordClientMail(tx, listed, now);
    },
    // The studio can correct the address.
    async onFailure(tx, error) {
      await recordClientMail(tx, { ...listed, error }, now);
      const [grant] = await tx.query(
        "update grants set mail_error = $2 where id = $1 and email = $3 and status <> 'revoked' returning id",
        [grantId, error, row.email],
      );
      if (grant) await notifyStudio(tx, { accountId, what: 'failedMail', grantId }, now);
    },
  });
}
