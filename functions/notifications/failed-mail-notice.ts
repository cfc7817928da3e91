import type { MailError } from '#core/domain/values/errors.ts';
import type { Queryable } from '../platform/db/database.ts';
import { formatText } from '../platform/texts.ts';
import {
  type AccountLocale,
  NO_REPLY,
  NOTICE_TEXTS as TEXTS,
  type NotificationSubject,
  type StudioNotificationData,
} from './render-studio-notification.ts';

/** A mail that did not reach its recipient, or that they marked as spam. */
interface FailedMail {
  email: string;
  error: MailError;
}

/** Summary of a failed mail, and of one that was marked as spam. */
type Summaries = readonly [failed: NotificationSubject, reported: NotificationSubject];

/** Returns the summary of a failed mail, and the reason as paragraphs. */
export function failureContent(
  { email, error }: FailedMail,
  [failed, reported]: Summaries,
  { language }: AccountLocale,
): { summary: NotificationSubject; reasons: string[] } {
  if (error === 'mail_complained') return { summary: reported, reasons: [] };
  const reason = () => formatText(TEXTS[language], language, 'cameBack', { address: email });
  return { summary: failed, reasons: error === 'mail_bounced' ? [reason()] : [] };
}

interface Notice {
  client: string;
  /** Lines of what the mail was about; empty for none. */
  about: string;
  /** A path of the back office. */
  link: string;
}

function failureNotice(mail: FailedMail, summaries: Summaries, { about, ...notice }: Notice, locale: AccountLocale) {
  const { summary, reasons } = failureContent(mail, summaries, locale);
  const facts = [...(about ? [about] : []), ...reasons];
  return { ...notice, summary, facts, date: '', message: '', replyTo: NO_REPLY };
}

/** Reads an invitation to a gallery whose mail failed; null if it was revoked, or sent again. */
export async function readFailedInvite(
  db: Queryable,
  accountId: string,
  grantId: string,
  locale: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<FailedMail & { label: string; gallery: string; galleryId: string }>(
    `select r.email, r.label, r.mail_error as error, g.name as gallery, g.id as "galleryId"
     from grants r join galleries g on g.id = r.gallery_id
     where r.id = $1 and r.account_id = $2 and r.status <> 'revoked' and r.mail_error is not null
       and g.deleted_at is null`,
    [grantId, accountId],
  );
  if (!row) return null;
  const notice = {
    client: row.label || row.email,
    about: `${row.gallery}\n${row.email}`,
    link: `/app/galleries/${row.galleryId}/access`,
  };
  return failureNotice(row, ['failedInvite', 'reportedInvite'], notice, locale);
}

/** Reads a client link whose mail failed; null if it was revoked, or its client erased. */
export async function readFailedClientLink(
  db: Queryable,
  accountId: string,
  linkId: string,
  locale: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<FailedMail & { client: string; customerId: string }>(
    `select k.email, k.mail_error as error, c.name as client, c.id as "customerId"
     from client_links k join customers c on c.account_id = k.account_id and c.id = k.customer_id
     where k.id = $1 and k.account_id = $2 and k.revoked_at is null and k.mail_error is not null
       and c.deleted_at is null and c.erased_at is null`,
    [linkId, accountId],
  );
  if (!row) return null;
  const { client, email: about, customerId } = row;
  const notice = { client, about, link: `/app/clients/customers/${customerId}` };
  return failureNotice(row, ['failedLink', 'reportedLink'], notice, locale);
}

/** Reads an invitation to the team whose mail failed; null if it was answered, revoked, or sent again. */
export async function readFailedTeamInvite(
  db: Queryable,
  accountId: string,
  inviteId: string,
  locale: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<FailedMail>(
    `select email, mail_error as error from team_invites where id = $1 and account_id = $2
       and status in ('pending', 'sent') and mail_error is not null`,
    [inviteId, accountId],
  );
  if (!row) return null;
  const notice = { client: row.email, about: '', link: '/app/settings/team' };
  return failureNotice(row, ['failedTeam', 'reportedTeam'], notice, locale);
}

/** Reads why a message about a session failed; undefined if it was sent again. */
export async function readFailedMessage(
  db: Queryable,
  accountId: string,
  messageId: string,
): Promise<FailedMail | undefined> {
  const [row] = await db.query<FailedMail>(
    `select recipient as email, error from messages where account_id = $1 and id = $2 and error is not null
       and (status = 'failed' or status = 'sent' and error = 'mail_complained')`,
    [accountId, messageId],
  );
  return row;
}

/** Reads a mail about an order without a session that failed; null if it was sent again. */
export async function readFailedOrderMail(
  db: Queryable,
  accountId: string,
  messageId: string,
  locale: AccountLocale,
): Promise<StudioNotificationData | null> {
  const [row] = await db.query<FailedMail & { client: string; gallery: string; orderId: string }>(
    `select m.recipient as email, m.error, c.name as client, coalesce(g.name, '') as gallery, o.id as "orderId"
     from messages m join orders o on o.account_id = m.account_id and o.id = m.order_id
       join customers c on c.account_id = m.account_id and c.id = m.customer_id
       left join galleries g on g.account_id = o.account_id and g.id = o.gallery_id
     where m.id = $1 and m.account_id = $2 and m.status = 'failed' and m.error is not null`,
    [messageId, accountId],
  );
  if (!row) return null;
  const { client, gallery, orderId, ...mail } = row;
  const notice = { client, about: gallery, link: `/app/clients/payments/${orderId}` };
  return failureNotice(mail, ['failed', 'reported'], notice, locale);
}
